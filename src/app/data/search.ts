import { globalSearch } from '#contract/search.ts'
import { queriesOf } from './query-of.ts'

export const searchQuery = queriesOf(globalSearch, 'all')
