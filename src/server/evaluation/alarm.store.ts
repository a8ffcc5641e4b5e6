import { and, eq, sql, type SQL } from 'drizzle-orm'
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { IS_OPEN } from '../registry/building-condition.store.ts'
import { building } from '../schema/building.table.ts'
import { epochMs } from '../platform/db/epoch-ms.ts'
import { likePattern } from '../platform/db/like-pattern.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Page } from '../platform/db/prepared.ts'
import { point } from '../schema/point.table.ts'
import { deviceEvent } from '../schema/record.table.ts'
import { alarm, alarmAct, alarmEvent } from '../schema/alarm.table.ts'
import { ackedInWave, currentAck, withMerged } from './alarm-of.store.ts'

const ackedAct = alias(alarmAct, 'acked')
const judgedAct = alias(alarmAct, 'judged')

/** Its point may have been deleted since. */
const firstRecord = (db: Db) =>
  db
    .select({
      eventId: alarmEvent.eventId,
      deviceNo: sql<string | null>`coalesce(${deviceEvent.deviceNo}, ${deviceEvent.pointNumber})`.as('first_no'),
      deviceName: deviceEvent.deviceName,
      floor: deviceEvent.floor,
      zone: deviceEvent.zone,
      descript: deviceEvent.descript,
    })
    .from(alarmEvent)
    .innerJoin(deviceEvent, eq(deviceEvent.id, alarmEvent.eventId))
    .where(and(eq(alarmEvent.alarmId, alarm.id), eq(alarmEvent.pointId, alarm.firstPointId)))
    .orderBy(alarmEvent.occurredAt, alarmEvent.eventId)
    .limit(1)
    .as('first_record')

const newestRecord = (db: Db) =>
  db
    .select({
      newestPointId: sql<string>`${alarmEvent.pointId}::text`.as('newest_point'),
      newestNo: sql<string | null>`coalesce(${deviceEvent.deviceNo}, ${deviceEvent.pointNumber})`.as('newest_no'),
      newestName: sql<string | null>`${deviceEvent.deviceName}`.as('newest_name'),
      newestFloor: sql<string | null>`${deviceEvent.floor}`.as('newest_floor'),
      newestZone: sql<string | null>`${deviceEvent.zone}`.as('newest_zone'),
      newestDescript: sql<string | null>`${deviceEvent.descript}`.as('newest_descript'),
      newestAt: sql<number>`${epochMs('alarm_event.occurred_at')}`.as('newest_at'),
    })
    .from(alarmEvent)
    .innerJoin(deviceEvent, eq(deviceEvent.id, alarmEvent.eventId))
    .where(and(eq(alarmEvent.alarmId, alarm.id), sql`${alarm.events} > 1`))
    .orderBy(sql`${alarmEvent.occurredAt} desc`, sql`${alarmEvent.eventId} desc`)
    .limit(1)
    .as('newest_record')

const FLOORS_OF_RECORDS = 100

const floors = sql<string[] | null>`case when ${alarm.points} > 1 then array(
  select e.floor from (select event_id, occurred_at from alarm_event where alarm_id = ${alarm.id}
    order by occurred_at desc, event_id desc limit ${FLOORS_OF_RECORDS}) m
  join device_event e on e.id = m.event_id where e.floor > ''
  group by e.floor order by max(m.occurred_at) desc, max(m.event_id) desc) end`

function select(db: Db) {
  const first = firstRecord(db)
  const newest = newestRecord(db)
  // The record may be past its retention.
  const named = (recorded: AnyPgColumn | SQL.Aliased<string | null>, registered: AnyPgColumn) =>
    sql<string | null>`case when ${first.eventId} is null then ${registered} else ${recorded} end`
  return db
    .select({
      alarm,
      buildingName: building.name,
      address: building.address,
      county: sql<string | null>`left(${building.county}, 6)`,
      deviceNo: named(first.deviceNo, point.deviceNo),
      deviceName: named(first.deviceName, point.deviceName),
      floor: named(first.floor, point.floor),
      zone: named(first.zone, point.zone),
      descript: named(first.descript, point.descript),
      ackBy: ackedAct.byName,
      ackedAt: ackedAct.tappedAt,
      judgeBy: judgedAct.byName,
      judgeOrganisation: judgedAct.byOrganisation,
      note: judgedAct.note,
      ackNote: ackedAct.note,
      calledAt: sql<number | null>`case when ${alarm.judgedAt} is null and not ${ackedInWave('alarm')}
        then ${epochMs('alarm.wave_at')} end`,
      newestPointId: newest.newestPointId,
      newestNo: newest.newestNo,
      newestName: newest.newestName,
      newestFloor: newest.newestFloor,
      newestZone: newest.newestZone,
      newestDescript: newest.newestDescript,
      newestAt: newest.newestAt,
      floors,
    })
    .from(alarm)
    .leftJoin(building, eq(building.id, alarm.buildingId))
    .leftJoin(point, eq(point.id, alarm.firstPointId))
    .leftJoinLateral(first, sql`true`)
    .leftJoinLateral(newest, sql`true`)
    .leftJoin(ackedAct, eq(ackedAct.id, currentAck('alarm')))
    .leftJoin(judgedAct, eq(judgedAct.id, alarm.judgedAct))
    .$dynamic()
}

