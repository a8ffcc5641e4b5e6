import type { Db } from '../platform/db/open-db.ts'
import { type CheckGroup, failedChecks, passedChecks } from './score-checks.rules.ts'
import { latestItems, systemsOf } from './score-items.store.ts'

export async function scoreChecks(
  db: Db,
  buildingId: number,
  state: 'ok' | 'fail',
  days: { from: string; to: string },
): Promise<CheckGroup[]> {
  const latest = await latestItems(db, buildingId, days)
  if (!latest) return []
  return state === 'fail'
    ? failedChecks(latest.items, latest.points)
    : passedChecks(latest.items, await systemsOf(db, buildingId))
}
