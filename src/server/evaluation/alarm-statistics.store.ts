import { sql, type SQL } from 'drizzle-orm'
import { FALSE_CAUSES, NO_CAUSE } from '#contract/alarm.rules.ts'
import { FLOOD_ALARMS, type StatisticsPick, TREND_PICKS } from '#contract/alarm-statistics.ts'
import { epochMs } from '../platform/db/epoch-ms.ts'
import type { Db } from '../platform/db/open-db.ts'

export interface StatisticsBase {
  readonly scope: SQL
  readonly start: Date
  /** Exclusive. */
  readonly end: Date
}

export interface PickedAlarms {
  readonly pick: StatisticsPick
  /** Empty: any. */
  readonly cause: string
  readonly pointId: number | undefined
}

const CALLED = sql`a.wave > 0`
const JUDGED = sql`(${CALLED} and a.judged_at is not null and a.judged_rank > 1)`
const ACKED = sql`(${CALLED} and a.acked_at is not null)`
const PICKS: Readonly<Record<StatisticsPick, SQL>> = {
  all: sql`true`,
  real: sql`a.verdict = 2`,
  false: sql`a.verdict = 1`,
  maintenance: sql`a.verdict = 3`,
  test: sql`a.verdict = 4`,
  undecided: sql`a.judged_at is null`,
  called: CALLED,
  acked: ACKED,
  judged: JUDGED,
  repeated: sql`a.wave > 1`,
  flood: sql`a.bin in (select bin from bins)`,
}
const NAMES = Object.keys(PICKS) as readonly StatisticsPick[]

const CAUSE = sql`case when split_part(coalesce(a.note, ''), '；', 1) = any(${sql.param([...FALSE_CAUSES])}::text[])
  then split_part(a.note, '；', 1) else ${NO_CAUSE}::text end`

/** CTEs `a` (alarms) and `bins` (ten-minute spans of floods). */
const withAlarms = ({ scope, start, end }: StatisticsBase) => sql`
  with a as materialized (
    select alarm.id, alarm.building_id, alarm.occurred_at, alarm.received_at, alarm.wave, alarm.acked_at, alarm.judged_at,
      alarm.judged_rank, alarm.verdict, j.note, floor(extract(epoch from alarm.occurred_at) / 600)::bigint as bin
    from alarm left join building on building.id = alarm.building_id left join alarm_act j on j.id = alarm.judged_act
    where ${scope} and alarm.occurred_at >= ${start.toISOString()}::timestamptz
      and alarm.occurred_at < ${end.toISOString()}::timestamptz),
  bins as (select bin, count(*)::int as alarms from a group by bin having count(*) >= ${FLOOD_ALARMS})`

const seconds = (from: string, to: string) => sql.raw(`greatest(0, extract(epoch from a.${to} - a.${from}))::float8`)
const quantile = (share: number, of: SQL, where: SQL, name: string) =>
  sql`round(percentile_cont(${sql.raw(String(share))}) within group (order by ${of}) filter (where ${where}))::int as ${sql.raw(`"${name}"`)}`

export interface Times {
  readonly ackMedian: number | null
  readonly ackP90: number | null
  readonly judgeMedian: number | null
  readonly judgeP90: number | null
}

export interface Summary extends Times {
  readonly counts: Readonly<Record<StatisticsPick, number>>
  /** ms; `end` is exclusive. */
  readonly floods: readonly { readonly start: number; readonly end: number; readonly alarms: number }[]
  readonly causes: { readonly cause: string; readonly alarms: number }[]
  readonly spans: readonly (Readonly<Record<(typeof TREND_PICKS)[number], number>> & { readonly span: number })[]
}

/** One statement: figures of one moment. */
export async function readSummary(db: Db, base: StatisticsBase, starts: readonly Date[]): Promise<Summary> {
  const ack = seconds('received_at', 'acked_at')
  const judge = seconds('received_at', 'judged_at')
  const countsOf = (names: readonly StatisticsPick[]) =>
    sql.join(
      names.map((name) => sql`${name}::text, count(*) filter (where ${PICKS[name]})`),
      sql`, `,
    )
  const bounds = sql.param(starts.map((at) => at.toISOString()))
  const { rows } = await db.execute<Summary & Record<string, unknown>>(sql`
    ${withAlarms(base)},
    floods as (
      select min(bin) * 600000 as start, (max(bin) + 1) * 600000 as "end", sum(alarms) as alarms
      from (select bin, alarms, bin - row_number() over (order by bin) as run from bins) b group by run),
    causes as (select cause, count(*) as alarms from (select ${CAUSE} as cause from a where ${PICKS.false}) c group by cause),
    spans as (
      select json_build_object('span', span, ${countsOf(TREND_PICKS)}) as of
      from (select *, width_bucket(occurred_at, ${bounds}::timestamptz[]) as span from a) a group by span)
    select json_build_object(${countsOf(NAMES)}) as counts, ${quantile(0.5, ack, ACKED, 'ackMedian')},
      ${quantile(0.9, ack, ACKED, 'ackP90')}, ${quantile(0.5, judge, JUDGED, 'judgeMedian')},
      ${quantile(0.9, judge, JUDGED, 'judgeP90')},
      (select coalesce(json_agg(f order by f.start desc), '[]') from floods f) as floods,
      (select coalesce(json_agg(c order by c.alarms desc, c.cause), '[]') from causes c) as causes,
      (select coalesce(json_agg(s.of), '[]') from spans s) as spans
    from a`)
  const [row] = rows
  if (!row) throw new Error('an aggregate returned no row')
  return row
}

