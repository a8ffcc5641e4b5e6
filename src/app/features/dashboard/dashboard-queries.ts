import type { QueryClient } from '@tanstack/react-query'
import { PANEL_PAGE_SIZE } from '#contract/problem.ts'
import { dashboardParts, type DashboardScope } from '#app/data/dashboard.ts'
import { waitingChecks } from '#app/data/duty-check.ts'
import { readAhead } from '#app/data/query-of.ts'
import { onIdle } from '#app/scheduling/on-idle.ts'
import { fulfilsWithin } from '#app/scheduling/with-timeout.ts'
import { currentSession } from '#app/session/session.ts'
import { fetchChartCode } from '#app/ui/chart-code.ts'

/** Empty: all of the unit. */
export function scopeOf(buildingId: string): DashboardScope {
  return { lawCompanyId: currentSession()?.user.lawCompanyId ?? '', buildingId }
}

export const partsOf = (buildingId: string) => dashboardParts(scopeOf(buildingId))

/** Source: document 1. */
export const unresolvedPage = (buildingId: string, currentPage: number) => ({
  ...scopeOf(buildingId),
  currentPage,
  questionStatus: 0,
  pageSize: PANEL_PAGE_SIZE,
})

/** Not offline: every query would fail and be retried. */
export function askTogether(client: QueryClient, ...queries: { readonly queryKey: readonly unknown[] }[]): void {
  if (navigator.onLine) readAhead(client, ...queries)
}

/** The page renders once with figures. */
const WORTH_WAITING_MS = 200

/** Cached ones refetch themselves; chart code loads after the answers. */
export async function readMissing(client: QueryClient, ...queries: { readonly queryKey: readonly unknown[] }[]) {
  const missing = queries.filter(({ queryKey }) => client.getQueryData(queryKey) === undefined)
  const early = window.prefetched
  if (early && missing.length === 0) early.response = onceIdle(early.response)
  // The early response is newer than the cache; parts would fetch twice.
  const wanted = early && navigator.onLine ? queries : missing
  const answers = Promise.all(wanted.map((query) => client.prefetchQuery(query)))
  if (missing.length === 0) return
  // Or it reports the error.
  const drawable = answers.then(() => void fetchChartCode().catch(() => undefined))
  if (early) await fulfilsWithin(WORTH_WAITING_MS, drawable)
}

/** A slow device would render each card twice. */
function onceIdle<T>(coming: Promise<T>): Promise<T> {
  const held = coming.then((answer) => new Promise<T>((resolve) => void onIdle(() => resolve(answer))))
  // No unhandled rejection; consumers get the error.
  held.catch(() => undefined)
  return held
}

export function readDashboardAhead(client: QueryClient, buildingId: string): Promise<void> {
  return readMissing(client, ...Object.values(partsOf(buildingId)), waitingChecks())
}
