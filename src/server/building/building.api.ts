import { building as contract } from '#contract/building.ts'
import { implement } from '../implement.ts'
import { chosenBuildings } from './building.scope.ts'
import { listEntered } from './entered.store.ts'

export const buildingApi = implement(contract, {
  async entered({ lawCompanyId }, { db, session }) {
    return listEntered(db, await chosenBuildings(db, session, { lawCompanyId }))
  },
})