const matching = ({ pick, cause, pointId }: PickedAlarms) => sql`${PICKS[pick]}
  and (${cause} = '' or (${PICKS.false} and ${CAUSE} = ${cause}))
  and (${pointId ?? null}::bigint is null or exists (
    select 1 from alarm_event m where m.alarm_id = a.id and m.point_id = ${pointId ?? null}::bigint))`

export async function countPicked(db: Db, base: StatisticsBase, of: PickedAlarms): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`${withAlarms(base)} select count(*)::int as total from a where ${matching(of)}`,
  )
  return rows[0]?.total ?? 0
}

export interface AlarmPlace {
  readonly id: number
  /** ms */
  readonly at: number
}

type PickedPart =
  | { order: 'undecided'; limit: number; offset: number }
  | { order: 'time'; limit: number; after: AlarmPlace | undefined }

export async function pickedIds(
  db: Db,
  base: StatisticsBase,
  of: PickedAlarms,
  part: PickedPart,
): Promise<AlarmPlace[]> {
  const first = part.order === 'undecided' ? sql`(${PICKS.undecided}) desc,` : sql``
  const after = part.order === 'time' ? part.after : undefined
  const beyond = after
    ? sql`and (a.occurred_at, a.id) < (to_timestamp(${after.at / 1000}::float8), ${after.id}::bigint)`
    : sql``
  const { rows } = await db.execute<{ id: string; at: number }>(sql`
    ${withAlarms(base)} select a.id, ${epochMs('a.occurred_at')} as at from a where ${matching(of)} ${beyond}
    order by ${first} a.occurred_at desc, a.id desc limit ${part.limit} offset ${part.order === 'undecided' ? part.offset : 0}`)
  return rows.map(({ id, at }) => ({ id: Number(id), at }))
}

export interface Ranked extends Record<string, unknown> {
  readonly id: string
  readonly name: string
  readonly deviceNo: string | null
  readonly place: string | null
  readonly buildingId: string
  readonly buildingName: string
  readonly countyNo: string
  readonly falseNum: number
  readonly totalNum: number
}

const SUMS = sql`count(*)::int as total, (count(*) filter (where ${PICKS.false}))::int as false`

const ranksOf = (by: 'building' | 'device') =>
  by === 'building'
    ? sql`(select a.building_id as key, a.building_id, ${SUMS} from a where a.building_id is not null group by a.building_id)`
    : sql`(select m.point_id as key, a.building_id, ${SUMS} from a
        cross join lateral (select distinct point_id from alarm_event where alarm_id = a.id) m
        where a.building_id is not null group by m.point_id, a.building_id)`

export async function countRanked(db: Db, base: StatisticsBase, by: 'building' | 'device'): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`${withAlarms(base)} select count(*)::int as total from ${ranksOf(by)} r where r.false > 0`,
  )
  return rows[0]?.total ?? 0
}

/** Deleted points have the names of their newest record. */
export async function readRanked(
  db: Db,
  base: StatisticsBase,
  by: 'building' | 'device',
  { limit, offset }: { limit: number; offset: number },
): Promise<Ranked[]> {
  const device = sql`left join point p on p.id = r.key left join lateral (
      select e.device_no, e.point_number, e.device_name, e.floor, e.zone, e.descript from device_event e
      where e.point_id = r.key order by e.occurred_at desc, e.id desc limit 1) e on p.id is null`
  const either = (column: string) => sql.raw(`coalesce(p.${column}, e.${column})`)
  const names =
    by === 'building'
      ? sql`b.name as name, null as "deviceNo", b.address as place`
      : sql`coalesce(${either('device_name')}, '未登记设备') as name,
          coalesce(${either('device_no')}, ${either('point_number')}) as "deviceNo",
          nullif(concat_ws(' ', ${either('floor')}, ${either('zone')}, ${either('descript')}), '') as place`
  const { rows } = await db.execute<Ranked>(sql`
    ${withAlarms(base)} select r.key::text as id, ${names}, b.id::text as "buildingId", b.name as "buildingName",
      b.county as "countyNo", r.false as "falseNum", r.total as "totalNum"
    from ${ranksOf(by)} r join building b on b.id = r.building_id ${by === 'device' ? device : sql``}
    where r.false > 0 order by r.false desc, r.total desc, r.key limit ${limit} offset ${offset}`)
  return rows
}
