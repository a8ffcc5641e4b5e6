import { sql } from 'drizzle-orm'
import { epochMs } from '../platform/db/epoch-ms.ts'
import type { Db } from '../platform/db/open-db.ts'
import { ackedInWave } from './alarm-of.store.ts'
import { shelfOf } from './shelf.store.ts'
import { isSummaryOf } from './signal.rules.ts'
import { isFresh, MANUAL_CALL_POINT, SILENT_MS, startsWave, SURE_DEVICE_TYPES, type WaveRecord } from './wave.rules.ts'

const bigints = (values: readonly number[]) => sql`${sql.param(values)}::bigint[]`

export interface RaisedAlarm {
  readonly id: number
  readonly isNew: boolean
  readonly wave: number
  /** ms, like `lastAt`. */
  readonly waveAt: number | null
  readonly lastAt: number
}

interface JoinedRecord {
  readonly eventId: number
  readonly alarmId: number
  readonly buildingId: number
  readonly pointId: number
  readonly occurredAt: Date
}

/** Codes of `fireHandling`. */
const PROPOSED = { maintenance: 3, test: 4 } as const
type ShelfReason = keyof typeof PROPOSED
type RecordFacts = WaveRecord & { readonly shelf: ShelfReason | null }

const place = (of: string, pointId: string) =>
  sql.raw(
    `case when ${of}.id is null then 'point ' || ${pointId} else coalesce(${of}.floor, '') || '|' || coalesce(${of}.zone, '') end`,
  )

/** Precondition: the alarms are locked. */
export async function startWaves(
  tx: Db,
  alarms: readonly RaisedAlarm[],
  records: readonly JoinedRecord[],
  now: Date,
): Promise<void> {
  const at = now.getTime()
  const fresh = records.filter(({ occurredAt }) => isFresh(occurredAt.getTime(), at))
  const facts = fresh.length > 0 ? await factsOf(tx, fresh, now) : new Map<number, RecordFacts>()
  const started: number[] = []
  const replayed: number[] = []
  const shelved: Record<ShelfReason, number[]> = { maintenance: [], test: [] }
  for (const alarm of alarms) {
    const own = fresh.filter(({ alarmId }) => alarmId === alarm.id).flatMap(({ eventId }) => facts.get(eventId) ?? [])
    const isAcked = own.length > 0 && alarm.wave > 0 && (await isAckedNow(tx, alarm.id))
    if (startsWave({ ...alarm, isAcked }, own, at)) started.push(alarm.id)
    else if (own.length === 0 && (alarm.isNew || isSilentBefore(alarm, records))) replayed.push(alarm.id)
    const [first] = own
    if (alarm.isNew && first?.shelf && own.every(({ isShelved }) => isShelved)) shelved[first.shelf].push(alarm.id)
  }
  const freshIds = [...new Set(fresh.map(({ alarmId }) => alarmId))]
  const changed = [...shelved.test, ...shelved.maintenance, ...started]
  if (freshIds.length > 0)
    await tx.execute(sql`
      update alarm set fresh = true,
        proposal = case when id = any(${bigints(started)}) then null when id = any(${bigints(shelved.test)}) then ${PROPOSED.test}
          when id = any(${bigints(shelved.maintenance)}) then ${PROPOSED.maintenance} else proposal end
      where id = any(${bigints(freshIds)}) and (not fresh or id = any(${bigints(changed)}))`)
  if (started.length > 0) await startWave(tx, started, now)
  if (replayed.length > 0)
    await tx.execute(sql`
      insert into alarm_step (alarm_id, wave, step, kind, due_at)
      select a.id, a.wave, coalesce((select greatest(98, max(s.step)) + 1 from alarm_step s where s.alarm_id = a.id and s.wave = a.wave), 0),
        'digest', clock_timestamp() + interval '1 minute' from alarm a
      where a.id = any(${bigints(replayed)}) and not exists (select 1 from alarm_step s where s.alarm_id = a.id and s.kind = 'digest'
        and (s.done_at is null or s.done_at > clock_timestamp() - interval '10 minutes'))
      on conflict do nothing`)
}

const isSilentBefore = ({ id, lastAt }: RaisedAlarm, records: readonly JoinedRecord[]) =>
  records.some(({ alarmId, occurredAt }) => alarmId === id && occurredAt.getTime() - lastAt > SILENT_MS)

