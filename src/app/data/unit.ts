import type { InputOf } from '#contract/endpoint.ts'
import { unit } from '#contract/unit.ts'
import { send } from '#app/session/send.ts'
import { queriesOf } from './query-of.ts'

/** Never persisted: phones. */
export const unitQuery = queriesOf(unit, 'detail', 'organs')

export const saveUnit = (lawCompany: InputOf<typeof unit.save>['lawCompany']) =>
  send(unit.save, { lawCompany, iotBuildingEnterCompanies: [] })

export const completeInformation = (id: string) => send(unit.completeInformation, { id })
