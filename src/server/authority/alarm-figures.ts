import { presentAlarmCounts } from '../dashboard/equipment-counts.ts'
import type { Db } from '../db/open-db.ts'
import { tallyPoints } from '../tally/tally.store.ts'
import type { Cells } from '../tally/tally.table.ts'

/** Fire alarm equipment of an area by state, each piece by the gravest of what is open. */
export async function alarmFigures(db: Db, cells: Cells) {
  const { alarmPoints, alarms, faults, shields, alarmsOffline } = await tallyPoints(db, cells)
  return presentAlarmCounts({ total: alarmPoints, alarms, faults, shields, offline: alarmsOffline })
}
