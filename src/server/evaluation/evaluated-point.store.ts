import { sql } from 'drizzle-orm'
import { epochMs } from '../platform/db/epoch-ms.ts'
import type { Db } from '../platform/db/open-db.ts'
import { condition } from '../schema/evaluation.table.ts'

/** Times in ms. */
export interface EvaluatedPoint {
  readonly id: number
  readonly buildingId: number
  readonly apiId: number
  readonly online: boolean
  readonly validAt: number | null
  readonly createdAt: number
  /** Building height, m. */
  readonly height: number | null
  /** Former building heights, oldest first, each with the end of its time. */
  readonly pastHeights: readonly (readonly [number, number | null])[]
  /** Newest reading; without one, no measures at time 0. */
  readonly latest: PastReading
  /** Null if never evaluated. */
  readonly dueAt: number | null
  /** May make its item type connected. */
  readonly returns: boolean
  /** An older reading arrived after a newer one. */
  readonly isLate?: boolean
  readonly conditions: Readonly<Record<string, number>> | null
}

const bigints = (ids: readonly number[]) => sql`${sql.param(ids)}::bigint[]`
const instantOf = (at: number) => new Date(at).toISOString()

interface FoundPoint extends Record<string, unknown> {
  readonly id: string
  readonly building_id: string
  readonly api_id: number
  readonly online: boolean
  readonly valid_at: number | null
  readonly created_at: number
  readonly latest: PastReading['measures']
  readonly latest_at: number | null
  readonly height: number | null
  readonly past_heights: EvaluatedPoint['pastHeights']
  readonly due_at: number | null
  readonly returns: boolean
  readonly conditions: EvaluatedPoint['conditions']
}

export async function loadPoints(
  tx: Db,
  which: { pointIds: readonly number[] } | { buildingIds: readonly number[] },
): Promise<EvaluatedPoint[]> {
  const [points, conditions] =
    'pointIds' in which
      ? [sql`p.id = any(${bigints(which.pointIds)})`, sql`point_id = any(${bigints(which.pointIds)})`]
      : [sql`p.building_id = any(${bigints(which.buildingIds)})`, sql`building_id = any(${bigints(which.buildingIds)})`]
  const { rows } = await tx.execute<FoundPoint>(sql`
    select p.id, p.building_id, p.api_id, p.online, ${epochMs('p.valid_at')} as valid_at,
      ${epochMs('p.created_at')} as created_at, p.latest, ${epochMs('p.latest_at')} as latest_at, b.height,
      b.past_heights, ${epochMs('s.due_at')} as due_at,
      p.valid_at is not null and not coalesce(p.api_id = any(s.connected), false) as returns, t.conditions
    from point p join building b on b.id = p.building_id left join building_state s on s.building_id = p.building_id
    left join (
      select point_id, json_object_agg(cause, ${epochMs('since')}) as conditions from ${condition} where ${conditions} group by point_id
    ) t on t.point_id = p.id
    where ${points}`)
  return rows.map((row) => ({
    id: Number(row.id),
    buildingId: Number(row.building_id),
    apiId: row.api_id,
    online: row.online,
    validAt: row.valid_at,
    createdAt: row.created_at,
    latest: { at: row.latest_at ?? 0, measures: row.latest },
    height: row.height,
    pastHeights: row.past_heights,
    dueAt: row.due_at,
    returns: row.returns,
    conditions: row.conditions,
  }))
}

export interface OpenEvent {
  readonly pointId: number
  readonly cause: 'fault' | 'shield' | 'alarm-unhandled'
  readonly since: number
}

