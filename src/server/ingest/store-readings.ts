import { sql } from 'drizzle-orm'
import type { Measures } from '#contract/measures.ts'
import type { Db } from '../db/open-db.ts'
import { statement } from '../db/statement.ts'
import { EXPECTED_INTERVALS, expectedInterval } from '../point/expected-interval.ts'
import type { PointRow } from '../understanding/point.store.ts'
import type { NamedPoint } from './find-points.ts'

/** What a batch says of one point. */
export interface Said {
  readonly name: NamedPoint
  /** When it spoke last; null where nothing of it can be believed. */
  readonly spokeAt: Date | null
  /** Its newest reading, one of the rows; null where it only gave signs of life. */
  readonly latest: ReadingRow | null
}

export interface ReadingRow {
  readonly at: Date
  readonly sequence: number
  readonly measures: Measures
}

/** A point that was found, in the order of {@link Said}, as it stands after what was said of it. */
export interface Stored {
  readonly order: number
  readonly point: PointRow
}

const given = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`
const ms = (column: string) => sql.raw(`round(extract(epoch from ${column}) * 1000)::float8`)

interface Row extends Record<string, unknown> {
  readonly order: number
  readonly id: string
  readonly building_id: string
  readonly api_id: number
  readonly online: boolean
  readonly reported_at: number | null
  readonly received_at: number | null
  readonly created_at: number
  readonly newer: boolean
  readonly before: PointRow['latest'] | null
  readonly height: number | null
  readonly access_status: number
  readonly connected: boolean | null
  readonly due_at: number | null
  readonly troubles: PointRow['troubles']
  readonly stored: number
  readonly keys: string[] | null
}

/*
 * The points lie locked in one order for all before anything is judged by them. Everything that follows from them is
 * read along, so that a batch of which nothing follows costs this statement alone. Rows are named by their place in the
 * arrays: a plan made for every batch knows no sizes, and would join a hundred by a hundred.
 */
const STORE = statement<Row>(
  'ingest_store_readings',
  sql`
  with place as materialized (
    select b.id, b.open_project_id, b.height, b.access_status, s.connected, s.due_at
    from building b left join building_state s on s.building_id = b.id
    where b.open_project_id = any(${given('projects', 'text[]')}) and b.provider_id = ${given('providerId', 'bigint')}
  ), known as materialized (
    select n.place, n.latest_row, l.at as latest_at, l.sequence as latest_sequence, p.id, p.building_id, p.api_id,
      p.created_at, p.latest as before, p.received_at, p.online,
      coalesce((${given('intervals', 'float8[]')})[p.api_id], ${given('otherwise', 'float8')}) as within,
      greatest(p.reported_at, n.spoke_at) as reported_at,
      coalesce(n.spoke_at > p.reported_at, n.spoke_at is not null) as later,
      l.at is not null and (p.latest_at is null or (l.at, l.sequence) > (p.latest_at, p.latest_sequence)) as newer
    from unnest(${given('projectIds', 'text[]')}, ${given('pointNumbers', 'text[]')}, ${given('spokeAt', 'timestamptz[]')},
      ${given('latestRow', 'int[]')}) with ordinality as n(project_id, point_number, spoke_at, latest_row, place)
    cross join lateral (select (${given('rowAt', 'timestamptz[]')})[n.latest_row] as at,
      (${given('rowSequence', 'int[]')})[n.latest_row] as sequence) l
    join place b on b.open_project_id = n.project_id
    join point p on p.building_id = b.id and p.point_number = n.point_number
    order by p.id for no key update of p
  ), judged as materialized (
    select k.*, case when later then ${given('now', 'timestamptz')} else received_at end as heard_at,
      case when later or newer then reported_at >= ${given('now', 'timestamptz')} - interval '1 ms' * within
        else online end as alive
    from known k
  ), moved as (
    update point p set reported_at = j.reported_at, received_at = j.heard_at, online = j.alive,
      latest = case when j.newer then (${given('rowMeasures', 'text[]')})[j.latest_row]::jsonb else p.latest end,
      latest_at = case when j.newer then j.latest_at else p.latest_at end,
      latest_sequence = case when j.newer then j.latest_sequence else p.latest_sequence end
    from judged j where p.id = j.id and (j.later or j.newer)
  ), stored as (
    insert into reading (point_id, at, sequence, building_id, api_id, received_at, measures)
    select j.id, r.at, r.sequence, j.building_id, j.api_id, ${given('now', 'timestamptz')},
      r.measures::jsonb
    from unnest(${given('rowOf', 'int[]')}, ${given('rowAt', 'timestamptz[]')}, ${given('rowSequence', 'int[]')},
      ${given('rowMeasures', 'text[]')}) as r(place, at, sequence, measures)
    join judged j on j.place = r.place
    on conflict do nothing
    returning point_id, at, sequence
  ), wrong as materialized (
    select t.point_id, json_object_agg(t.cause, ${ms('t.since')}) as troubles
    from place cross join lateral (
      select point_id, cause, since from trouble where building_id = place.id offset 0) t
    group by t.point_id
  )
  select j.place::int as "order", j.id, j.building_id, j.api_id, j.alive as online, ${ms('j.reported_at')} as reported_at,
    ${ms('j.heard_at')} as received_at, ${ms('j.created_at')} as created_at, j.newer,
    case when not j.newer then j.before end as before, b.height, b.access_status, j.api_id = any(b.connected) as connected,
    ${ms('b.due_at')} as due_at, w.troubles, (select count(*)::int from stored) as stored,
    case when row_number() over () = 1 and (select count(*) from stored) < ${given('rows', 'int')}
      then (select array_agg(concat_ws('|', point_id, ${ms('at')}, sequence)) from stored) end as keys
  from judged j join place b on b.id = j.building_id left join wrong w on w.point_id = j.id`,
)

/** Milliseconds by item type: the array's place is its number. */
const INTERVALS = Array.from({ length: Math.max(...EXPECTED_INTERVALS.keys()) }, (_, i) => expectedInterval(i + 1))

const keyOf = (pointId: number, { at, sequence }: ReadingRow) => [pointId, at.getTime(), sequence].join('|')

/**
 * Writes a provider's readings and moves their points on, in one statement. The points stay locked until the
 * transaction ends; what is another's, or nobody's, is missing from the answer.
 * @param said each point once
 * @param rows each point's readings, each its own time and sequence
 * @returns the points, and which of the readings were not there before
 */
export async function storeReadings(
  tx: Db,
  providerId: number,
  said: readonly Said[],
  rows: readonly (ReadingRow & { readonly of: Said })[],
  now: Date,
): Promise<{ points: Stored[]; isFresh: (row: ReadingRow & { readonly of: Said }) => boolean }> {
  const order = new Map(said.map((one, i) => [one, i + 1]))
  const rowNumber = new Map<ReadingRow, number>(rows.map((row, i) => [row, i + 1]))
  const found = await STORE(tx, {
    providerId,
    now: now.toISOString(),
    projects: [...new Set(said.map(({ name }) => name.projectId))],
    projectIds: said.map(({ name }) => name.projectId),
    pointNumbers: said.map(({ name }) => name.pointNumber),
    spokeAt: said.map(({ spokeAt }) => spokeAt?.toISOString() ?? null),
    latestRow: said.map(({ latest }) => (latest && rowNumber.get(latest)) ?? null),
    intervals: INTERVALS,
    otherwise: expectedInterval(0),
    rowOf: rows.map(({ of }) => order.get(of)),
    rowAt: rows.map(({ at }) => at.toISOString()),
    rowSequence: rows.map(({ sequence }) => sequence),
    rowMeasures: rows.map(({ measures }) => JSON.stringify(measures)),
    rows: rows.length,
  })
  const ids = new Map(found.map((row) => [row.order, Number(row.id)]))
  const keys = found.flatMap((row) => row.keys ?? [])
  const stored = found[0]?.stored ?? 0
  const fresh = stored === rows.length ? null : new Set(keys)
  return {
    points: found.map((row) => ({ order: row.order - 1, point: pointOf(row, said[row.order - 1]) })),
    isFresh: (row) => {
      const id = ids.get(order.get(row.of) ?? 0)
      return id !== undefined && (fresh?.has(keyOf(id, row)) ?? true)
    },
  }
}

const pointOf = (row: Row, said: Said | undefined): PointRow => ({
  id: Number(row.id),
  buildingId: Number(row.building_id),
  apiId: row.api_id,
  online: row.online,
  reportedAt: row.reported_at,
  receivedAt: row.received_at,
  createdAt: row.created_at,
  latest: (row.newer ? (said?.latest?.measures as PointRow['latest']) : row.before) ?? {},
  height: row.height,
  connected: row.connected,
  dueAt: row.due_at,
  accessStatus: row.access_status,
  troubles: row.troubles,
})
