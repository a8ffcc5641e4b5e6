import { currentSession } from '#app/session/session.ts'
import type { Door } from './door.ts'

/** Opening a sign-in page clears what the last account read. Source: document 1, section 4; preloading is no opening. */
export async function clearOnOpening({
  context,
  preload,
}: {
  context: { door: Door }
  preload: boolean
}): Promise<void> {
  if (!preload && currentSession()) await context.door.leave()
}
