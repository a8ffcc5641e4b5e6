import { eq } from 'drizzle-orm'
import { findLiveSession } from '../platform/session.ts'
import { earliestTime } from '../platform/db/deletion-time.ts'
import type { Deps } from '../platform/deps.ts'
import { noteDelivered } from '../content/delivered.store.ts'
import { unreadItems, unreadSummary } from '../content/unread-summary.ts'
import { pushSubscription } from '../schema/push.table.ts'
import { groupBy } from '../platform/group-by.ts'

/** One that hangs must not delay the others. */
const AT_ONCE = 8

export async function sendPush(deps: Deps): Promise<void> {
  const waiting = [...groupBy(await deps.db.select().from(pushSubscription), serviceOf).values()]
  const work = async () => {
    for (let targets = waiting.shift(); targets; targets = waiting.shift()) await sendToEach(deps, targets)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

const serviceOf = ({ endpoint }: Target) => (URL.canParse(endpoint) ? new URL(endpoint).host : endpoint)

type Target = typeof pushSubscription.$inferSelect

async function sendToEach(deps: Deps, targets: readonly Target[]): Promise<void> {
  const now = deps.now()
  for (const target of targets) {
    const isIt = eq(pushSubscription.endpoint, target.endpoint)
    const session = await findLiveSession(deps.db, target.tokenHash, now)
    if (!session) {
      // A process clock ahead would make a live session look expired.
      const isOver = !(await findLiveSession(deps.db, target.tokenHash, await earliestTime(deps)))
      if (isOver) await deps.db.delete(pushSubscription).where(isIt)
      continue
    }
    const items = await unreadItems(deps.db, session, target)
    const news = await unreadSummary(deps.db, session, items)
    if (!news) continue
    const outcome = await deps.push.send(target, JSON.stringify(news))
    if (outcome === 'gone') await deps.db.delete(pushSubscription).where(isIt)
    if (outcome === 'sent') await noteDelivered(deps.db, target.endpoint, items, now)
  }
}
