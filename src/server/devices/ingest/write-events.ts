import { sql } from 'drizzle-orm'
import { moveRecords } from '#server/evaluation/move-records.ts'
import { epochMs } from '#server/platform/db/epoch-ms.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import type { StatusReport, OperationReport, PhaseReport } from './event-report.ts'
import type { ChangedRecord } from './event-timeline.rules.ts'
import { apiOfEvent } from '../ingest.rules.ts'
import { type Placed, usedStatus } from './resolve-event-reports.ts'
import type { Track } from './load-timelines.ts'

const bigints = (values: readonly number[]) => sql`${sql.param(values)}::bigint[]`
const ints = (values: readonly number[]) => sql`${sql.param(values)}::int[]`
const texts = (values: readonly (string | null)[]) => sql`${sql.param(values)}::text[]`
const booleans = (values: readonly boolean[]) => sql`${sql.param(values)}::boolean[]`
const instants = (values: readonly (Date | number | null)[]) =>
  sql`${sql.param(values.map((at) => (at === null ? null : new Date(at).toISOString())))}::timestamptz[]`

const idOf = ({ point }: Placed<PhaseReport> | Placed<StatusReport>) => point.id
const iso = (now: Date) => sql`${now.toISOString()}::timestamptz`

export const reportKey = (...parts: (string | number)[]) => parts.join('|')

export async function makeMonths(tx: Db, months: Readonly<Record<string, readonly string[]>>): Promise<void> {
  const wanted = Object.entries(months).flatMap(([table, firsts]) => firsts.map((first) => ({ table, first })))
  await tx.execute(sql`
    select ensure_month(m.parent, m.first) from unnest(${texts(wanted.map(({ table }) => table))},
      ${sql.param(wanted.map(({ first }) => first))}::date[]) as m(parent, first)`)
}

export async function insertEnds(tx: Db, ends: readonly Placed<PhaseReport>[], now: Date): Promise<Set<string>> {
  if (ends.length === 0) return new Set()
  const { rows } = await tx.execute<{ point: string; kind: string; at: number; sequence: number }>(sql`
    insert into device_event_end (point_id, kind, ended_at, sequence, received_at, device_time)
    select n.point_id, n.kind, n.at, n.sequence, ${iso(now)}, n.device_time
    from unnest(${bigints(ends.map(idOf))}, ${texts(ends.map(({ report }) => report.kind))}, ${instants(ends.map(({ at }) => at))},
      ${ints(ends.map(({ report }) => report.sequence))}, ${instants(ends.map(deviceTimeOf))})
      as n(point_id, kind, at, sequence, device_time)
    on conflict do nothing
    returning point_id as point, kind, ${epochMs('ended_at')} as at, sequence`)
  return new Set(rows.map((row) => reportKey('end', row.point, row.kind, row.at, row.sequence)))
}

export const deviceTimeOf = ({ report, mark }: Placed) => (mark ? report.time : null)

/** As {@link insertEnds}. */
export async function insertStatuses(tx: Db, rows: readonly Placed<StatusReport>[], now: Date): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const used = rows.map(usedStatus)
  const { rows: fresh } = await tx.execute<{ point: string; at: number; sequence: number }>(sql`
    insert into component_status (point_id, at, sequence, told, lasting, received_at)
    select n.point_id, n.at, n.sequence, n.told, n.lasting, ${iso(now)}
    from unnest(${bigints(rows.map(idOf))}, ${instants(rows.map(({ at }) => at))}, ${ints(rows.map(({ report }) => report.sequence))},
      ${ints(used.map(({ told }) => told))}, ${ints(used.map(({ lasting }) => lasting))})
      as n(point_id, at, sequence, told, lasting)
    on conflict do nothing
    returning point_id as point, ${epochMs('at')} as at, sequence`)
  return new Set(fresh.map((row) => reportKey('status', row.point, '', row.at, row.sequence)))
}

