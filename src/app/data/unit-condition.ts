import { unitCondition } from '#contract/unit-condition.ts'
import { queryOf } from './query-of.ts'

export const unitConditionQuery = (lawCompanyIds: readonly string[]) =>
  queryOf(unitCondition.list, { lawCompanyIds: lawCompanyIds.join(',') })
