import { sql, type SQL } from 'drizzle-orm'
import type { EventKind } from '#contract/ingest.ts'
import type { Db } from '../db/open-db.ts'
import { aliveSince } from '../point/expected-interval.ts'
import type { KnownPoint } from './find-points.ts'
import { newestPerPoint } from './ingest.rules.ts'

/** A row's key as the inserts hand it back: point, second, and what else tells rows apart. */
export const rowKey = (pointId: number, at: Date, ...rest: (string | number)[]) =>
  [pointId, Math.floor(at.getTime() / 1000), ...rest].join('|')

const bigints = (values: readonly number[]) => sql`${sql.param(values)}::bigint[]`
const ints = (values: readonly number[]) => sql`${sql.param(values)}::int[]`
const texts = (values: readonly (string | null)[]) => sql`${sql.param(values)}::text[]`
const instants = (values: readonly (Date | null)[]) =>
  sql`${sql.param(values.map((at) => at?.toISOString() ?? null))}::timestamptz[]`

async function keysOf(tx: Db, statement: SQL): Promise<Set<string>> {
  const { rows } = await tx.execute<{ key: string }>(statement)
  return new Set(rows.map(({ key }) => key))
}

/** A point's newest word moves it on; an older one changes nothing of when it spoke last. */
const spokeSet = (now: Date) => sql`
  reported_at = greatest(p.reported_at, n.spoke_at),
  received_at = case when p.reported_at is null or n.spoke_at > p.reported_at
    then ${now.toISOString()}::timestamptz else p.received_at end,
  online = greatest(p.reported_at, n.spoke_at) >= n.alive_since`

/** Notes that points spoke, at the device's time. */
export async function notePointsSpoke(
  tx: Db,
  items: readonly { point: KnownPoint; pointId: number; at: Date; sequence: number }[],
  now: Date,
): Promise<void> {
  const spoke = newestPerPoint(items)
  await tx.execute(sql`
    update point p set ${spokeSet(now)}
    from unnest(${bigints(spoke.map(({ pointId }) => pointId))}, ${instants(spoke.map(({ at }) => at))},
      ${instants(spoke.map(({ point }) => aliveSince(point.apiId, now)))}) as n(point_id, spoke_at, alive_since)
    where p.id = n.point_id and (p.reported_at is null or n.spoke_at > p.reported_at)`)
}

export interface EventRow {
  readonly point: KnownPoint
  readonly pointId: number
  readonly apiId: number
  readonly kind: EventKind
  readonly at: Date
  readonly sequence: number
}

/** Writes events that began; one whose end came first is ended at once. @returns key to id of those that were not there before */
export async function insertEvents(tx: Db, rows: readonly EventRow[], now: Date): Promise<Map<string, number>> {
  const { rows: inserted } = await tx.execute<{ key: string; id: string }>(
    sql`
    insert into device_event (point_id, building_id, api_id, kind, occurred_at, received_at, sequence, ended_at)
    select e.point_id, e.building_id, e.api_id, e.kind, e.at, ${now.toISOString()}::timestamptz, e.sequence,
      (select min(x.ended_at) from device_event_end x
        where x.point_id = e.point_id and x.kind = e.kind and x.ended_at >= e.at)
    from unnest(${bigints(rows.map(({ pointId }) => pointId))}, ${bigints(rows.map(({ point }) => point.buildingId))},
      ${ints(rows.map(({ apiId }) => apiId))}, ${texts(rows.map(({ kind }) => kind))},
      ${instants(rows.map(({ at }) => at))}, ${ints(rows.map(({ sequence }) => sequence))})
      as e(point_id, building_id, api_id, kind, at, sequence)
    on conflict (point_id, occurred_at, kind, sequence) do nothing
    returning id, concat_ws('|', point_id, extract(epoch from occurred_at)::bigint, kind, sequence) as key`,
  )
  return new Map(inserted.map(({ key, id }) => [key, Number(id)]))
}

/**
 * Writes ends and ends what they end: of each point and kind, what began since the end before and had not ended earlier.
 * @returns the keys that were not there before
 */