/** As {@link insertEnds}. */
export async function insertOperations(
  tx: Db,
  rows: readonly Placed<OperationReport>[],
  now: Date,
): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const reports = rows.map(({ report }) => report)
  const { rows: fresh } = await tx.execute<{ building: string; place: string; at: number; sequence: number }>(sql`
    insert into controller_operation (building_id, place, at, sequence, bits, operator, resets, received_at)
    select n.*, ${iso(now)}
    from unnest(${bigints(rows.map(({ buildingId }) => buildingId))}, ${texts(reports.map(({ pointNumber }) => pointNumber))},
      ${instants(rows.map(({ at }) => at))}, ${ints(reports.map(({ sequence }) => sequence))}, ${ints(reports.map(({ bits }) => bits))},
      ${ints(reports.map(({ operator }) => operator))}, ${booleans(reports.map(({ resets }) => resets))})
      as n(building_id, place, at, sequence, bits, operator, resets)
    on conflict do nothing
    returning building_id as building, place, ${epochMs('at')} as at, sequence`)
  return new Set(fresh.map((row) => reportKey('operations', row.building, row.place, row.at, row.sequence)))
}

export interface RecordRow {
  readonly track: Track
  readonly at: number
  readonly sequence: number
  readonly endedAt: number | null
  readonly from: Placed | undefined
  readonly fromStatus: boolean
}

export async function insertRecords(tx: Db, rows: readonly RecordRow[], now: Date): Promise<number[]> {
  if (rows.length === 0) return []
  const { rows: written } = await tx.execute<{ id: string; nth: number }>(sql`
    with given as materialized (
      select nextval(pg_get_serial_sequence('device_event', 'id')) as id, * from unnest(
        ${bigints(rows.map(({ track }) => track.point.id))}, ${bigints(rows.map(({ track }) => track.point.buildingId))},
        ${ints(rows.map(({ track }) => apiOfEvent(track.point, track.kind)))}, ${texts(rows.map(({ track }) => track.kind))},
        ${instants(rows.map(({ at }) => at))}, ${ints(rows.map(({ sequence }) => sequence))}, ${instants(rows.map(({ endedAt }) => endedAt))},
        ${texts(rows.map(({ from }) => from?.mark ?? null))}, ${instants(rows.map(({ from }) => (from ? deviceTimeOf(from) : null)))},
        ${booleans(rows.map(({ track }) => !track.point.isListed))}, ${booleans(rows.map(({ fromStatus }) => fromStatus))})
        with ordinality as n(point_id, building_id, api_id, kind, at, sequence, ended_at, time_mark, device_time, unregistered, from_status, nth)
    ), written as (
      insert into device_event (id, point_id, building_id, api_id, kind, occurred_at, received_at, sequence, ended_at,
        time_mark, device_time, unregistered, from_status)
      select id, point_id, building_id, api_id, kind, at, ${iso(now)}, sequence, ended_at, time_mark, device_time, unregistered, from_status
      from given
    )
    select id, nth from given order by nth`)
  return written.map(({ id }) => Number(id))
}

export async function updateRecords(tx: Db, rows: readonly ChangedRecord[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    update device_event d set occurred_at = n.at, sequence = n.sequence, ended_at = n.ended_at
    from unnest(${bigints(rows.map(({ known }) => known.id))}, ${instants(rows.map(({ known }) => known.at))},
      ${instants(rows.map(({ at }) => at))}, ${ints(rows.map(({ sequence }) => sequence))}, ${instants(rows.map(({ endedAt }) => endedAt))})
      as n(id, was, at, sequence, ended_at)
    where d.id = n.id and d.occurred_at = n.was`)
  const moved = rows.filter(({ known, at }) => known.at !== at)
  if (moved.length > 0)
    await moveRecords(
      tx,
      moved.map(({ known, at }) => ({ eventId: known.id, at })),
    )
}
