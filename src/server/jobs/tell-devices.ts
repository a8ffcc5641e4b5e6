import { eq } from 'drizzle-orm'
import { findLiveSession } from '../auth/session.ts'
import { earliestTime } from '../db/deletion-time.ts'
import type { Deps } from '../deps.ts'
import { newsOf } from '../push/news-of.ts'
import { pushSubscription } from '../push/push.table.ts'

/** Tells each subscribed device what is new in its account's own scope; forgets those whose session or address ended. */
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
    const news = await newsOf(deps.db, session, target.toldAt)
    if (!news) continue
    const outcome = await deps.push.send(target, JSON.stringify(news))
    if (outcome === 'gone') await deps.db.delete(pushSubscription).where(isIt)
    // What failed is told with what comes next.
    if (outcome === 'sent') await deps.db.update(pushSubscription).set({ toldAt: now }).where(isIt)
  }
}
