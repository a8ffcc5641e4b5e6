import { setup } from '#contract/setup.ts'
import { implement } from '../platform/implement.ts'
import { addFirstAccount } from '../registry/first-account.ts'
import { readSetup } from './setup.store.ts'

export const setupApi = implement(setup, {
  steps: (_, { db }) => readSetup(db),

  first: addFirstAccount,
})
