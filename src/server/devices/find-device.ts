import { and, eq } from 'drizzle-orm'
import { notThere } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import { buildingScope } from '../registry/building.scope.ts'
import { building } from '../schema/building.table.ts'
import type { Db } from '../platform/db/open-db.ts'
import { SYSTEMS } from '../reference/systems.ts'
import { FIRE_API } from './ingest.rules.ts'
import type { ListedPoint } from './point.store.ts'
import { point } from '../schema/point.table.ts'
import { unlistedPoint } from '../schema/unlisted-point.table.ts'

export interface PointPlace {
  readonly openProjectId: string
  readonly provideKey: string
}

/** `provideKey` must match the building if given. @throws AppError 404 */
export async function findPointsBuilding(
  db: Db,
  session: Session,
  { openProjectId, provideKey }: PointPlace,
): Promise<{ id: number; name: string }> {
  const [row] = await db
    .select({ id: building.id, name: building.name, appKey: building.appKey })
    .from(building)
    .where(and(buildingScope(db, session), eq(building.openProjectId, openProjectId)))
  if (!row || (provideKey !== '' && provideKey !== row.appKey)) throw notThere()
  return row
}

/** @param lock until the transaction ends @throws AppError 404 */
export async function findPoint(db: Db, session: Session, id: number, lock = false): Promise<ListedPoint> {
  const asked = db
    .select({ point })
    .from(point)
    .innerJoin(building, eq(building.id, point.buildingId))
    .where(and(buildingScope(db, session), eq(point.id, id)))
  const [row] = await (lock ? asked.for('update', { of: point }) : asked)
  if (!row) throw notThere()
  return row.point
}

type Device = Pick<ListedPoint, 'buildingId' | 'deviceName' | 'apiId' | 'apiType'>

/** Also removed and unregistered ones. @throws AppError 404 */
export async function findDevice(db: Db, session: Session, id: number): Promise<Device> {
  const [unlisted] = await db
    .select({
      apiId: unlistedPoint.apiId,
      buildingId: unlistedPoint.buildingId,
      deviceName: unlistedPoint.deviceName,
      pointNumber: unlistedPoint.pointNumber,
    })
    .from(unlistedPoint)
    .innerJoin(building, eq(building.id, unlistedPoint.buildingId))
    .where(and(buildingScope(db, session), eq(unlistedPoint.id, id)))
  if (!unlisted) return findPoint(db, session, id)
  const apiId = unlisted.apiId ?? FIRE_API
  const { buildingId, deviceName, pointNumber } = unlisted
  const apiType = TYPE_OF_API.get(apiId) ?? TIME_SERIES
  return { buildingId, deviceName: deviceName ?? pointNumber ?? '', apiId, apiType }
}

const TYPE_OF_API = new Map(SYSTEMS.flatMap(({ apis }) => apis.map(({ id, type }) => [id, type] as const)))
const TIME_SERIES = 6
