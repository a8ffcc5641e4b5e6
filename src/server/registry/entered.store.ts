import { asc, type SQL } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'
import { preparedWhere } from '../platform/db/prepared.ts'
import { building } from '../schema/building.table.ts'

const entered = preparedWhere('entered', (db, where) =>
  db.select({ buildingId: building.id, name: building.name }).from(building).where(where).orderBy(asc(building.id)),
)

export const listEntered = (db: Db, buildings: SQL): Promise<{ buildingId: number; name: string }[]> =>
  entered(db, buildings)
