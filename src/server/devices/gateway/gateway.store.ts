import { and, eq, sql } from 'drizzle-orm'
import { building } from '#server/schema/building.table.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { point } from '#server/schema/point.table.ts'
import { provider } from '#server/schema/provider.table.ts'
import { transmissionDevice } from '#server/schema/transmission-device.table.ts'

export interface Transmitter {
  readonly address: number
  readonly providerId: number
  readonly buildingId: number
  readonly projectId: string
  readonly protocol: string
  readonly name: string
}

const plain = (ip: string | undefined) => ip?.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/, '') ?? null

/** Undefined also outside its provider's networks. */
export async function findTransmitter(
  db: Db,
  address: number,
  ip: string | undefined,
): Promise<Transmitter | undefined> {
  const [found] = await db
    .select({
      address: transmissionDevice.address,
      providerId: transmissionDevice.providerId,
      buildingId: transmissionDevice.buildingId,
      projectId: building.openProjectId,
      protocol: transmissionDevice.protocol,
      name: transmissionDevice.name,
    })
    .from(transmissionDevice)
    .innerJoin(building, eq(building.id, transmissionDevice.buildingId))
    .innerJoin(
      provider,
      and(
        eq(provider.id, transmissionDevice.providerId),
        sql`(${provider.networks} = '{}' or ${plain(ip)}::inet <<= any(${provider.networks}::inet[]))`,
      ),
    )
    .where(eq(transmissionDevice.address, address))
  return found
}

export async function numberedPoints(db: Db, buildingId: number): Promise<string[]> {
  const rows = await db
    .select({ pointNumber: point.pointNumber })
    .from(point)
    .where(and(eq(point.buildingId, buildingId), sql`${point.pointNumber} ~ '^\\d+\\.\\d+(\\.\\d+)?$'`))
    .orderBy(point.id)
  return rows.map(({ pointNumber }) => pointNumber)
}
