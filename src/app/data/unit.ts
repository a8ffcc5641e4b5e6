import type { InputOf } from '#contract/endpoint.ts'
import { unit } from '#contract/unit.ts'
import { send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

export const unitQuery = {
  /** Never kept: it holds phones. */
  detail: (input: InputOf<typeof unit.detail>) => queryOf(unit.detail, input),
  organs: () => queryOf(unit.organs, {}),
}

export const saveUnit = (lawCompany: InputOf<typeof unit.save>['lawCompany']) =>
  send(unit.save, { lawCompany, iotBuildingEnterCompanies: [] })

/** Says to the server that the unit's information is complete. */
export const completeInformation = (id: string) => send(unit.completeInformation, { id })