export async function insertEnds(tx: Db, rows: readonly EventRow[], now: Date): Promise<Set<string>> {
  const columns = sql`unnest(${bigints(rows.map(({ pointId }) => pointId))}, ${texts(rows.map(({ kind }) => kind))},
    ${instants(rows.map(({ at }) => at))}, ${ints(rows.map(({ sequence }) => sequence))}) as n(point_id, kind, at, sequence)`
  const fresh = await keysOf(
    tx,
    sql`insert into device_event_end (point_id, kind, ended_at, sequence, received_at)
      select n.point_id, n.kind, n.at, n.sequence, ${now.toISOString()}::timestamptz from ${columns}
      on conflict do nothing
      returning concat_ws('|', point_id, extract(epoch from ended_at)::bigint, kind, sequence) as key`,
  )
  if (fresh.size === 0) return fresh
  await tx.execute(sql`
    update device_event d set ended_at = first.at
    from (
      select e.id, e.occurred_at, min(n.at) as at
      from ${columns}
      join device_event e on e.point_id = n.point_id and e.kind = n.kind and e.occurred_at <= n.at
        and e.occurred_at > coalesce((select max(x.ended_at) from device_event_end x
          where x.point_id = n.point_id and x.kind = n.kind and x.ended_at < n.at), '-infinity')
      where e.ended_at is null or e.ended_at > n.at
      group by e.id, e.occurred_at
    ) first
    where d.id = first.id and d.occurred_at = first.occurred_at`)
  return fresh
}

export interface HandlingRow extends EventRow {
  readonly state: number
  readonly handledAt: Date
  readonly handledBy: string | null
  readonly handledPhone: string | null
}

/** Notes how events were handled; of two reports about one event the later counts, and a person's word before both. @returns the keys that changed */
export function updateHandling(tx: Db, rows: readonly HandlingRow[]): Promise<Set<string>> {
  return keysOf(
    tx,
    sql`
    update device_event d set state = h.state, handled_at = h.handled_at, handled_by = h.handled_by,
      handled_phone = h.handled_phone
    from unnest(${bigints(rows.map(({ pointId }) => pointId))}, ${instants(rows.map(({ at }) => at))},
      ${texts(rows.map(({ kind }) => kind))}, ${ints(rows.map(({ sequence }) => sequence))},
      ${ints(rows.map(({ state }) => state))}, ${instants(rows.map(({ handledAt }) => handledAt))},
      ${texts(rows.map(({ handledBy }) => handledBy))}, ${texts(rows.map(({ handledPhone }) => handledPhone))})
      as h(point_id, at, kind, sequence, state, handled_at, handled_by, handled_phone)
    where d.point_id = h.point_id and d.occurred_at = h.at and d.kind = h.kind and d.sequence = h.sequence
      and d.handled_rank = 0 and (d.handled_at is null or (h.handled_at, h.state) > (d.handled_at, d.state))
    returning concat_ws('|', d.point_id, extract(epoch from d.occurred_at)::bigint, d.kind, d.sequence) as key`,
  )
}

export interface AsideRow {
  readonly buildingId: number
  readonly pointNumber: string
  readonly reason: 'future' | 'unknown-point'
  readonly itemKind: string
  readonly at: Date
  readonly sequence: number
  readonly item: Record<string, unknown>
}

/** Sets items aside; one that already is stays as it was. */
export async function setAside(tx: Db, providerId: number, rows: readonly AsideRow[], now: Date): Promise<void> {
  await tx.execute(sql`
    insert into quarantine
      (provider_id, building_id, point_number, reason, item_kind, occurred_at, received_at, item_key, item)
    select ${providerId}, q.building_id, q.point_number, q.reason, q.item_kind, q.at, ${now.toISOString()}::timestamptz,
      q.item_key, q.item
    from unnest(${bigints(rows.map(({ buildingId }) => buildingId))}, ${texts(rows.map((row) => row.pointNumber))},
      ${texts(rows.map(({ reason }) => reason))}, ${texts(rows.map(({ itemKind }) => itemKind))},
      ${instants(rows.map(({ at }) => at))},
      ${texts(rows.map((row) => [row.pointNumber, row.itemKind, row.at.toISOString(), row.sequence].join('|')))},
      ${texts(rows.map(({ item }) => JSON.stringify(item)))}::jsonb[])
      as q(building_id, point_number, reason, item_kind, at, item_key, item)
    on conflict do nothing`)
}
