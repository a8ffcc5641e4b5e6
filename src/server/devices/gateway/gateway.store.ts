import { eq } from 'drizzle-orm'
import { building } from '#server/schema/building.table.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { transmissionDevice } from '#server/schema/transmission-device.table.ts'

export interface Transmitter {
  readonly address: number
  readonly providerId: number
  readonly buildingId: number
  readonly projectId: string
  readonly protocol: string
}

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