/** Faults and shields neither ended nor handled; unhandled alarms. @param alarmApi item type whose faults are alarms */
export async function openEvents(tx: Db, pointIds: readonly number[], alarmApi: number): Promise<OpenEvent[]> {
  if (pointIds.length === 0) return []
  const api = sql.raw(String(alarmApi))
  // Each half uses a partial index.
  const { rows } = await tx.execute<{ point_id: string; cause: OpenEvent['cause']; since: number }>(sql`
    select point_id, kind as cause, ${epochMs('min(occurred_at)')} as since from device_event
    where point_id = any(${bigints(pointIds)}) and state = 0 and ended_at is null
      and (kind = 'shield' or kind = 'fault' and api_id <> ${api})
    group by point_id, kind
    union all
    select point_id, 'alarm-unhandled', ${epochMs('min(occurred_at)')} from device_event
    where point_id = any(${bigints(pointIds)}) and state = 0 and (kind = 'fire' or kind = 'fault' and api_id = ${api})
    group by point_id`)
  return rows.map((row) => ({ pointId: Number(row.point_id), cause: row.cause, since: row.since }))
}

/** ms, by `pointId cause`. */
export async function eventEnds(
  tx: Db,
  closing: readonly { pointId: number; cause: string; since: number }[],
): Promise<Map<string, number | null>> {
  if (closing.length === 0) return new Map()
  const { rows } = await tx.execute<{ point_id: string; cause: string; ended: number | null }>(sql`
    select c.point_id, c.cause, (select ${epochMs("max(case when c.cause = 'alarm-unhandled' then e.handled_at else coalesce(e.ended_at, e.handled_at) end)")}
      from device_event e where e.point_id = c.point_id and e.occurred_at >= c.since
        and (e.kind = c.cause or c.cause = 'alarm-unhandled')) as ended
    from unnest(${bigints(closing.map((c) => c.pointId))}, ${sql.param(closing.map((c) => c.cause))}::text[],
      ${sql.param(closing.map((c) => instantOf(c.since)))}::timestamptz[]) as c(point_id, cause, since)`)
  return new Map(rows.map((row) => [`${row.point_id} ${row.cause}`, row.ended]))
}

/** `at`: device time, ms. */
export interface PastReading {
  readonly at: number
  readonly measures: Readonly<Record<string, number | string>>
}

/** @param points `from` in ms; -Infinity: all */
export async function readBack(
  tx: Db,
  points: readonly { point: EvaluatedPoint; from: number }[],
  limit: number,
): Promise<Map<number, PastReading[]>> {
  const { rows } = await tx.execute<{ point_id: string; at: number; measures: PastReading['measures'] }>(sql`
    select w.point_id, ${epochMs('r.at')} as at, r.measures
    from unnest(${bigints(points.map((p) => p.point.id))},
      ${sql.param(points.map((p) => (p.from === -Infinity ? '-infinity' : instantOf(p.from))))}::timestamptz[],
      ${sql.param(points.map((p) => p.point.apiId))}::int[],
      ${sql.param(points.map((p) => instantOf(p.point.createdAt)))}::timestamptz[]) as w(point_id, since, api_id, registered)
    cross join lateral (select at, sequence, measures from reading
      where point_id = w.point_id and at >= w.since and api_id = w.api_id and received_at >= w.registered
      order by at desc, sequence desc limit ${limit}) r
    order by w.point_id, r.at desc, r.sequence desc`)
  const found = new Map<number, PastReading[]>()
  for (const { point_id, at, measures } of rows) {
    const id = Number(point_id)
    const list = found.get(id)
    if (list) list.push({ at, measures })
    else found.set(id, [{ at, measures }])
  }
  return found
}

export interface ConditionRow {
  readonly pointId: number
  readonly buildingId: number
  readonly cause: string
  readonly since: number
}

export async function putConditions(tx: Db, rows: readonly ConditionRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into ${condition} (point_id, building_id, cause, since)
    select * from unnest(${bigints(rows.map((r) => r.pointId))}, ${bigints(rows.map((r) => r.buildingId))},
      ${sql.param(rows.map((r) => r.cause))}::text[], ${sql.param(rows.map((r) => instantOf(r.since)))}::timestamptz[])
    on conflict (point_id, cause) do update set since = excluded.since`)
}

export async function deleteConditions(tx: Db, rows: readonly { pointId: number; cause: string }[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    delete from ${condition} t using unnest(${bigints(rows.map((r) => r.pointId))},
      ${sql.param(rows.map((r) => r.cause))}::text[]) as o(point_id, cause)
    where t.point_id = o.point_id and t.cause = o.cause`)
}
