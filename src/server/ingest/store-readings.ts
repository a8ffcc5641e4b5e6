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
  /** Its newest reading; null where it only gave signs of life. */
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
 * read along, so that a batch of which nothing follows costs this statement alone.
 */
const STORE = statement<Row>(
  'ingest_store_readings',
  sql`
  with named as materialized (
    select n.*, b.id as building_id, b.height, b.access_status, s.connected, s.due_at
    from unnest(${given('projectIds', 'text[]')}, ${given('pointNumbers', 'text[]')}, ${given('spokeAt', 'timestamptz[]')},
      ${given('latestAt', 'timestamptz[]')}, ${given('latestSequence', 'int[]')}, ${given('latest', 'text[]')})
      with ordinality as n(project_id, point_number, spoke_at, latest_at, latest_sequence, latest, "order")
    join building b on b.open_project_id = n.project_id and b.provider_id = ${given('providerId', 'bigint')}
    left join building_state s on s.building_id = b.id
  ), known as materialized (
    select n.*, p.id, p.api_id, p.created_at, p.latest as before,
      n.latest_at is not null and (p.latest_at is null
        or (n.latest_at, n.latest_sequence) > (p.latest_at, p.latest_sequence)) as newer,
      coalesce(n.spoke_at > p.reported_at, n.spoke_at is not null) as later,
      greatest(p.reported_at, n.spoke_at) as reported_at, p.received_at, p.online,
      coalesce(x.ms, ${given('otherwise', 'float8')}) as within
    from named n join point p on p.building_id = n.building_id and p.point_number = n.point_number
    left join unnest(${given('apis', 'int[]')}, ${given('intervals', 'float8[]')}) as x(api_id, ms) on x.api_id = p.api_id
    order by p.id for no key update of p
  ), judged as materialized (
    select k.*, case when later then ${given('now', 'timestamptz')} else received_at end as heard_at,
      case when later or newer then reported_at >= ${given('now', 'timestamptz')} - interval '1 ms' * within
        else online end as alive
    from known k
  ), moved as (
    update point p set reported_at = j.reported_at, received_at = j.heard_at, online = j.alive,
      latest = case when j.newer then j.latest::jsonb else p.latest end,
      latest_at = case when j.newer then j.latest_at else p.latest_at end,
      latest_sequence = case when j.newer then j.latest_sequence else p.latest_sequence end
    from judged j where p.id = j.id and (j.later or j.newer)
  ), stored as (
    insert into reading (point_id, at, sequence, building_id, api_id, received_at, measures)
    select j.id, r.at, r.sequence, j.building_id, j.api_id, ${given('now', 'timestamptz')}, r.measures::jsonb
    from unnest(${given('rowOrder', 'int[]')}, ${given('rowAt', 'timestamptz[]')}, ${given('rowSequence', 'int[]')},
      ${given('rowMeasures', 'text[]')}) as r("order", at, sequence, measures)
    join judged j on j."order" = r."order"
    on conflict do nothing
    returning point_id, at, sequence
  )
  select j."order"::int, j.id, j.building_id, j.api_id, j.alive as online, ${ms('j.reported_at')} as reported_at,
    ${ms('j.heard_at')} as received_at, ${ms('j.created_at')} as created_at, j.newer,
    case when not j.newer then j.before end as before, j.height, j.access_status, j.api_id = any(j.connected) as connected,
    ${ms('j.due_at')} as due_at,
    (select json_object_agg(t.cause, ${ms('t.since')}) from trouble t where t.point_id = j.id) as troubles,
    (select count(*)::int from stored) as stored,
    case when row_number() over () = 1 and (select count(*) from stored) < ${given('rows', 'int')}
      then (select array_agg(concat_ws('|', point_id, ${ms('at')}, sequence)) from stored) end as keys
  from judged j`,
)

const iso = (at: Date | undefined | null) => at?.toISOString() ?? null
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
  const found = await STORE(tx, {
    providerId,
    now: now.toISOString(),
    projectIds: said.map(({ name }) => name.projectId),
    pointNumbers: said.map(({ name }) => name.pointNumber),
    spokeAt: said.map(({ spokeAt }) => iso(spokeAt)),
    latestAt: said.map(({ latest }) => iso(latest?.at)),
    latestSequence: said.map(({ latest }) => latest?.sequence ?? 0),
    latest: said.map(({ latest }) => latest && JSON.stringify(latest.measures)),
    apis: [...EXPECTED_INTERVALS.keys()],
    intervals: [...EXPECTED_INTERVALS.values()],
    otherwise: expectedInterval(0),
    rowOrder: rows.map(({ of }) => order.get(of)),
    rowAt: rows.map(({ at }) => iso(at)),
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
