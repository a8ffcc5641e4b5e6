import { redirect } from '@tanstack/react-router'
import { entryToken } from '#app/session/entry-token.ts'
import { homeOf } from '#app/session/home.ts'
import { actorOf, currentSession } from '#app/session/session.ts'
import { checkServer } from './connection.ts'
import type { SessionLifecycle } from './session-lifecycle.ts'

/** Source: document 1, section 4; a preload is not a visit. Home if unreachable; with a token only at sign-in. */
export async function clearOnOpening({
  context,
  preload,
}: {
  context: { sessions: SessionLifecycle }
  preload: boolean
}): Promise<void> {
  const actor = actorOf(currentSession())
  if (preload || !actor) return
  if (!(await checkServer())) throw redirect({ to: homeOf(actor), replace: true })
  if (!entryToken.read()) await context.sessions.signOut(true)
}
