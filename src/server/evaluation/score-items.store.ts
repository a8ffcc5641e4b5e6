import { and, between, eq, sql, type SQL } from 'drizzle-orm'
import { building } from '../schema/building.table.ts'
import type { Db } from '../platform/db/open-db.ts'
import { point } from '../schema/point.table.ts'
import { type ScoreItem, scoreDay } from '../schema/score.table.ts'

export interface ScoreItemSpan {
  readonly key: string
  readonly buildingId: number
  readonly buildingName: string
  readonly item: ScoreItem
  /** `yyyy-MM-dd HH:mm:ss` */
  readonly happened: string
  readonly solved: string | null
  readonly card: number | null
}

export interface ItemFilter {
  readonly questionStatus?: 0 | 1 | undefined
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
}

/**
 * An item is a streak of days with one rule and device; a cause that began on the day itself starts a new one.
 * Text and time are the last day's.
 */
function spans(buildings: SQL, from: string, to: string): SQL {
  return sql`
    with days as (
      select ${scoreDay.buildingId} as building_id, ${building.name} as name, ${scoreDay.day} as day, ${scoreDay.items} as items,
        ${building.scoredOn} as current
      from ${building} join ${scoreDay} on ${building.id} = ${scoreDay.buildingId}
      where ${and(buildings, between(scoreDay.day, from, to))}),
    items as (
      select distinct on (building_id, item->>'rule', item->>'pointId', day)
        building_id, name, day, current, item, item->>'rule' as rule, item->>'pointId' as point
      from days, jsonb_array_elements(items) as item
      order by building_id, item->>'rule', item->>'pointId', day, item->>'since'),
    begun as (
      select *, lag(day) over same is distinct from day - 1 or coalesce(item->>'since' >= day::text, false) as begins
      from items window same as (partition by building_id, rule, point order by day)),
    runs as (
      select *, count(*) filter (where begins) over (partition by building_id, rule, point order by day) as run from begun),
    spans as (
      select building_id, name, (array_agg(item order by day desc))[1] as item, min(day)::text as first,
        coalesce((array_agg(item->>'since' order by day desc))[1], min(day)::text || ' 00:00:00') as happened,
        case when max(day) is distinct from max(current) then (max(day) + 1)::text || ' 00:00:00' end as solved
      from runs group by building_id, name, rule, point, run)`
}

const matching = ({ questionStatus, startTime, endTime }: ItemFilter) =>
  sql.join(
    [
      sql`true`,
      questionStatus === undefined ? undefined : questionStatus === 1 ? sql`solved is not null` : sql`solved is null`,
      startTime ? sql`happened >= ${startTime}` : undefined,
      endTime ? sql`happened <= ${endTime}` : undefined,
    ].filter((condition) => condition !== undefined),
    sql` and `,
  )

const GRAVEST_FIRST = sql`solved is not null, case when solved is null then (item->>'deduction')::float end desc, happened desc`

export async function listScoreItems(
  db: Db,
  buildings: SQL,
  days: { from: string; to: string },
  filter: ItemFilter,
  page: { currentPage: number; pageSize: number },
): Promise<{ rows: ScoreItemSpan[]; total: number }> {
  const where = matching(filter)
  const { rows } = await db.execute<{
    building_id: string
    name: string
    item: ScoreItem
    first: string
    happened: string
    solved: string | null
    card: number | null
    total: number
  }>(sql`${spans(buildings, days.from, days.to)},
    page as (
      select *, (count(*) over ())::int as total from spans where ${where}
      order by ${GRAVEST_FIRST}, building_id, item->>'rule', item->>'pointId'
      limit ${page.pageSize} offset ${(page.currentPage - 1) * page.pageSize})
    select page.*, d.card from page
    left join ${building} b on b.id = page.building_id
    left join ${scoreDay} d on d.building_id = b.id and d.day = b.scored_on and d.day between ${days.from} and ${days.to}
    order by ${GRAVEST_FIRST}, page.building_id, item->>'rule', item->>'pointId'`)
  const total =
    rows[0]?.total ?? (page.currentPage > 1 ? (await countScoreItems(db, buildings, days, filter)).total : 0)
  return {
    total,
    rows: rows.map((row) => ({
      key: [row.building_id, row.item.rule, row.item.pointId ?? 0, row.first].join('-'),
      buildingId: Number(row.building_id),
      buildingName: row.name,
      item: row.item,
      happened: row.happened,
      solved: row.solved,
      card: row.card,
    })),
  }
}

export async function countScoreItems(
  db: Db,
  buildings: SQL,
  days: { from: string; to: string },
  filter: ItemFilter = {},
): Promise<{ total: number; solved: number }> {
  const { rows } = await db.execute<{ total: number; solved: number }>(sql`${spans(buildings, days.from, days.to)}
    select count(*)::int as total, count(solved)::int as solved from spans where ${matching(filter)}`)
  return rows[0] ?? { total: 0, solved: 0 }
}

export async function latestItems(db: Db, buildingId: number, days: { from: string; to: string }) {
  const [latest] = await db
    .select({ day: scoreDay.day, items: scoreDay.items })
    .from(scoreDay)
    .innerJoin(building, and(eq(building.id, scoreDay.buildingId), eq(building.scoredOn, scoreDay.day)))
    .where(and(eq(building.id, buildingId), between(scoreDay.day, days.from, days.to)))
  if (!latest) return null
  const points = await db
    .select({ id: point.id, deviceName: point.deviceName, deviceNo: point.deviceNo })
    .from(point)
    .where(
      and(
        eq(point.buildingId, buildingId),
        sql`${point.id} in (select (item->>'pointId')::bigint from jsonb_array_elements(${JSON.stringify(latest.items)}::jsonb) item)`,
      ),
    )
  return { items: latest.items, points: new Map(points.map((each) => [each.id, each])) }
}

export async function systemsOf(db: Db, buildingId: number): Promise<ReadonlySet<number>> {
  const rows = await db.selectDistinct({ id: point.systemId }).from(point).where(eq(point.buildingId, buildingId))
  return new Set(rows.map(({ id }) => id))
}
