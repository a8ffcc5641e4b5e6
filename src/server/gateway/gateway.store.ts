import { eq, sql } from 'drizzle-orm'
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
