import { sql, type SQL } from 'drizzle-orm'
import { epochMs } from '../platform/db/epoch-ms.ts'
import type { Db } from '../platform/db/open-db.ts'
import { ratePriority, startWaves } from './start-waves.ts'
import { recordAlarms } from './alarm-change.store.ts'
import { ELECTRICAL_ALARM_API } from './gauge-limits.ts'
import { areIndependent, isSummaryOf, type Signal } from './signal.rules.ts'

export interface StoredEvent {
  readonly eventId: number
  readonly buildingId: number
  readonly pointId: number
  readonly kind: string
  readonly apiId: number
  readonly occurredAt: Date
  /** Undefined: now. */
  readonly receivedAt?: Date
  readonly signal: Signal | null
}

export type AlarmKind = 'fire' | 'electrical'

export function alarmKindOf({ kind, apiId }: Pick<StoredEvent, 'kind' | 'apiId'>): AlarmKind | null {
  if (apiId === ELECTRICAL_ALARM_API) return 'electrical'
  return kind === 'fire' ? 'fire' : null
}

const bigints = (values: readonly number[]) => sql`${sql.param(values)}::bigint[]`
const texts = (values: readonly (string | null)[]) => sql`${sql.param(values)}::text[]`
const instants = (values: readonly Date[]) => sql`${sql.param(values.map((at) => at.toISOString()))}::timestamptz[]`

/** Precondition: points and building states are locked. */
export async function raiseAlarms(tx: Db, events: readonly StoredEvent[], now: Date): Promise<number[]> {
  const rows = events.flatMap((event) => {
    const kind = alarmKindOf(event)
    return kind ? [{ ...event, kind }] : []
  })
  if (rows.length === 0) return []
  const places = [...new Map(rows.map((row) => [`${row.buildingId} ${row.kind}`, row])).values()]
  // Fixed order for all transactions to prevent deadlocks.
  places.sort((a, b) => a.buildingId - b.buildingId || (a.kind < b.kind ? -1 : 1))
  const { rows: opened } = await tx.execute<Opened & Record<string, unknown>>(sql`
    insert into alarm (building_id, kind, priority, occurred_at, received_at, last_at, first_point_id)
    select n.building_id, n.kind, 3, n.at, n.received_at, n.at, n.point_id
    from unnest(${bigints(places.map((row) => row.buildingId))}, ${texts(places.map((row) => row.kind))},
      ${instants(places.map((row) => row.occurredAt))}, ${instants(places.map((row) => row.receivedAt ?? now))},
      ${bigints(places.map((row) => row.pointId))}) with ordinality as n(building_id, kind, at, received_at, point_id, place)
    order by n.place
    on conflict (building_id, kind) where judged_at is null and joined_to is null do update set version = alarm.version + 1
    returning id, building_id, kind, xmax = 0 as is_new, wave, ${epochMs('wave_at')} as wave_at, ${epochMs('last_at')} as last_at`)
  const alarmOf = new Map(opened.map(({ id, building_id, kind }) => [`${building_id} ${kind}`, Number(id)]))
  const joining = rows.map((row) => ({ ...row, alarmId: alarmOf.get(`${row.buildingId} ${row.kind}`) ?? 0 }))
  await join(tx, joining)
  await ratePriority(tx, [...alarmOf.values()])
  const raised = opened.map((row) => ({
    id: Number(row.id),
    isNew: row.is_new,
    wave: row.wave,
    waveAt: row.wave_at,
    lastAt: row.last_at,
  }))
  await startWaves(tx, raised, joining, now)
  await recordAlarms(tx, [...alarmOf.values()])
  return [...alarmOf.values()]
}

interface Opened {
  readonly id: string
  readonly building_id: string
  readonly kind: AlarmKind
  readonly is_new: boolean
  readonly wave: number
  readonly wave_at: number | null
  readonly last_at: number
}

/** A second point within this span confirms a fire. */
const SECOND_WITHIN = sql`interval '3 minutes'`

const besideOneOf = (table: string, row: string) => sql`exists (select 1 from ${sql.raw(`${table} x
  where x.alarm_id = ${row}.alarm_id`)} and ${areIndependent('x', row)}
  and x.occurred_at between ${sql.raw(row)}.occurred_at - ${SECOND_WITHIN} and ${sql.raw(row)}.occurred_at + ${SECOND_WITHIN})`

