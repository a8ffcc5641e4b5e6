import type { InputOf } from '#contract/endpoint.ts'
import { setup } from '#contract/setup.ts'
import { send } from '#app/session/send.ts'
import { queriesOf } from './query-of.ts'

export const setupQuery = queriesOf(setup, 'steps')

export const createFirstAccount = (input: InputOf<typeof setup.first>) => send(setup.first, input)