export type AlarmEntry = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

async function count(db: Db, where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(alarm)
    .leftJoin(building, eq(building.id, alarm.buildingId))
    .where(where)
  return row?.total ?? 0
}

export function alarmNamed(words: readonly string[]): SQL | undefined {
  if (words.length === 0) return undefined
  const own = words.map(
    (word) => sql`(coalesce(${building.sought} like ${likePattern(word.toLowerCase())}, false)
      or concat_ws(' ', ${building.address}, ${alarm.source}, ${alarm.detail}) ilike ${likePattern(word)})`,
  )
  const inRecords = words.map((word, i) => sql`(${own[i]} or bool_or(t.named ilike ${likePattern(word)}))`)
  return sql`((${and(...own)}) or (select ${and(...inRecords)} from (
    select concat_ws(' ', e.device_name, e.device_no, e.point_number, e.floor, e.zone, e.descript) as named
      from alarm_event m join device_event e on e.id = m.event_id where m.alarm_id = ${alarm.id}
    union all select concat_ws(' ', p.device_name, p.device_no, p.floor, p.zone, p.descript)
      from point p where p.id = ${alarm.firstPointId}) t))`
}

const NEWEST_FIRST = [sql`${alarm.occurredAt} desc`, sql`${alarm.id} desc`] as const

const DAY_MS = 24 * 60 * 60_000

/** Also the order of homes and wall. */
const byUrgency = (now: Date) =>
  [
    sql`${alarm.verdict} is null`,
    sql`${alarm.kind} <> 'fire'`,
    sql`${alarm.lastAt} < ${new Date(now.getTime() - DAY_MS).toISOString()}::timestamptz`,
    sql`${alarm.ackedAt} is not null and (${alarm.waveAt} is null or ${ackedInWave('alarm')})`,
    sql`not ${alarm.fresh}`,
    alarm.priority,
    sql`greatest(${alarm.waveAt}, ${alarm.lastAt}) desc`,
    sql`${alarm.id} desc`,
  ] as const

/** Open alarms are few and sorted; others are read along an index. @param open 1 open, 0 others */
export async function listAlarms(
  db: Db,
  scope: SQL | undefined,
  open: 0 | 1 | undefined,
  { currentPage, pageSize }: Page,
  now: Date,
): Promise<{ rows: AlarmEntry[]; total: number }> {
  const isOpen = and(scope, IS_OPEN)
  const isOver = and(scope, sql`not ${IS_OPEN}`)
  const openTotal = open === 0 ? 0 : await count(db, isOpen)
  const overTotal = open === 1 ? 0 : await count(db, isOver)
  const offset = (currentPage - 1) * pageSize
  const rows =
    offset < openTotal
      ? await select(db)
          .where(isOpen)
          .orderBy(...byUrgency(now))
          .limit(pageSize)
          .offset(offset)
      : []
  const left = open === 1 ? 0 : pageSize - rows.length
  const others =
    left > 0
      ? await select(db)
          .where(isOver)
          .orderBy(...NEWEST_FIRST)
          .limit(left)
          .offset(Math.max(0, offset - openTotal))
      : []
  return { rows: [...rows, ...others], total: openTotal + overTotal }
}

export interface ShiftCounts {
  readonly total: number
  readonly open: number
  readonly before: number
  readonly real: number
  readonly false: number
  readonly maintenance: number
  readonly test: number
}

const NO_ALARMS: ShiftCounts = { total: 0, open: 0, before: 0, real: 0, false: 0, maintenance: 0, test: 0 }

export async function alarmsOfShift(
  db: Db,
  scope: SQL,
  since: Date,
  limit: number,
): Promise<{ rows: AlarmEntry[]; counts: ShiftCounts }> {
  const from = sql`${since.toISOString()}::timestamptz`
  const isBefore = sql`(${IS_OPEN} and ${alarm.occurredAt} < date_trunc('second', ${from}))`
  const isOwn = sql`(${alarm.receivedAt} >= ${from} or ${alarm.judgedAt} >= ${from}
      or ${alarm.endedAt} >= ${from} or ${alarm.id} = any(array(
        select alarm_id from alarm_act t where at >= ${from} and (event_id is null
          or exists (select 1 from alarm a where a.id = t.alarm_id and a.judged_act = t.id))
        union all select alarm_id from alarm_end where at >= ${from})))`
  const where = and(scope, sql`(${IS_OPEN} or ${isOwn})`)
  const judged = (verdict: number) => sql<number>`(count(*) filter (where ${alarm.verdict} = ${verdict}))::int`
  const [counts = NO_ALARMS] = await db
    .select({
      total: sql<number>`count(*)::int`,
      open: sql<number>`(count(*) filter (where ${IS_OPEN}))::int`,
      before: sql<number>`(count(*) filter (where ${isBefore}))::int`,
      real: judged(2),
      false: judged(1),
      maintenance: judged(3),
      test: judged(4),
    })
    .from(alarm)
    .leftJoin(building, eq(building.id, alarm.buildingId))
    .where(where)
  const rows = await select(db)
    .where(where)
    .orderBy(
      isBefore,
      sql`${isOwn} is not true`,
      sql`not ${IS_OPEN}`,
      sql`${alarm.receivedAt} desc`,
      sql`${alarm.id} desc`,
    )
    .limit(limit)
  return { rows, counts }
}

