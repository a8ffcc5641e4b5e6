import { sql } from 'drizzle-orm'
import type { EventKind } from '#contract/ingest.ts'
import type { Db } from '../platform/db/open-db.ts'
import { lockBuildingStates } from './evaluated-building.store.ts'
import { addReports, type HandlingReport } from './alarm-acts.store.ts'
import { alarmKindOf, raiseAlarms, raiseUnplaced } from './raise-alarms.ts'
import type { Signal } from './signal.rules.ts'
import { updateEnds, applyVerdicts } from './apply-verdicts.ts'

export interface NewEvent {
  readonly eventId: number | null
  readonly buildingId: number | null
  readonly pointId: number | null
  readonly source: string | null
  readonly pointNumber: string
  readonly kind: EventKind
  readonly apiId: number
  readonly occurredAt: Date
  readonly signal: Signal | null
}

export interface AlarmBatch {
  readonly begun: readonly NewEvent[]
  readonly changed: readonly number[]
  readonly reports: readonly HandlingReport[]
  readonly providerId: number
  /** Precondition: their reported points are locked. */
  readonly buildingIds: readonly number[]
}

type Touched = Pick<AlarmBatch, 'buildingIds' | 'changed'>

const touchedAlarms = ({ buildingIds, changed }: Touched) => sql`
  select id from alarm where building_id = any(${sql.param(buildingIds)}::bigint[]) and joined_to is null
    and (judged_at is null or (verdict = 2 and ended_at is null))
  union all select alarm_id from alarm_event where event_id = any(${sql.param(changed)}::bigint[])`

export async function processAlarms(tx: Db, batch: AlarmBatch, now: Date) {
  const { begun, reports, providerId, buildingIds } = batch
  await raiseUnplaced(tx, begun.flatMap(unplacedOf), now)
  const placed = begun.flatMap(({ eventId, buildingId, pointId, ...event }) =>
    eventId !== null && buildingId !== null && pointId !== null && alarmKindOf(event) !== null
      ? [{ ...event, eventId, buildingId, pointId }]
      : [],
  )
  const { rows: known } = await tx.execute(sql`${touchedAlarms(batch)} limit 1`)
  if (placed.length === 0 && reports.length === 0 && known.length === 0) return
  // Lock order: points, building states, alarms.
  await lockBuildingStates(tx, buildingIds)
  await raiseAlarms(tx, placed, now)
  const reported = await addReports(tx, providerId, reports, now)
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from alarm where id = any(array(select unnest(${sql.param(reported)}::bigint[]) union all ${touchedAlarms(batch)}))
    order by building_id, kind, id for update`)
  const ids = rows.map(({ id }) => Number(id))
  if (reported.length > 0) await applyVerdicts(tx, reported, now)
  await updateEnds(tx, ids)
}

const unplacedOf = ({ buildingId, source, pointNumber, kind, occurredAt }: NewEvent) =>
  buildingId === null && source !== null && kind === 'fire'
    ? [{ source, detail: `点位 ${pointNumber}`, occurredAt }]
    : []
