import { currentSession } from '#app/session/session.ts'
import { draftsWritten } from './draft-store.ts'
import { unsent } from './outbox/outbox-state.ts'
import { within } from './within.ts'

const DRAFTS_MS = 3000
/** What is being sent may take so long; cut off after that, it goes on from where it was. */
const SENDING_MS = 15_000

/** Before the page reloads by our own doing: forms as they stand are on the device, and what is being sent has gone. */
export async function beforeLeaving(): Promise<void> {
  await within(DRAFTS_MS, draftsWritten())
  if (!currentSession() || unsent.read().length === 0) return
  const { accountOutbox } = await import('./outbox/account-outbox.ts')
  await within(SENDING_MS, accountOutbox().flush())
}
