import { eq } from 'drizzle-orm'
import { findLiveSession } from '../auth/session.ts'
import { earliestTime } from '../db/deletion-time.ts'
import type { Deps } from '../deps.ts'
import { noteDelivered } from '../push/delivered.store.ts'
import { newItems, newsOf } from '../push/news-of.ts'
import { pushSubscription } from '../push/push.table.ts'

/** Sends each subscribed device what is new in its account's scope; deletes subscriptions whose session or address ended. */
export async function tellDevices(deps: Deps): Promise<void> {
  const now = deps.now()
  for (const target of await deps.db.select().from(pushSubscription)) {
    const isIt = eq(pushSubscription.endpoint, target.endpoint)
    const session = await findLiveSession(deps.db, target.tokenHash, now)
    if (!session) {
      // By a clock that is ahead, a session that lives seems over.
      const isOver = !(await findLiveSession(deps.db, target.tokenHash, await earliestTime(deps)))
      if (isOver) await deps.db.delete(pushSubscription).where(isIt)
      continue
    }
    const items = await newItems(deps.db, session, target)
    const news = await newsOf(deps.db, session, items)
    if (!news) continue
    const outcome = await deps.push.send(target, JSON.stringify(news))
    if (outcome === 'gone') await deps.db.delete(pushSubscription).where(isIt)
    // After a failure the same things are sent with the next ones.
    if (outcome === 'sent') await noteDelivered(deps.db, target.endpoint, items, now)
  }
}