export async function findAlarms(db: Db, scope: SQL, ids: readonly number[]): Promise<AlarmEntry[]> {
  const rows = await select(db).where(and(scope, sql`${alarm.id} = any(${sql.param(ids)}::bigint[])`))
  return ids.flatMap((id) => rows.find((row) => row.alarm.id === id) ?? [])
}

/** The alarm it was finally merged into. */
export async function resolveMerged(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ id: string; now: string }>(sql`
    with recursive way(id, now, next) as (
      select id, id, joined_to from alarm where id = any(${sql.param(ids)}::bigint[])
      union all select w.id, a.id, a.joined_to from way w join alarm a on a.id = w.next)
    select id, now from way where next is null`)
  return new Map(rows.map(({ id, now }) => [Number(id), Number(now)]))
}

export interface RecordEntry {
  readonly id: string
  readonly pointId: string
  readonly deviceNo: string | null
  readonly deviceName: string | null
  readonly floor: string | null
  readonly zone: string | null
  readonly descript: string | null
  /** ms, like `endedAt`. */
  readonly occurredAt: number
  readonly endedAt: number | null
  readonly state: number
}

export async function recordsOf(db: Db, alarmId: number, limit: number): Promise<RecordEntry[]> {
  const { rows } = await db.execute<RecordEntry & Record<string, unknown>>(sql`
    select e.id::text as id, e.point_id::text as "pointId", coalesce(e.device_no, e.point_number) as "deviceNo",
      e.device_name as "deviceName", e.floor, e.zone, e.descript, ${epochMs('e.occurred_at')} as "occurredAt",
      ${epochMs('e.ended_at')} as "endedAt", e.state
    from (select event_id from alarm_event where alarm_id = ${alarmId} order by occurred_at desc, event_id desc limit ${limit}) m
    join device_event e on e.id = m.event_id
    order by e.occurred_at desc, e.id desc`)
  return rows
}

export interface ActEntry {
  readonly id: string
  readonly act: 'ack' | 'verdict' | 'undo'
  readonly verdict: number | null
  readonly note: string | null
  readonly rank: number
  readonly by: string | null
  readonly organisation: string | null
  readonly phone: string | null
  /** ms, like `at`. */
  readonly tappedAt: number
  readonly at: number
  readonly isLate: boolean
  readonly isUndone: boolean
  readonly isOwn: boolean
}

export interface Viewer {
  readonly accountId: number
  readonly unitId: number | null
  readonly isAuthority: boolean
}

export async function actsOf(
  db: Db,
  alarmId: number,
  { accountId, unitId, isAuthority }: Viewer,
  limit: number,
): Promise<ActEntry[]> {
  const { rows } = await db.execute<ActEntry & Record<string, unknown>>(sql`
    select a.id::text as id, a.act, a.verdict, a.note, a.rank, coalesce(a.by_name, v.name) as by,
      coalesce(a.by_organisation, v.name) as organisation,
      case when ${isAuthority}::boolean or coalesce(p.unit_id, c.unit_id) = ${unitId}::bigint
        then coalesce(a.by_phone, c.phone, p.phone) end as phone,
      ${epochMs('a.tapped_at')} as "tappedAt", ${epochMs('a.at')} as at, a.late as "isLate",
      exists (select 1 from alarm_act u where u.undoes = a.id) as "isUndone",
      a.account_id is not distinct from ${accountId}::bigint as "isOwn"
    from alarm_act a left join provider v on v.id = a.provider_id left join account p on p.id = a.account_id
      left join duty_contact c on c.id = a.contact_id
    where a.alarm_id = any(${withMerged(alarmId)})
    order by a.at desc, a.id desc limit ${limit}`)
  return rows
}

type EndEntry = Omit<ActEntry, 'act'> & { readonly act: 'end' }

export async function endsOf(
  db: Db,
  alarmId: number,
  { accountId, unitId, isAuthority }: Viewer,
  limit: number,
): Promise<EndEntry[]> {
  const { rows } = await db.execute<EndEntry & Record<string, unknown>>(sql`
    select 'end ' || e.id as id, 'end' as act, null as verdict, null as note, e.rank, e.by_name as by,
      e.by_organisation as organisation,
      case when ${isAuthority}::boolean or p.unit_id = ${unitId}::bigint then p.phone end as phone,
      ${epochMs('e.tapped_at')} as "tappedAt", ${epochMs('e.at')} as at, e.late as "isLate", false as "isUndone",
      e.account_id is not distinct from ${accountId}::bigint as "isOwn"
    from alarm_end e left join account p on p.id = e.account_id
    where e.alarm_id = any(${withMerged(alarmId)}) order by e.at desc, e.id desc limit ${limit}`)
  return rows
}
