import { dashboard } from '#contract/dashboard.ts'
import { batchOf } from './batch.ts'

/** What a dashboard is about: a unit, and one of its buildings or (empty) all. */
export interface DashboardScope {
  readonly [field: string]: string
  readonly lawCompanyId: string
  readonly buildingId: string
}

/** The query of a call whose answer is also a part of the unit's dashboard. */
export const partOf = batchOf(dashboard.opening, (scope: DashboardScope, parts) => ({ ...scope, parts }))
