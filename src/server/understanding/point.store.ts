import { sql } from 'drizzle-orm'
import { epochMs } from '../db/epoch-ms.ts'
import type { Db } from '../db/open-db.ts'

/** A point as it stands, with what is known to be wrong with it. Instants are in milliseconds. */
export interface PointRow {
  readonly id: number
  readonly buildingId: number
  readonly apiId: number
  readonly online: boolean
  readonly validAt: number | null
  readonly createdAt: number
  readonly latest: Readonly<Record<string, number | string>>
  /** Of its building, m. */
  readonly height: number | null
  /** When its building is due; null where it was never evaluated. */
  readonly dueAt: number | null
  /** Whether its item type may be connected again by it. */
  readonly returns: boolean
  /** Whether a reading arrived that is older than another one. */
  readonly isLate: boolean
  /** Cause to since when. */
  readonly troubles: Readonly<Record<string, number>> | null
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
  readonly latest: PointRow['latest']
  readonly height: number | null
  readonly due_at: number | null
  readonly returns: boolean
  readonly troubles: PointRow['troubles']
}

/** Points with their building's state and their present troubles: one walk over the keys given. */
export async function loadPoints(
  tx: Db,
  which: { pointIds: readonly number[] } | { buildingIds: readonly number[] },
): Promise<PointRow[]> {
  const [points, troubles] =
    'pointIds' in which
      ? [sql`p.id = any(${bigints(which.pointIds)})`, sql`point_id = any(${bigints(which.pointIds)})`]
      : [sql`p.building_id = any(${bigints(which.buildingIds)})`, sql`building_id = any(${bigints(which.buildingIds)})`]
  const { rows } = await tx.execute<FoundPoint>(sql`
    select p.id, p.building_id, p.api_id, p.online, ${epochMs('p.valid_at')} as valid_at,
      ${epochMs('p.created_at')} as created_at, p.latest, b.height, ${epochMs('s.due_at')} as due_at,
      p.valid_at is not null and not coalesce(p.api_id = any(s.connected), false) as returns, t.troubles
    from point p join building b on b.id = p.building_id left join building_state s on s.building_id = p.building_id
    left join (
      select point_id, json_object_agg(cause, ${epochMs('since')}) as troubles from trouble where ${troubles} group by point_id
    ) t on t.point_id = p.id
    where ${points}`)
  return rows.map((row) => ({
    id: Number(row.id),
    buildingId: Number(row.building_id),
    apiId: row.api_id,
    online: row.online,
    validAt: row.valid_at,
    createdAt: row.created_at,
    latest: row.latest,
    height: row.height,
    dueAt: row.due_at,
    returns: row.returns,
    isLate: false,
    troubles: row.troubles,
  }))
}

/** The oldest of each kind of event that goes on at points, or that nobody has handled. */
export interface OpenEvent {
  readonly pointId: number
  readonly cause: 'fault' | 'shield' | 'alarm-unhandled'
  readonly since: number
}

/**
 * What goes on at points: faults and shields that neither ended nor were handled, alarms nobody has handled, ended or not.
 * @param alarmApi a fault reported under it is an alarm
 */
export async function openEvents(tx: Db, pointIds: readonly number[], alarmApi: number): Promise<OpenEvent[]> {
  if (pointIds.length === 0) return []
  const api = sql.raw(String(alarmApi))
  // Two walks, each on a partial index that holds only what is open.
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

/** When events of these kinds at these points last ended or were handled (ms), of those since a moment. */
export async function eventEnds(
  tx: Db,
  closing: readonly { pointId: number; cause: string; since: number }[],
): Promise<Map<string, number>> {
  if (closing.length === 0) return new Map()
  const { rows } = await tx.execute<{ point_id: string; cause: string; ended: number | null }>(sql`
    select c.point_id, c.cause, (select ${epochMs("max(case when c.cause = 'alarm-unhandled' then e.handled_at else coalesce(e.ended_at, e.handled_at) end)")}
      from device_event e where e.point_id = c.point_id and e.occurred_at >= c.since
        and (e.kind = c.cause or c.cause = 'alarm-unhandled')) as ended
    from unnest(${bigints(closing.map((c) => c.pointId))}, ${sql.param(closing.map((c) => c.cause))}::text[],
      ${sql.param(closing.map((c) => instantOf(c.since)))}::timestamptz[]) as c(point_id, cause, since)`)
  return new Map(rows.flatMap((row) => (row.ended === null ? [] : [[`${row.point_id} ${row.cause}`, row.ended]])))
}

export interface PastReading {
  readonly at: number
  readonly measures: Readonly<Record<string, number | string>>
}

/**
 * Points' readings from a moment on, newest first, so many at most of each.
 * @param from ms; -Infinity all
 */
export async function readingsBack(
  tx: Db,
  points: readonly { pointId: number; from: number }[],
  limit: number,
): Promise<Map<number, PastReading[]>> {
  const { rows } = await tx.execute<{ point_id: string; at: number; measures: PastReading['measures'] }>(sql`
    select w.point_id, ${epochMs('r.at')} as at, r.measures
    from unnest(${bigints(points.map((p) => p.pointId))},
      ${sql.param(points.map((p) => (p.from === -Infinity ? '-infinity' : instantOf(p.from))))}::timestamptz[]) as w(point_id, since)
    cross join lateral (select at, sequence, measures from reading
      where point_id = w.point_id and at >= w.since order by at desc, sequence desc limit ${limit}) r
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

export interface TroubleRow {
  readonly pointId: number
  readonly buildingId: number
  readonly cause: string
  readonly since: number
}

/** Notes troubles that began, or whose beginning is known better now. */
export async function putTroubles(tx: Db, rows: readonly TroubleRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into trouble (point_id, building_id, cause, since)
    select * from unnest(${bigints(rows.map((r) => r.pointId))}, ${bigints(rows.map((r) => r.buildingId))},
      ${sql.param(rows.map((r) => r.cause))}::text[], ${sql.param(rows.map((r) => instantOf(r.since)))}::timestamptz[])
    on conflict (point_id, cause) do update set since = excluded.since`)
}

/** Forgets troubles that are over. */
export async function dropTroubles(tx: Db, rows: readonly { pointId: number; cause: string }[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    delete from trouble t using unnest(${bigints(rows.map((r) => r.pointId))},
      ${sql.param(rows.map((r) => r.cause))}::text[]) as o(point_id, cause)
    where t.point_id = o.point_id and t.cause = o.cause`)
}
