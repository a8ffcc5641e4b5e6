import { type SQL, sql } from 'drizzle-orm'
import type { EvaluatedPoint } from '../evaluation/evaluated-point.store.ts'
import { epochMs } from '../platform/db/epoch-ms.ts'
import type { Db } from '../platform/db/open-db.ts'

export interface Sample {
  /** ms */
  readonly at: number
  readonly value: number
}

export interface CurveSpan {
  readonly from: Date
  /** Exclusive. */
  readonly to: Date
}

const time = (at: Date) => sql`${at.toISOString()}::timestamptz`

const TELLING = 10

export async function reportedMeasures(db: Db, pointId: number) {
  const { rows } = await db.execute<{ measures: Record<string, number | string>; height: number | null }>(sql`
    select r.measures, b.height::float8 as height
    from (select measures, building_id, at from reading where point_id = ${pointId} order by at desc, sequence desc limit ${TELLING}) r
    left join building b on b.id = r.building_id order by r.at`)
  return {
    measures: Object.assign({}, ...rows.map(({ measures }) => measures)) as Record<string, number | string>,
    height: rows.at(-1)?.height ?? null,
  }
}

/** One pass without a sort. */
const pair = (of: 'min' | 'max', first: string, second: string) => sql.raw(`${of}(array[${first}, ${second}])`)

export async function readCurve(
  db: Db,
  { pointId, figure, span: { from, to }, width }: { pointId: number; figure: string; span: CurveSpan; width: number },
): Promise<Sample[]> {
  const { rows } = await db.execute<{ low: number[]; high: number[]; last: number[] }>(sql`
    select ${pair('min', 'value', 'at')} as low, ${pair('max', 'value', 'at')} as high, ${pair('max', 'at', 'value')} as last
    from (
      select ${epochMs('at')} as at, (measures ->> ${figure})::float8 as value from reading
      where point_id = ${pointId} and at >= ${time(from)} and at < ${time(to)} and jsonb_typeof(measures -> ${figure}) = 'number'
    ) r
    group by floor((at - ${from.getTime()}::float8) / ${width}::float8)
    order by min(at)`)
  const pairs = rows.flatMap(({ low: [low = 0, lowAt = 0], high: [high = 0, highAt = 0] }) => {
    const ends = [
      { at: lowAt, value: low },
      { at: highAt, value: high },
    ].sort((a, b) => a.at - b.at)
    return lowAt === highAt ? ends.slice(1) : ends
  })
  const [lastAt, last] = rows.at(-1)?.last ?? []
  if (lastAt === undefined || last === undefined || pairs.at(-1)?.at === lastAt) return pairs
  return [...pairs, { at: lastAt, value: last }]
}

export async function readTrends(
  db: Db,
  figures: readonly { readonly pointId: number; readonly figure: string }[],
  { from, to }: CurveSpan,
): Promise<Map<number, (number | null)[]>> {
  const HOUR = 3_600_000
  const hours = Math.round((to.getTime() - from.getTime()) / HOUR)
  const { rows } = await db.execute<{ id: number; hour: number; value: number }>(sql`
    select u.id::float8 as id, r.hour, r.last[2] as value
    from unnest(${sql.param(figures.map(({ pointId }) => pointId))}::bigint[], ${sql.param(figures.map(({ figure }) => figure))}::text[]) as u(id, figure)
    cross join lateral (
      select floor((${epochMs('at')} - ${from.getTime()}::float8) / ${HOUR}::float8)::int as hour,
        max(array[${epochMs('at')}, (measures ->> u.figure)::float8]) as last
      from reading where point_id = u.id and at >= ${time(from)} and at < ${time(to)} and jsonb_typeof(measures -> u.figure) = 'number'
      group by 1
    ) r`)
  const trends = new Map<number, (number | null)[]>()
  for (const { id, hour, value } of rows) {
    const trend = trends.get(id) ?? Array.from({ length: hours }, (): number | null => null)
    trend[hour] = value
    trends.set(id, trend)
  }
  return trends
}

export interface MeasuredPointRow extends Record<string, unknown> {
  readonly id: number
  readonly deviceNo: string | null
  readonly deviceName: string | null
  readonly floor: string | null
  readonly zone: string | null
  readonly descript: string | null
  readonly systemId: number
  readonly apiId: number
  readonly online: boolean
  /** ms */
  readonly latestAt: number | null
  readonly latest: Record<string, number | string>
  readonly height: number | null
  readonly pastHeights: EvaluatedPoint['pastHeights']
  readonly since: number | null
}

export interface MeasuredFilter {
  readonly buildingId: number
  readonly ids: readonly number[] | undefined
  readonly figures: readonly string[]
  readonly apiIds: readonly number[]
  readonly causes: readonly string[]
}

function matching({ buildingId, ids, figures, apiIds }: MeasuredFilter): SQL {
  const chosen = ids && sql`and p.id = any(${sql.param([...ids])}::bigint[])`
  return sql`p.building_id = ${buildingId} ${chosen ?? sql``} and p.released_at is null
    and (p.latest ?| ${sql.param([...figures])}::text[]
      or (p.api_id = any(${sql.param([...apiIds])}::int[]) and p.latest <> '{}'::jsonb))`
}

/** Abnormal, then offline ones first. */
export async function listMeasured(db: Db, filter: MeasuredFilter, limit: number) {
  const { rows } = await db.execute<MeasuredPointRow & { total: number }>(sql`
    select p.id::float8 as id, p.device_no as "deviceNo", p.device_name as "deviceName", p.floor, p.zone, p.descript,
      p.system_id as "systemId", p.api_id as "apiId", p.online, ${epochMs('p.latest_at')} as "latestAt", p.latest,
      b.height::float8 as height, coalesce(b.past_heights, '[]') as "pastHeights", ${epochMs('c.since')} as since, (count(*) over ())::int as total
    from point p join building b on b.id = p.building_id
    left join lateral (select min(t.since) as since from trouble t
      where t.point_id = p.id and t.cause = any(${sql.param([...filter.causes])}::text[])) c on true
    where ${matching(filter)}
    order by c.since is null, p.online, p.system_id, p.api_id, p.id limit ${limit}`)
  return { rows, total: rows[0]?.total ?? 0 }
}
