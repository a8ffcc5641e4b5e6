import { and, eq } from 'drizzle-orm'
import { AppError, notThere } from '#server/platform/app-error.ts'
import { building } from '#server/schema/building.table.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { transmissionDevice } from '#server/schema/transmission-device.table.ts'
import { dropDeviceChecks } from '../duty-answer.store.ts'
import { PROTOCOLS } from '../protocols.ts'

async function ownBuilding(tx: Db, providerId: number, projectId: string): Promise<{ id: number }> {
  const [own] = await tx
    .select({ id: building.id })
    .from(building)
    .where(and(eq(building.openProjectId, projectId), eq(building.providerId, providerId)))
  if (!own) throw notThere()
  return own
}

/** @throws AppError 404, 409 if another provider has the address, 400 */
export async function registerTransmitter(
  tx: Db,
  providerId: number,
  device: { projectId: string; address: number; name: string; protocol: string },
  now: Date,
): Promise<{ buildingId: number }> {
  const { projectId, address, name, protocol } = device
  if (!Object.hasOwn(PROTOCOLS, protocol)) throw new AppError(400, '不支持该协议版本', { protocol: '不支持该协议版本' })
  const own = await ownBuilding(tx, providerId, projectId)
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
  await dropDeviceChecks(tx, [address])
  return { buildingId: own.id }
}

/** @throws AppError 404 */
export async function removeTransmitter(
  tx: Db,
  providerId: number,
  { projectId, address }: { projectId: string; address: number },
): Promise<{ buildingId: number }> {
  const { id } = await ownBuilding(tx, providerId, projectId)
  const [removed] = await tx
    .delete(transmissionDevice)
    .where(
      and(
        eq(transmissionDevice.address, address),
        eq(transmissionDevice.buildingId, id),
        eq(transmissionDevice.providerId, providerId),
      ),
    )
    .returning({ buildingId: transmissionDevice.buildingId })
  if (!removed) throw notThere()
  await dropDeviceChecks(tx, [address])
  return removed
}
