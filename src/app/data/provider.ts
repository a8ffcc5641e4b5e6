import { provider } from '#contract/provider.ts'
import { queryOf } from './query-of.ts'

export const providerQuery = {
  names: () => queryOf(provider.names, {}),
}
