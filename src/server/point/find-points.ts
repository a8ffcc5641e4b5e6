import { and, eq } from 'drizzle-orm'
import { notThere } from '../app-error.ts'
import type { Session } from '../auth/session.ts'
import { visibleTo } from '../building/building.scope.ts'
import { building } from '../building/building.table.ts'
import type { Db } from '../db/open-db.ts'
import { SYSTEMS } from '../dictionary/systems.ts'
import { FIRE_API } from '../ingest/ingest.rules.ts'
import type { StoredPoint } from './point.store.ts'
import { point } from './point.table.ts'
import { unlistedPoint } from './unlisted-point.table.ts'

/** How a caller names a building's points. */
export interface PointPlace {
  readonly openProjectId: string
  readonly provideKey: string
}

/**
 * The building whose points a call is about, of those in sight. The key adds nothing to what the session may see, so it
 * may be missing; one that does not fit belongs to another building.
 * @throws AppError 404
 */
export async function findPointsBuilding(
  db: Db,
  session: Session,
  { openProjectId, provideKey }: PointPlace,
): Promise<{ id: number; name: string }> {
  const [row] = await db
    .select({ id: building.id, name: building.name, appKey: building.appKey })
    .from(building)
    .where(and(visibleTo(db, session), eq(building.openProjectId, openProjectId)))
  if (!row || (provideKey !== '' && provideKey !== row.appKey)) throw notThere()
  return row
}

/**
 * A point of a building in sight.
 * @param lock holds it until the transaction ends
 * @throws AppError 404
 */
export async function findPoint(db: Db, session: Session, id: number, lock = false): Promise<StoredPoint> {
  const asked = db
    .select({ point })
    .from(point)
    .innerJoin(building, eq(building.id, point.buildingId))
    .where(and(visibleTo(db, session), eq(point.id, id)))
  const [row] = await (lock ? asked.for('update', { of: point }) : asked)
  if (!row) throw notThere()
  return row.point
}

/**
 * A device of a building in sight, which may have been removed or never have been registered.
 * @throws AppError 404
 */
export async function findDevice(db: Db, session: Session, id: number): Promise<{ apiId: number; apiType: number }> {
  const [unlisted] = await db
    .select({ apiId: unlistedPoint.apiId })
    .from(unlistedPoint)
    .innerJoin(building, eq(building.id, unlistedPoint.buildingId))
    .where(and(visibleTo(db, session), eq(unlistedPoint.id, id)))
  if (!unlisted) return findPoint(db, session, id)
  const apiId = unlisted.apiId ?? FIRE_API
  return { apiId, apiType: TYPE_OF_API.get(apiId) ?? TIME_SERIES }
}

const TYPE_OF_API = new Map(SYSTEMS.flatMap(({ apis }) => apis.map(({ id, type }) => [id, type] as const)))
const TIME_SERIES = 6
