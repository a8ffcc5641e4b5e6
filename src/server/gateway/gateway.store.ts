import { eq, sql } from 'drizzle-orm'
import type { EventKind } from '#contract/ingest.ts'
import { building } from '../building/building.table.ts'
import type { Db } from '../db/open-db.ts'
import { transmissionDevice } from './transmission-device.table.ts'

export interface Transmitter {
  readonly address: number
  readonly providerId: number
  readonly buildingId: number
  readonly projectId: string
  readonly protocol: string
}

/** The device of a source address and the building it speaks for; undefined where nobody registered it. */
export async function findTransmitter(db: Db, address: number): Promise<Transmitter | undefined> {
  const [found] = await db
    .select({
      address: transmissionDevice.address,
      providerId: transmissionDevice.providerId,
      buildingId: transmissionDevice.buildingId,
      projectId: building.openProjectId,
      protocol: transmissionDevice.protocol,
    })
    .from(transmissionDevice)
    .innerJoin(building, eq(building.id, transmissionDevice.buildingId))
    .where(eq(transmissionDevice.address, address))
  return found
}

/** The newest event of a point and kind, and whether it goes on. */
export interface Current {
  readonly pointNumber: string
  readonly kind: EventKind
  readonly at: Date
  readonly isOn: boolean
}

const CURRENT = sql`
  select p.point_number, k.kind, extract(epoch from e.occurred_at)::bigint as second, e.ended_at is null as is_on
  from point p cross join (values ('fire'), ('fault'), ('shield'), ('action')) as k(kind)
  cross join lateral (select occurred_at, ended_at from device_event
    where point_id = p.id and kind = k.kind order by occurred_at desc, id desc limit 1) e`

/** What goes on, or went on last, at a building's points: those named, and all below the systems named. */
export async function currentEvents(
  tx: Db,
  buildingId: number,
  pointNumbers: readonly string[],
  systems: readonly string[],
): Promise<Current[]> {
  const below = sql`exists (select 1 from unnest(${sql.param([...systems])}::text[]) as s
    where p.point_number = s or starts_with(p.point_number, s || '.'))`
  const { rows } = await tx.execute<{ point_number: string; kind: EventKind; second: string; is_on: boolean }>(sql`
    ${CURRENT} where p.building_id = ${buildingId}
      and (p.point_number = any(${sql.param([...pointNumbers])}::text[]) or ${below})`)
  return rows.map((row) => ({
    pointNumber: row.point_number,
    kind: row.kind,
    at: new Date(Number(row.second) * 1000),
    isOn: row.is_on,
  }))
}

/** How often a word from the device is worth noting at the points behind it. */
const NOTE_EVERY_MS = 5 * 60_000
/** Items that speak only when something happens: the device vouches for them. */
const EVENT_APIS = 4

/**
 * The device spoke: so do the components behind it that have spoken before and have nothing to measure. A point that
 * another word is just being taken of is passed over: it speaks for itself, and two that waited for each other's points
 * would wait for ever.
 */
export async function noteTransmitterSpoke(tx: Db, device: Transmitter, now: Date): Promise<void> {
  const at = now.toISOString()
  await tx.update(transmissionDevice).set({ lastSeenAt: now }).where(eq(transmissionDevice.address, device.address))
  await tx.execute(sql`
    update point set reported_at = ${at}::timestamptz, received_at = ${at}::timestamptz, online = true
    where id in (select id from point
      where building_id = ${device.buildingId} and api_type <= ${EVENT_APIS} and point_number ~ '^\\d+\\.\\d+(\\.\\d+)?$'
        and reported_at < ${new Date(now.getTime() - NOTE_EVERY_MS).toISOString()}::timestamptz
      for no key update skip locked)`)
}
