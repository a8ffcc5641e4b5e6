import { createApi } from '#server/create-api.ts'
import type { Deps, Metrics, Operation } from '#server/deps.ts'
import { createMetrics } from '#server/ops/metrics.ts'
import { UNWATCHED } from '#server/ops/unwatched.ts'

/** The API as a process answers it that is watched and bounded so. */
export const watchedApi = ({ deps }: { readonly deps: Deps }, operation: Partial<Operation>) =>
  createApi({ ...deps, operation: { ...UNWATCHED, ...operation } })

/** Counts as a process does of whose three connections two are idle, while one call waits. */
export const newMetrics = (): Metrics =>
  createMetrics({
    pool: () => ({ totalCount: 3, idleCount: 2, waitingCount: 1 }),
    hasRoom: () => true,
    isLeaving: () => false,
  })
