import { sql, type SQL } from 'drizzle-orm'
import type { EventKind } from '#contract/ingest.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { aliveSince } from '#server/evaluation/expected-interval.ts'
import { validBit } from '../valid-report.ts'
import type { KnownPoint } from './lock-named-points.ts'
import { newestPerPoint } from '../ingest.rules.ts'
import type { QuarantineReason } from '#server/schema/quarantine.table.ts'

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

/** Valid for event-reporting item types only. */
export async function notePointsReported(
  tx: Db,
  items: readonly { point: KnownPoint; pointId: number; at: Date; sequence: number }[],
  now: Date,
): Promise<void> {
  if (items.length === 0) return
  const spoke = newestPerPoint(items)
  await tx.execute(sql`
    update point p set reported_at = greatest(p.reported_at, n.spoke_at),
      received_at = case when p.reported_at is null or n.spoke_at > p.reported_at
        then ${now.toISOString()}::timestamptz else p.received_at end,
      valid_at = greatest(p.valid_at, n.valid_at),
      online = coalesce(greatest(p.valid_at, n.valid_at) >= n.alive_since, false)
    from (
      select point_id, spoke_at, case when bit = 0 then spoke_at end as valid_at, alive_since
      from unnest(${bigints(spoke.map(({ pointId }) => pointId))}, ${instants(spoke.map(({ at }) => at))},
        ${instants(spoke.map(({ point }) => aliveSince(point.apiId, now)))},
        ${ints(spoke.map(({ point }) => validBit(point.apiId)))}) as u(point_id, spoke_at, alive_since, bit)) n
    where p.id = n.point_id and (p.reported_at is null or n.spoke_at > p.reported_at or n.valid_at > p.valid_at)`)
}

export interface EventRow {
  readonly point: KnownPoint
  readonly pointId: number
  readonly apiId: number
  readonly kind: EventKind
  readonly at: Date
  readonly sequence: number
}

export interface HandlingRow extends EventRow {
  readonly state: number
  readonly handledAt: Date
  readonly handledBy: string | null
  readonly handledPhone: string | null
}

/** Deterministic tie-break. */
const handlerOf = (row: 'h' | 'd') =>
  sql.raw(`concat_ws('|', coalesce(${row}.handled_by, ''), coalesce(${row}.handled_phone, '')) collate "C"`)

/** A person's verdict is never overwritten. @returns changed keys */
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
      and d.handled_rank = 0 and (d.handled_at is null or (h.handled_at, h.state, ${handlerOf('h')}) > (d.handled_at, d.state, ${handlerOf('d')}))
    returning concat_ws('|', d.point_id, floor(extract(epoch from d.occurred_at))::bigint, d.kind, d.sequence) as key`,
  )
}

export interface QuarantinedRow {
  readonly buildingId: number
  readonly pointNumber: string
  readonly reason: QuarantineReason
  readonly itemKind: string
  readonly at: Date | null
  readonly sequence: number
  readonly item: Record<string, unknown>
}

export async function quarantineItems(
  tx: Db,
  providerId: number,
  rows: readonly QuarantinedRow[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into quarantine
      (provider_id, building_id, point_number, reason, item_kind, occurred_at, received_at, item_key, item)
    select ${providerId}, q.building_id, q.point_number, q.reason, q.item_kind, q.at, ${now.toISOString()}::timestamptz,
      q.item_key, q.item
    from unnest(${bigints(rows.map(({ buildingId }) => buildingId))}, ${texts(rows.map((row) => row.pointNumber))},
      ${texts(rows.map(({ reason }) => reason))}, ${texts(rows.map(({ itemKind }) => itemKind))},
      ${instants(rows.map(({ at }) => at ?? now))},
      ${texts(rows.map((row) => [row.pointNumber, row.itemKind, row.at?.toISOString() ?? 'unset', row.sequence].join('|')))},
      ${texts(rows.map(({ item }) => JSON.stringify(item)))}::jsonb[])
      as q(building_id, point_number, reason, item_kind, at, item_key, item)
    on conflict do nothing`)
}
