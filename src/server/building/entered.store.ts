import { asc, type SQL } from 'drizzle-orm'
import type { Db } from '../db/open-db.ts'
import { conditioned } from '../db/prepared.ts'
import { building } from './building.table.ts'

const entered = conditioned('entered', (db, where) =>
  db.select({ buildingId: building.id, name: building.name }).from(building).where(where).orderBy(asc(building.id)),
)

/** The buildings by id and name, for a building selector. */
export const listEntered = (db: Db, buildings: SQL): Promise<{ buildingId: number; name: string }[]> =>
  entered(db, buildings)
