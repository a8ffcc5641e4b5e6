import type { QueryClient } from '@tanstack/react-query'
import { SAMPLE_TIMING } from '#contract/visit.rules.ts'
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

async function measure(): Promise<void> {
  const { measureVisit } = await import('./measure-visit.ts')
  measureVisit()
}

function measureSampled(): void {
  const answers = new PerformanceObserver((list) => {
    const timings = (list.getEntries() as PerformanceResourceTiming[]).flatMap(({ serverTiming = [] }) => serverTiming)
    const share = timings.find(({ name }) => name === SAMPLE_TIMING)?.duration
    if (share === undefined) return
    answers.disconnect()
    if (Math.random() < share) void measure().catch(() => undefined)
  })
  answers.observe({ type: 'resource', buffered: true })
}

/** For whichever account is signed in. */
export async function followServer(sessions: SessionLifecycle): Promise<void> {
  if (!client) {
    followSession(follow)
    measureSampled()
  }
  client = (await sessions.queryCache()).client
  follow()
}
