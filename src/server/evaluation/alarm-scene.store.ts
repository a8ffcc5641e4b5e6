import { sql } from 'drizzle-orm'
import { FIGURE_RANGES, type FigureName } from '#contract/measures.ts'
import { epochMs } from '../platform/db/epoch-ms.ts'
import type { Db } from '../platform/db/open-db.ts'
import { ackedInWave } from './alarm-of.store.ts'
import type { RecordEntry } from './alarm.store.ts'

const HISTORY_MS = 90 * 24 * 60 * 60_000
const BEFORE_OTHERS_MS = 10 * 60_000
const BEFORE_READINGS_MS = 60 * 60_000
const AFTER_MS = 30 * 60_000
/** Points without readings take places too. */
const CANDIDATES = 12

const time = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`

interface OtherEvent extends Omit<RecordEntry, 'state'> {
  readonly kind: 'fire' | 'fault' | 'shield' | 'action'
}

/** @param occurredAt ms */
export async function othersOf(
  db: Db,
  { id, buildingId, occurredAt }: { id: number; buildingId: number; occurredAt: number },
  limit: number,
): Promise<OtherEvent[]> {
  const { rows } = await db.execute<OtherEvent & Record<string, unknown>>(sql`
    select e.id::text as id, e.point_id::text as "pointId", e.kind, coalesce(e.device_no, e.point_number) as "deviceNo",
      e.device_name as "deviceName", e.floor, e.zone, e.descript, ${epochMs('e.occurred_at')} as "occurredAt",
      ${epochMs('e.ended_at')} as "endedAt"
    from device_event e
    where e.building_id = ${buildingId} and e.occurred_at >= ${time(occurredAt - BEFORE_OTHERS_MS)}
      and e.occurred_at <= ${time(occurredAt + AFTER_MS)}
      and not exists (select 1 from alarm_event m where m.event_id = e.id and m.alarm_id = ${id})
    order by e.occurred_at, e.id limit ${limit}`)
  return rows
}

export interface EarlierAlarm {
  readonly alarmId: string
  /** ms */
  readonly occurredAt: number
  readonly verdict: number | null
}

export async function earlierAlarms(
  db: Db,
  { id, pointId, occurredAt }: { id: number; pointId: number; occurredAt: number },
  limit: number,
): Promise<EarlierAlarm[]> {
  const { rows } = await db.execute<EarlierAlarm & Record<string, unknown>>(sql`
    select a.id::text as "alarmId", ${epochMs('a.occurred_at')} as "occurredAt", a.verdict
    from alarm a where a.id <> ${id} and a.joined_to is null and a.id in (
      select m.alarm_id from device_event e join alarm_event m on m.event_id = e.id
      where e.point_id = ${pointId} and e.occurred_at >= ${time(occurredAt - HISTORY_MS)}
        and e.occurred_at < ${time(occurredAt)})
    order by a.occurred_at desc, a.id desc limit ${limit}`)
  return rows
}

/** By what says most about a fire. */
const FIGURES = (['temperature', 'concentration', 'residualCurrent', 'current', 'pressure', 'level'] as const).filter(
  (name) => FIGURE_RANGES[name].unit !== '',
)

export interface Curve {
  readonly deviceId: string
  readonly deviceNo: string | null
  readonly deviceName: string | null
  readonly floor: string | null
  readonly zone: string | null
  readonly figure: FigureName
  readonly points: readonly { readonly at: number; readonly value: number }[]
}

interface Gauge extends Record<string, unknown> {
  readonly id: string
  readonly deviceNo: string | null
  readonly deviceName: string | null
  readonly floor: string | null
  readonly zone: string | null
  readonly latest: Record<string, number | string>
}

/** Its own devices, then its first device's floor. */
export async function curvesOf(
  db: Db,
  { id, buildingId, floor, occurredAt }: { id: number; buildingId: number; floor: string | null; occurredAt: number },
  mostCurves: number,
  mostReadings: number,
): Promise<Curve[]> {
  const { rows: gauges } = await db.execute<Gauge>(sql`
    select p.id::text as id, p.device_no as "deviceNo", p.device_name as "deviceName", p.floor, p.zone, p.latest
    from point p left join lateral (select 1 as own from alarm_event m where m.alarm_id = ${id} and m.point_id = p.id limit 1) o
      on true
    where p.building_id = ${buildingId} and (o.own is not null or p.floor = ${floor}::text)
      and p.latest_at >= ${time(occurredAt - BEFORE_READINGS_MS)}
      and p.latest ?| ${sql.param([...FIGURES])}::text[]
    order by o.own nulls last, p.id limit ${CANDIDATES}`)
  const curves: Curve[] = []
  for (const { id: deviceId, latest, ...gauge } of gauges) {
    const figure = FIGURES.find((name) => typeof latest[name] === 'number')
    if (!figure || curves.length === mostCurves) continue
    const { rows: points } = await db.execute<{ at: number; value: number }>(sql`
      select ${epochMs('at')} as at, (measures ->> ${figure})::float8 as value from reading
      where point_id = ${deviceId}::bigint and at >= ${time(occurredAt - BEFORE_READINGS_MS)}
        and at <= ${time(occurredAt + AFTER_MS)} and jsonb_typeof(measures -> ${figure}) = 'number'
      order by at desc, sequence desc limit ${mostReadings}`)
    if (points.length > 1) curves.push({ deviceId, ...gauge, figure, points: points.toReversed() })
  }
  return curves
}

/** `at`: ms, the database's. */
export async function nextCallOf(db: Db, alarmId: number) {
  const { rows } = await db.execute<{ at: number; send: string[] }>(sql`
    select ${epochMs('s.due_at')} as at, s.plan -> 'send' as send
    from alarm a join alarm_step s on s.alarm_id = a.id and s.wave = a.wave
    where a.id = ${alarmId} and a.judged_at is null and s.done_at is null and s.plan is not null
      and jsonb_array_length(s.plan -> 'send') > 0 and (s.kind = 'judge' or (s.kind = 'call' and not ${ackedInWave('a')}))
    order by s.due_at limit 1`)
  return rows[0]
}

export async function providerOf(db: Db, buildingId: number) {
  const { rows } = await db.execute<{ name: string; phone: string | null }>(sql`
    select v.name, v.link_man_phone as phone from building b join provider v on v.id = b.provider_id where b.id = ${buildingId}`)
  return rows[0]
}
