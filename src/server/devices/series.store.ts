import { sql, type SQL } from 'drizzle-orm'
import type { EvaluatedPoint, PastReading } from '#server/evaluation/evaluated-point.store.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { TIME_MARKS } from '../schema/record.table.ts'

export interface Cursor {
  /** `timestamptz` as text. */
  readonly at: string
  readonly id: number
  readonly sequence: number
}

export interface Walk {
  readonly limit: number
  readonly reversed: boolean
  readonly cursor: Cursor | null
  /** Both inclusive. */
  readonly from: Date | null
  readonly to: Date | null
}

export type SeriesScope =
  | { readonly pointId: number }
  | { readonly buildingIds: readonly number[]; readonly apiId: number }

export interface SeriesEntry {
  readonly pointId: number
  readonly micros: string
  readonly keyId: number
  readonly sequence: number
  /** ms: device and server clock. */
  readonly at: number
  readonly receivedAt: number
  readonly deviceNo: string | null
  readonly deviceName: string | null
  readonly deviceType: number | null
  readonly floor: string | null
  readonly zone: string | null
  readonly descript: string | null
}

export interface ReadingEntry
  extends SeriesEntry, PastReading, Pick<EvaluatedPoint, 'apiId' | 'height' | 'pastHeights'> {}

export interface EventEntry extends SeriesEntry {
  readonly kind: string
  readonly state: number
  readonly endedAt: number | null
  readonly pointNumber: string | null
  readonly unregistered: boolean
  readonly timeMark: (typeof TIME_MARKS)[number] | null
  /** Milliseconds. */
  readonly deviceTime: number | null
}

const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`)
const micros = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000000)::bigint::text`)
const deviceOf = (row: string) =>
  sql.raw(
    [
      'device_no as "deviceNo"',
      'device_name as "deviceName"',
      'device_type as "deviceType"',
      'floor',
      'zone',
      'descript',
    ]
      .map((column) => `${row}.${column}`)
      .join(', '),
  )

/** An index has the scope columns, then `at` and `key`. */
interface Source {
  readonly table: SQL
  readonly at: SQL
  readonly key: readonly SQL[]
  readonly keyOf: (walk: Walk) => readonly (number | undefined)[]
}

// The separate condition on the time lets PostgreSQL prune partitions beyond the cursor.
function within(source: Source, { cursor, reversed, from, to, ...rest }: Walk): SQL {
  const parts: SQL[] = []
  if (from) parts.push(sql`and ${source.at} >= ${from.toISOString()}::timestamptz`)
  if (to) parts.push(sql`and ${source.at} < ${new Date(to.getTime() + 1000).toISOString()}::timestamptz`)
  if (cursor) {
    const at = sql`${cursor.at}::timestamptz`
    const key = sql.join([source.at, ...source.key], sql`, `)
    const ids = source.keyOf({ cursor, reversed, from, to, ...rest }).map((part) => sql`${part}::bigint`)
    const place = sql.join([at, ...ids], sql`, `)
    parts.push(
      reversed
        ? sql`and ${source.at} >= ${at} and (${key}) > (${place})`
        : sql`and ${source.at} <= ${at} and (${key}) < (${place})`,
    )
  }
  return sql.join(parts, sql` `)
}

/** One index scan; the cost depends on the page size only. */
function walk(source: Source, scope: SeriesScope, asked: Walk): SQL {
  const direction = asked.reversed ? sql`asc` : sql`desc`
  const order = sql.join(
    [source.at, ...source.key].map((column) => sql`${column} ${direction}`),
    sql`, `,
  )
  const one = (condition: SQL) =>
    sql`(select * from ${source.table} s where ${condition} ${within(source, asked)} order by ${order} limit ${asked.limit})`
  if ('pointId' in scope) return one(sql`s.point_id = ${scope.pointId}`)
  if (scope.buildingIds.length === 1)
    return one(sql`s.building_id = ${scope.buildingIds[0]} and s.api_id = ${scope.apiId}`)
  const ids = sql`${sql.param([...scope.buildingIds])}::bigint[]`
  return sql`(select s.* from unnest(${ids}) as b(id) cross join lateral
    ${one(sql`s.building_id = b.id and s.api_id = ${scope.apiId}`)} s order by ${order} limit ${asked.limit})`
}

const readingsOf = (scope: SeriesScope): Source => ({
  table: sql`reading`,
  at: sql`s.at`,
  // Time and sequence are unique per device.
  key: 'pointId' in scope ? [sql`s.sequence`] : [sql`s.point_id`, sql`s.sequence`],
  keyOf: ({ cursor }) => ('pointId' in scope ? [cursor?.sequence] : [cursor?.id, cursor?.sequence]),
})

const EVENTS: Source = {
  table: sql`device_event`,
  at: sql`s.occurred_at`,
  key: [sql`s.id`],
  keyOf: ({ cursor }) => [cursor?.id],
}

export async function readReadings(db: Db, scope: SeriesScope, asked: Walk): Promise<ReadingEntry[]> {
  const { rows } = await db.execute<ReadingEntry & Record<string, unknown>>(sql`
    select r.point_id::float8 as "pointId", ${micros('r.at')} as micros, r.point_id::float8 as "keyId", r.sequence,
      ${ms('r.at')} as at, ${ms('r.received_at')} as "receivedAt", r.measures,
      r.api_id as "apiId", b.height::float8 as height,
      coalesce(b.past_heights, '[]') as "pastHeights", ${deviceOf('p')}
    from ${walk(readingsOf(scope), scope, asked)} r left join building b on b.id = r.building_id
    left join lateral (
      select device_no, device_name, device_type, floor, zone, descript from point where id = r.point_id
      union all select device_no, device_name, device_type, floor, zone, descript from unlisted_point where id = r.point_id
    ) p on true
    order by r.at desc, r.point_id desc, r.sequence desc`)
  return rows
}

export async function readEvents(db: Db, scope: SeriesScope, asked: Walk): Promise<EventEntry[]> {
  const { rows } = await db.execute<EventEntry & Record<string, unknown>>(sql`
    select e.point_id::float8 as "pointId", ${micros('e.occurred_at')} as micros, e.id::float8 as "keyId", 0 as sequence,
      ${ms('e.occurred_at')} as at, ${ms('e.received_at')} as "receivedAt", e.kind, e.state, ${ms('e.ended_at')} as "endedAt",
      ${ms('e.device_time')} as "deviceTime", e.time_mark as "timeMark", e.unregistered, e.point_number as "pointNumber", ${deviceOf('e')}
    from ${walk(EVENTS, scope, asked)} e
    order by e.occurred_at desc, e.id desc`)
  return rows
}
