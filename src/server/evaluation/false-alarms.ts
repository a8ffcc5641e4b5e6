import { sql } from 'drizzle-orm'
import { toWireTime } from '#contract/time.ts'
import { epochMs } from '../platform/db/epoch-ms.ts'
import type { Db } from '../platform/db/open-db.ts'
import { recordBuildings } from '../registry/building-change.store.ts'

const CAUSE = 'false-alarms'
/** GB 50440, chapter 8. */
const MOST_PER_DAY = 5
const DAYS_IN_A_ROW = 3
const WINDOW_DAYS = 28
const QUIET_DAYS = 7

const bigints = (values: readonly number[]) => sql`${sql.param(values)}::bigint[]`

interface Device extends Record<string, unknown> {
  readonly point_id: string
  readonly building_id: string
  readonly system_id: number
  readonly device_no: string
  readonly device_name: string
  readonly times: number
  /** ms */
  readonly since: number | null
  readonly is_open: boolean
  readonly is_repeated: boolean
}

/** Independent of the order of verdicts. Precondition: the points are locked, or the caller is the job. */
async function updateDevices(tx: Db, pointIds: readonly number[], now: Date): Promise<void> {
  if (pointIds.length === 0) return
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await tx.execute<Device>(sql`
    with f as (
      select e.point_id, e.occurred_at, (e.occurred_at at time zone 'Asia/Shanghai')::date as day,
        row_number() over (partition by e.point_id, (e.occurred_at at time zone 'Asia/Shanghai')::date order by e.occurred_at, e.id) as nth
      from unnest(${bigints(pointIds)}) n(point_id)
        left join problem x on x.point_id = n.point_id and x.cause = ${CAUSE} and x.solved_at is null
        join device_event e on e.point_id = n.point_id
      where e.kind = 'fire' and e.state = 1 and e.occurred_at > least(${at} - make_interval(days => ${WINDOW_DAYS}::int),
          x.happened_at - make_interval(days => ${DAYS_IN_A_ROW}::int))
        and e.occurred_at <= ${at} + interval '1 hour'),
    d as (
      select point_id, day, count(*)::int as times, min(occurred_at) as first, max(occurred_at) as last,
        min(occurred_at) filter (where nth = ${MOST_PER_DAY + 1}) as too_many,
        day - ${DAYS_IN_A_ROW - 1}::int = lag(day, ${DAYS_IN_A_ROW - 1}::int) over (partition by point_id order by day) as in_a_row
      from f group by point_id, day),
    s as (
      select point_id, sum(times)::int as times, min(least(too_many, case when in_a_row then first end)) as since,
        max(last) as last from d group by point_id)
    select p.id as point_id, p.building_id, p.system_id, coalesce(p.device_no, p.point_number) as device_no,
      coalesce(p.device_name, '') as device_name, coalesce(s.times, 0) as times, ${epochMs('s.since')} as since,
      exists (select 1 from problem x where x.point_id = p.id and x.cause = ${CAUSE} and x.solved_at is null) as is_open,
      coalesce(s.since is not null and s.last > ${at} - make_interval(days => ${QUIET_DAYS}::int), false) as is_repeated
    from point p left join s on s.point_id = p.id where p.id = any(${bigints(pointIds)}) order by p.id`)
  const changed = rows.filter((row) => row.is_open !== row.is_repeated)
  for (const row of changed) await (row.is_repeated ? open(tx, row, now) : solve(tx, row, now))
  await recordBuildings(tx, [...new Set(changed.map((row) => Number(row.building_id)))])
}

async function open(tx: Db, row: Device, now: Date): Promise<void> {
  const since = new Date(row.since ?? now)
  await tx.execute(sql`
    insert into problem (building_id, point_id, cause, system_id, device_no, item_desc, content, advice, problem_type, happened_at,
      opened_at)
    values (${Number(row.building_id)}, ${Number(row.point_id)}, ${CAUSE}, ${row.system_id}, ${row.device_no},
      ${`${row.device_name}：误报频繁`},
      ${`近 ${WINDOW_DAYS} 天误报 ${row.times} 次，${toWireTime(since)} 起一天超过 ${MOST_PER_DAY} 次或连续 ${DAYS_IN_A_ROW} 天误报。`},
      ${`请维保人员清洁或更换该设备，检查安装位置和接线；连续 ${QUIET_DAYS} 天没有误报后自动解决。检修期间请先进行检修登记。`},
      1, ${since.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz)
    on conflict (point_id, cause) where solved_at is null do nothing`)
}

async function solve(tx: Db, { point_id: pointId }: Device, now: Date): Promise<void> {
  await tx.execute(sql`
    update problem set solved_at = greatest(happened_at, ${now.toISOString()}::timestamptz)
    where point_id = ${Number(pointId)} and cause = ${CAUSE} and solved_at is null`)
}

export async function updateFalseAlarms(tx: Db, alarmIds: readonly number[], now: Date): Promise<void> {
  const { rows } = await tx.execute<{ point_id: string }>(
    sql`select distinct point_id from alarm_event where alarm_id = any(${bigints(alarmIds)})`,
  )
  const pointIds = rows.map((row) => Number(row.point_id))
  await updateDevices(tx, pointIds, now)
}

export async function solveQuietDevices(db: Db, now: Date): Promise<number> {
  const { rows } = await db.execute<{ point_id: string }>(
    sql`select point_id from problem where cause = ${CAUSE} and solved_at is null`,
  )
  const pointIds = rows.map((row) => Number(row.point_id))
  await db.transaction((tx) => updateDevices(tx, pointIds, now))
  return pointIds.length
}
