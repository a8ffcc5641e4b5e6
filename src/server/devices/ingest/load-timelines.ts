import { type SQL, sql } from 'drizzle-orm'
import type { EventKind } from '#contract/ingest.ts'
import { epochMs } from '#server/platform/db/epoch-ms.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { END_ORDER, type KnownEvent, type Moment } from './event-timeline.rules.ts'
import { bitOf, systemOf } from './event-kinds.ts'
import type { KnownPoint } from './lock-named-points.ts'

export interface Track {
  readonly point: KnownPoint
  readonly kind: EventKind
  readonly from: number
  readonly to: number
}

export interface StoredTimeline {
  readonly anchor: Moment | null
  readonly offs: readonly Moment[]
  readonly ons: readonly Moment[]
  readonly known: readonly KnownEvent[]
}

/** A reset ends fires and actions; faults and shields last. */
export const ENDED_BY_RESET: readonly EventKind[] = ['fire', 'action']

const bigints = (values: readonly number[]) => sql`${sql.param(values)}::bigint[]`
const ints = (values: readonly number[]) => sql`${sql.param(values)}::int[]`
const texts = (values: readonly (string | null)[]) => sql`${sql.param(values)}::text[]`
const instants = (values: readonly number[]) =>
  sql`${sql.param(values.map((ms) => new Date(ms).toISOString()))}::timestamptz[]`

/** Each branch uses one index. */
function offs(condition: (at: SQL) => SQL, direction: 'asc' | 'desc', limit: SQL): SQL {
  const branch = (table: SQL, at: SQL, order: SQL, where: SQL) => sql`
    (select ${at} as at, ${order} as "order" from ${table} where ${where} and ${condition(at)}
      order by ${at} ${sql.raw(direction)} ${limit})`
  return sql.join(
    [
      branch(
        sql`device_event_end`,
        sql`ended_at`,
        sql.raw(String(END_ORDER)),
        sql`point_id = t.point_id and kind = t.kind`,
      ),
      branch(
        sql`component_status`,
        sql`at`,
        sql`sequence`,
        sql`point_id = t.point_id and told & t.bit <> 0 and lasting & t.bit = 0`,
      ),
      branch(
        sql`controller_operation`,
        sql`at`,
        sql`sequence`,
        sql`resets and t.resettable and building_id = t.building_id and place in (t.number, t.system)`,
      ),
    ],
    sql` union all `,
  )
}

const moment = (row: string) => sql.raw(`json_build_object('at', ${row}.ms, 'order', ${row}."order")`)
const withMs = (row: string) => sql.raw(`round(date_part('epoch', ${row}.at) * 1000) as ms`)

/** From the last end before the span to the first after it. Precondition: the points are locked. */
export async function loadTimelines(tx: Db, tracks: readonly Track[]): Promise<StoredTimeline[]> {
  const { rows } = await tx.execute<{
    anchor: Moment | null
    offs: Moment[] | null
    ons: Moment[] | null
    known: KnownEvent[] | null
  }>(sql`
    with track as materialized (
      select * from unnest(${bigints(tracks.map(({ point }) => point.id))}, ${texts(tracks.map(({ kind }) => kind))},
        ${ints(tracks.map(({ kind }) => bitOf(kind)))}, ${bigints(tracks.map(({ point }) => point.buildingId))},
        ${texts(tracks.map(({ point }) => point.pointNumber))}, ${texts(tracks.map(({ point }) => systemOf(point.pointNumber)))},
        ${sql.param(tracks.map(({ kind }) => ENDED_BY_RESET.includes(kind)))}::boolean[],
        ${instants(tracks.map(({ from }) => from))}, ${instants(tracks.map(({ to }) => to))})
        with ordinality as n(point_id, kind, bit, building_id, number, system, resettable, since, until, nth)
    ), bounded as materialized (
      select t.*, anchor.at as anchor_at, anchor."order" as anchor_order, next.at as next_at
      from track t
      left join lateral (select * from (${offs((at) => sql`${at} < t.since`, 'desc', sql`limit 1`)}) o
        order by o.at desc, o."order" desc limit 1) anchor on true
      left join lateral (select * from (${offs((at) => sql`${at} > t.until`, 'asc', sql`limit 1`)}) o
        order by o.at, o."order" limit 1) next on true
    )
    select
      (select ${moment('a')} from (select t.anchor_at as at, t.anchor_order as "order", ${sql.raw(`round(date_part('epoch', t.anchor_at) * 1000) as ms`)}) a
        where t.anchor_at is not null) as anchor,
      offs.list as offs, ons.list as ons, known.list as known
    from bounded t
    left join lateral (
      select json_agg(${moment('o')}) as list, array_agg(o.at) as moments, array_agg(o."order") as orders
      from (select x.*, ${withMs('x')} from (
        ${offs((at) => sql`(t.anchor_at is null or ${at} >= t.anchor_at) and (t.next_at is null or ${at} <= t.next_at)`, 'asc', sql``)}) x
        where t.anchor_at is null or (x.at, x."order") > (t.anchor_at, t.anchor_order)) o
    ) offs on true
    left join lateral (
      select json_agg(${moment('f')}) as list from (
        select distinct s.at, s.sequence as "order", ${withMs('s')}
        from (select * from unnest(offs.moments, offs.orders) as b(at, "order")
          union all select coalesce(t.anchor_at, '-infinity'), coalesce(t.anchor_order, 0)) b
        cross join lateral (select at, sequence from component_status
          where point_id = t.point_id and told & lasting & t.bit <> 0 and (at, sequence) > (b.at, b."order")
            and (t.next_at is null or at <= t.next_at)
          order by at, sequence limit 1) s) f
    ) ons on true
    left join lateral (
      select json_agg(json_build_object('id', e.id, 'at', ${epochMs('e.occurred_at')}, 'sequence', e.sequence,
        'endedAt', ${epochMs('e.ended_at')}, 'fromStatus', e.from_status)) as list
      from device_event e
      where e.point_id = t.point_id and e.kind = t.kind
        and (t.anchor_at is null or e.occurred_at >= t.anchor_at) and (t.next_at is null or e.occurred_at <= t.next_at)
        and (e.ended_at is null or e.ended_at >= t.since or e.from_status or e.occurred_at between t.since and t.until)
    ) known on true
    order by t.nth`)
  return rows.map((row) => ({
    anchor: row.anchor,
    offs: row.offs ?? [],
    ons: row.ons ?? [],
    known: row.known ?? [],
  }))
}
