import { shanghaiDay } from '#contract/time.ts'
import type { Db } from '../db/open-db.ts'
import { addMissingStates, takeBuildings, takeDue } from './building.store.ts'
import { followPoints } from './follow-points.ts'
import { loadPoints } from './point.store.ts'
import { settleBuildings } from './settle-buildings.ts'

/** Buildings worked out in one transaction: the embedded database serves nobody else meanwhile. */
const AT_ONCE = 20

/** Works buildings out whole: from their points, readings and events, whatever was understood of them before. */
export async function workOut(tx: Db, ids: readonly number[], now: Date): Promise<void> {
  await takeBuildings(tx, ids)
  const points = await loadPoints(tx, { buildingIds: ids })
  const { ended } = await followPoints(tx, points, undefined, -Infinity)
  await settleBuildings(tx, ids, now, ended, true)
}

/**
 * Works out what has come true by time alone, and each building whole once a Shanghai day. However many processes do
 * so: a building is one's at a time.
 * @returns how many buildings
 */
export async function workOutDue(db: Db, now: Date): Promise<number> {
  await addMissingStates(db)
  const today = shanghaiDay(now)
  let done = 0
  for (;;) {
    const taken = await db.transaction(async (tx) => {
      const due = await takeDue(tx, now, AT_ONCE)
      const ids = due.map(({ id }) => id)
      const unchecked = due.flatMap(({ id, checkedDay }) => (checkedDay === today ? [] : [id]))
      const checked = ids.filter((id) => !unchecked.includes(id))
      if (unchecked.length > 0) await workOut(tx, unchecked, now)
      if (checked.length > 0) await settleBuildings(tx, checked, now, [], false)
      return ids.length
    })
    done += taken
    if (taken < AT_ONCE) return done
  }
}