/** Of devices, adjacent records suffice. */
export const besideIn = (rows: string): SQL => sql`case when signal = 'summary' then ${besideOneOf(rows, rows)}
  else lag(point_id) over w <> point_id and occurred_at - lag(occurred_at) over w <= ${SECOND_WITHIN} end`
export const BESIDE_WINDOW = sql.raw(
  `window w as (partition by alarm_id, coalesce(signal, '') = 'summary' order by occurred_at, point_id)`,
)

async function join(
  tx: Db,
  rows: readonly (Pick<StoredEvent, 'eventId' | 'occurredAt' | 'pointId' | 'signal'> & { alarmId: number })[],
): Promise<void> {
  // `alarm_event` holds only earlier records here.
  const { rows: grown } = await tx.execute<{ id: string; points: number }>(sql`
    with added as (
      insert into alarm_event (event_id, alarm_id, occurred_at, point_id, signal)
      select * from unnest(${bigints(rows.map((row) => row.eventId))}, ${bigints(rows.map((row) => row.alarmId))},
        ${instants(rows.map((row) => row.occurredAt))}, ${bigints(rows.map((row) => row.pointId))}, ${texts(rows.map((row) => row.signal))})
      on conflict do nothing returning *),
    neighbours as (
      select *, ${besideIn('added')} as beside_added, ${besideOneOf('alarm_event', 'added')} as beside_known,
        exists (select 1 from alarm_event x where x.alarm_id = added.alarm_id and x.point_id = added.point_id) as point_known
      from added ${BESIDE_WINDOW}),
    sums as (
      select alarm_id, count(*)::int as events, (count(distinct point_id) filter (where not point_known))::int as points,
        min(occurred_at) as first, max(occurred_at) as last, (array_agg(point_id order by occurred_at, point_id))[1] as first_point,
        bool_or(coalesce(beside_added, false) or beside_known) as second
      from neighbours group by alarm_id)
    update alarm a set events = a.events + s.events, points = a.points + s.points,
      first_point_id = case when a.events = 0 or (s.first, s.first_point) < (a.occurred_at, a.first_point_id)
        then s.first_point else a.first_point_id end,
      occurred_at = case when a.events = 0 then s.first else least(a.occurred_at, s.first) end,
      last_at = case when a.events = 0 then s.last else greatest(a.last_at, s.last) end,
      second = a.second or s.second
    from sums s where a.id = s.alarm_id returning a.id, s.points`)
  const ids = [
    ...rows.flatMap(({ alarmId, signal }) => (signal === null ? [] : alarmId)),
    ...grown.flatMap(({ id, points }) => (points > 0 ? Number(id) : [])),
  ]
  if (ids.length > 0) await recountPoints(tx, [...new Set(ids)])
}

export async function recountPoints(tx: Db, alarmIds: readonly number[]): Promise<void> {
  await tx.execute(sql`
    update alarm a set points = n.points
    from (
      select d.alarm_id, count(*) filter (where not exists (select 1 from alarm_event x
        where x.alarm_id = d.alarm_id and ${isSummaryOf('d', 'x')}))::int as points
      from (select alarm_id, point_id, case when bool_and(coalesce(signal, '') = 'summary') then 'summary' end as signal
        from alarm_event where alarm_id = any(array(
          select alarm_id from alarm_event where alarm_id = any(${bigints(alarmIds)}) and signal = 'summary'))
        group by alarm_id, point_id) d group by d.alarm_id) n
    where a.id = n.alarm_id and a.points <> n.points`)
}

export interface UnplacedFire {
  readonly source: string
  readonly detail: string | null
  readonly occurredAt: Date
}

export async function raiseUnplaced(tx: Db, fires: readonly UnplacedFire[], now: Date): Promise<void> {
  for (const { source, detail, occurredAt } of fires.toSorted((a, b) => (a.source < b.source ? -1 : 1))) {
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into alarm (source, detail, kind, priority, occurred_at, received_at, last_at, events)
      values (${source}, ${detail}, 'fire', 2, ${occurredAt.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz,
        ${occurredAt.toISOString()}::timestamptz, 1)
      on conflict (source, kind) where building_id is null and judged_at is null and joined_to is null
      do update set version = alarm.version + 1, events = alarm.events + 1, ended_at = null,
        detail = case when excluded.occurred_at < alarm.occurred_at then excluded.detail else alarm.detail end,
        occurred_at = least(alarm.occurred_at, excluded.occurred_at),
        last_at = greatest(alarm.last_at, excluded.last_at)
      returning id`)
    await recordAlarms(
      tx,
      rows.map(({ id }) => Number(id)),
    )
  }
}
