import { shanghaiDay } from '#contract/time.ts'
import type { Db } from '../platform/db/open-db.ts'
import { addMissingStates, findDue, lockWithPoints } from './evaluated-building.store.ts'
import { evaluatePoints } from './evaluate-points.ts'
import { loadPoints } from './evaluated-point.store.ts'
import { evaluateBuildings } from './evaluate-buildings.ts'

/** A transaction blocks the embedded database. */
const AT_ONCE = 20

export async function reEvaluate(tx: Db, ids: readonly number[], now: Date): Promise<void> {
  await lockWithPoints(tx, ids, ids)
  await evaluateWhole(tx, ids, now)
}

async function evaluateWhole(tx: Db, ids: readonly number[], now: Date): Promise<void> {
  const points = await loadPoints(tx, { buildingIds: ids })
  const { ended } = await evaluatePoints(tx, points, undefined, -Infinity)
  await evaluateBuildings(tx, ids, now, ended, true)
}

/** Each fully once per Shanghai day. @returns number of buildings */
export async function reEvaluateDue(db: Db, now: Date): Promise<number> {
  await addMissingStates(db)
  const today = shanghaiDay(now)
  let done = 0
  for (;;) {
    const taken = await db.transaction(async (tx) => {
      const due = await findDue(tx, now, AT_ONCE)
      if (due.length === 0) return 0
      const ids = due.map(({ id }) => id)
      const unchecked = due.flatMap(({ id, checkedDay }) => (checkedDay === today ? [] : [id]))
      const checked = ids.filter((id) => !unchecked.includes(id))
      await lockWithPoints(tx, ids, unchecked)
      if (unchecked.length > 0) await evaluateWhole(tx, unchecked, now)
      await evaluateBuildings(tx, checked, now, [], false)
      return ids.length
    })
    done += taken
    if (taken < AT_ONCE) return done
  }
}
