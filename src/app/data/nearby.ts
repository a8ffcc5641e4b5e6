import type { InputOf } from '#contract/endpoint.ts'
import { nearby } from '#contract/nearby.ts'
import { queryOf } from './query-of.ts'

export const nearbyQuery = (input: InputOf<typeof nearby.buildings>) => queryOf(nearby.buildings, input)
