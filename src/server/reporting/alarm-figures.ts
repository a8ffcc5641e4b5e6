import { presentAlarmCounts } from './equipment-counts.ts'
import type { Db } from '../platform/db/open-db.ts'
import { aggregatePoints } from '../evaluation/aggregates.store.ts'
import type { Cells } from '../schema/tally.table.ts'

export async function alarmFigures(db: Db, cells: Cells) {
  const { alarmPoints, alarms, faults, shields, alarmsOffline } = await aggregatePoints(db, cells)
  return presentAlarmCounts({ total: alarmPoints, alarms, faults, shields, offline: alarmsOffline })
}
