import { useLive } from '#app/data/live-state.ts'
import { useNow } from '#app/lib/use-now.ts'
import { clockAheadMs, useConnection } from '#app/offline/connection.ts'
import type { WallQueries } from './use-wall-queries.ts'

/** Figures older than three refresh intervals are marked stale, ms. */
const STALE_MS = 3.5 * 60_000

export interface WallContact {
  readonly isLost: boolean
  /** Time of the oldest figures, ms; 0 before the first response. */
  readonly since: number
  /** Time of the last data, server ms; null while the contact holds. */
  readonly lostAt: number | null
}

export function useWallContact(queries: WallQueries): WallContact {
  const { open, access, score, alarms, devices, providers, rates, scores } = queries
  const figures = [access, score, alarms, devices, providers, rates, scores]
  const connection = useConnection()
  const isCut = useLive().mode === 'cut'
  const now = useNow()
  const times = figures.map(({ dataUpdatedAt }) => dataUpdatedAt)
  const newest = Math.max(...times)
  const isStale = newest > 0 && now.getTime() - newest > STALE_MS
  const isLost = connection !== 'online' || isCut || isStale || open.isError || figures.every(({ isError }) => isError)
  return {
    isLost,
    since: times.includes(0) ? 0 : Math.min(...times),
    lostAt: isLost ? newest - (newest > 0 ? clockAheadMs() : 0) : null,
  }
}
