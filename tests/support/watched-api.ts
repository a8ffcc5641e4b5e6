import { createApi } from '#server/create-api.ts'
import type { Deps, Metrics, Operations } from '#server/platform/deps.ts'
import { createMetrics, type MetricSources } from '#server/operations/metrics.ts'
import { NOOP_OPERATIONS } from '#server/platform/noop-operations.ts'

export const watchedApi = ({ deps }: { readonly deps: Deps }, operation: Partial<Operations>) =>
  createApi({ ...deps, operations: { ...NOOP_OPERATIONS, ...operation } })

export const newMetrics = (looks: Partial<MetricSources> = {}): Metrics =>
  createMetrics({
    pool: () => ({ totalCount: 3, idleCount: 2, waitingCount: 1 }),
    hasRoom: () => true,
    isDraining: () => false,
    ...looks,
  })
