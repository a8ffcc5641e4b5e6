import { redirect } from '@tanstack/react-router'
import { entryToken } from '#app/session/entry-token.ts'
import { homeOf } from '#app/session/home.ts'
import { actorOf, currentSession } from '#app/session/session.ts'
import { checkServer } from './connection.ts'
import type { Door } from './door.ts'

/**
 * Opening a sign-in page clears what the last account read; buildings taken along stay. While the server is silent
 * nothing could be read again: the page leads back instead. A token in the address clears once its account is entered. Source: document 1, section 4; preloading is no opening.
 */
export async function clearOnOpening({
  context,
  preload,
}: {
  context: { door: Door }
  preload: boolean
}): Promise<void> {
  const actor = actorOf(currentSession())
  if (preload || !actor) return
  if (!(await checkServer())) throw redirect({ to: homeOf(actor), replace: true })
  if (!entryToken.read()) await context.door.leave(true)
}
