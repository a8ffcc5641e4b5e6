import { and, eq } from 'drizzle-orm'
import { AppError, notThere } from '../app-error.ts'
import { building } from '../building/building.table.ts'
import type { Db } from '../db/open-db.ts'
import { transmissionDevice } from '../gateway/transmission-device.table.ts'
import { PROTOCOLS } from '../gateway/protocols.ts'

/**
 * Lets the gateway listen to a transmission device for one of the provider's buildings.
 * @throws AppError 404 where the building is another's, 409 where the address is, 400 for an unknown protocol
 */
export async function registerTransmitter(
  tx: Db,
  providerId: number,
  device: { projectId: string; address: number; name: string; protocol: string },
  now: Date,
): Promise<{ buildingId: number }> {
  const { projectId, address, name, protocol } = device
  if (!Object.hasOwn(PROTOCOLS, protocol)) throw new AppError(400, '不支持该协议版本', { protocol: '不支持该协议版本' })
  const [own] = await tx
    .select({ id: building.id })
    .from(building)
    .where(and(eq(building.openProjectId, projectId), eq(building.providerId, providerId)))
  if (!own) throw notThere()
  const [written] = await tx
    .insert(transmissionDevice)
    .values({ address, buildingId: own.id, providerId, protocol, name, createdAt: now })
    .onConflictDoUpdate({
      target: transmissionDevice.address,
      set: { buildingId: own.id, protocol, name },
      setWhere: eq(transmissionDevice.providerId, providerId),
    })
    .returning({ address: transmissionDevice.address })
  if (!written) throw new AppError(409, '该装置地址不可用')
  return { buildingId: own.id }
}
