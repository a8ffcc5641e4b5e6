import { asc } from 'drizzle-orm'
import { building as contract } from '#contract/building.ts'
import { implement } from '../implement.ts'
import { chosenBuildings } from './building.scope.ts'
import { building } from './building.table.ts'

export const buildingApi = implement(contract, {
  async entered({ lawCompanyId }, { db, session }) {
    const where = await chosenBuildings(db, session, { lawCompanyId })
    return db
      .select({ buildingId: building.id, name: building.name })
      .from(building)
      .where(where)
      .orderBy(asc(building.id))
  },
})
