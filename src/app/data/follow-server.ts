import type { QueryClient } from '@tanstack/react-query'
import '#app/offline/outbox/account-outbox.ts'
import { requestRefresh } from '#app/offline/refresh/request-refresh.ts'
import type { SessionLifecycle } from '#app/offline/session-lifecycle.ts'
import { currentSession, followSession } from '#app/session/session.ts'
import { startLive } from './live.ts'

let client: QueryClient | undefined
let following: { readonly uid: string; stop(): void } | undefined

function follow(): void {
  const uid = currentSession()?.user.id
  if (uid === following?.uid) return
  following?.stop()
  if (uid !== undefined) void requestRefresh(uid)
  following = uid !== undefined && client ? { uid, stop: startLive(client, uid) } : undefined
}

/** For whichever account is signed in. */
export async function followServer(sessions: SessionLifecycle): Promise<void> {
  if (!client) followSession(follow)
  client = (await sessions.queryCache()).client
  follow()
}
