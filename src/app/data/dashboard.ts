import { dashboard } from '#contract/dashboard.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { queryOf } from './query-of.ts'

export const dashboardQuery = {
  devices: (input: InputOf<typeof dashboard.devices>) => queryOf(dashboard.devices, input),
}
