import { currentSession } from '#app/session/session.ts'
import { draftsWritten } from './draft-store.ts'
import { unsent } from './outbox/outbox-state.ts'
import { fulfilsWithin } from '#app/scheduling/with-timeout.ts'

const DRAFTS_MS = 3000
/** Later an upload resumes from its last file. */
const SENDING_MS = 15_000

/** Drafts and sends, before the app reloads itself. */
export async function beforeLeaving(): Promise<void> {
  await fulfilsWithin(DRAFTS_MS, draftsWritten())
  if (!currentSession() || unsent.read().length === 0) return
  const { accountOutbox } = await import('./outbox/account-outbox.ts')
  await fulfilsWithin(SENDING_MS, accountOutbox().flush())
}