export async function startWave(tx: Db, alarmIds: readonly number[], now: Date): Promise<void> {
  await tx.execute(sql`
    with waves as (update alarm set wave = wave + 1, wave_at = ${now.toISOString()}::timestamptz
      where id = any(${bigints(alarmIds)}) returning id, wave)
    insert into alarm_step (alarm_id, wave, step) select id, wave, 0 from waves on conflict do nothing`)
}

async function isAckedNow(tx: Db, id: number): Promise<boolean> {
  const { rows } = await tx.execute<{ acked: boolean }>(
    sql`select ${ackedInWave('a')} as acked from alarm a where a.id = ${id}`,
  )
  return rows[0]?.acked ?? false
}

async function factsOf(tx: Db, records: readonly JoinedRecord[], now: Date): Promise<Map<number, RecordFacts>> {
  const ids = records.map(({ eventId }) => eventId)
  const { rows } = await tx.execute<{
    event_id: string
    at: number
    device_type: number | null
    shelf: ShelfReason | null
    elsewhere: boolean
    chattering: boolean
  }>(sql`
    with n as (
      select m.event_id, m.alarm_id, m.point_id, m.occurred_at, m.signal,
        case when m.signal = 'manual' then ${MANUAL_CALL_POINT} else p.device_type end as device_type, p.system_id, a.building_id, a.wave, ${place('p', 'm.point_id')} as place
      from alarm_event m join alarm a on a.id = m.alarm_id left join point p on p.id = m.point_id
      where m.event_id = any(${bigints(ids)})),
    places as (select alarm_id, place, wave > 0 and not exists (
        select 1 from alarm_event x left join point q on q.id = x.point_id
        where x.alarm_id = d.alarm_id and ${place('q', 'x.point_id')} = d.place and x.event_id <> all(${bigints(ids)})) as elsewhere
      from (select distinct alarm_id, place, wave from n where place is not null) d),
    chatter as (select point_id, bool_or(gap <= interval '1 minute') as chattering from (
        select x.point_id, x.occurred_at - lag(x.occurred_at, 2) over (partition by x.point_id order by x.occurred_at) as gap
        from (select distinct alarm_id, point_id from n where wave > 0) d
        join alarm_event x on x.alarm_id = d.alarm_id and x.point_id = d.point_id
          and x.occurred_at > ${new Date(now.getTime() - 11 * 60_000).toISOString()}::timestamptz) g group by point_id)
    select n.event_id, ${epochMs('n.occurred_at')} as at, n.device_type, coalesce(l.elsewhere, false) and not exists (
        select 1 from alarm_event x where x.alarm_id = n.alarm_id and ${isSummaryOf('n', 'x')}) as elsewhere,
      coalesce(c.chattering, false) as chattering, ${shelfOf('n', now)} as shelf
    from n left join places l on l.alarm_id = n.alarm_id and l.place = n.place left join chatter c on c.point_id = n.point_id`)
  return new Map(
    rows.map((row) => [
      Number(row.event_id),
      {
        occurredAt: row.at,
        deviceType: row.device_type,
        shelf: row.shelf,
        isShelved: row.shelf !== null,
        isElsewhere: row.elsewhere,
        isChattering: row.chattering,
      },
    ]),
  )
}

/** From all records: independent of the order of arrival. */
export async function ratePriority(tx: Db, alarmIds: readonly number[]): Promise<void> {
  await tx.execute(sql`
    update alarm a set priority = n.priority from (
      select a.id, case
        when a.verdict = 2 then 1
        when a.kind = 'electrical' then 3
        when a.second or exists (select 1 from alarm_event m left join point p on p.id = m.point_id where m.alarm_id = a.id
          and (m.signal = 'manual' or p.device_type = any(${sql.param(SURE_DEVICE_TYPES)}::int[]))) then 1
        when b.building_type in (1, 2) or b.height_id in (3, 4) or exists (select 1 from building_unit u
          join unit on unit.id = u.unit_id where u.building_id = b.id and u.kind = 'bound' and unit.type = 1) then 2
        else 3 end as priority
      from alarm a join building b on b.id = a.building_id where a.id = any(${bigints(alarmIds)})) n
    where a.id = n.id and a.priority <> n.priority`)
}
