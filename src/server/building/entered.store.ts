import { asc, type SQL } from 'drizzle-orm'
import type { Db } from '../db/open-db.ts'
import { building } from './building.table.ts'

/** The buildings by id and name, for a building selector. */
export function listEntered(db: Db, buildings: SQL): Promise<{ buildingId: number; name: string }[]> {
  return db
    .select({ buildingId: building.id, name: building.name })
    .from(building)
    .where(buildings)
    .orderBy(asc(building.id))
}
