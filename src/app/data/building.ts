import { building } from '#contract/building.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { queryOf } from './query-of.ts'

export const buildingQuery = {
  entered: (input: InputOf<typeof building.entered>) => queryOf(building.entered, input),
}
