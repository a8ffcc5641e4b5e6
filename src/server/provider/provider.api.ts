import { provider } from '#contract/provider.ts'
import { implement } from '../implement.ts'
import { listProviderNames } from './provider.store.ts'

export const providerApi = implement(provider, {
  names: (_, { db }) => listProviderNames(db),
})
