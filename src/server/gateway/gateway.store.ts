import { eq } from 'drizzle-orm'
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
