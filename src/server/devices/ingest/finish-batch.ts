import { processAlarms } from '#server/evaluation/process-alarms.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { evaluateBatch } from '#server/evaluation/evaluate-batch.ts'
import { recordBuildings } from '#server/registry/building-change.store.ts'
import type { StoredBatch } from './ingest-readings.ts'

export async function finishBatch(tx: Db, taken: Omit<StoredBatch, 'verdicts'>, now: Date): Promise<void> {
  const { begun = [], changed = [], handled, arrived } = taken
  const { buildingIds, ...points } = arrived
  const { providerId = 0, reports = [] } = handled ?? {}
  if (handled || begun.length > 0) await processAlarms(tx, { begun, changed, providerId, reports, buildingIds }, now)
  if (begun.length > 0 || reports.length > 0) await recordBuildings(tx, buildingIds)
  if (points.pointIds.length > 0) await evaluateBatch(tx, { now, ...points, fallbackBuildingIds: buildingIds })
}
