import type { QueryClient } from '@tanstack/react-query'
import { PANEL_PAGE_SIZE } from '#contract/problem.ts'
import { buildingQuery } from '#app/data/building.ts'
import { dashboardQuery } from '#app/data/dashboard.ts'
import { problemQuery } from '#app/data/problem.ts'
import { readAhead } from '#app/data/query-of.ts'
import { scoreQuery } from '#app/data/score.ts'
import { currentSession } from '#app/session/session.ts'
import { fetchCharts } from './fetch-charts.ts'

/** The building the dashboard is about; empty: all of the unit's. */
export function scopeOf(buildingId: string) {
  return { lawCompanyId: currentSession()?.user.lawCompanyId ?? '', buildingId }
}

/** The panel shows what is unresolved. Source: document 1, Fire-facility problem panel. */
export const unresolvedPage = (buildingId: string, currentPage: number) => ({
  ...scopeOf(buildingId),
  currentPage,
  pageSize: PANEL_PAGE_SIZE,
  questionStatus: 0,
})

/** What is kept is drawn first, the cards ask for it again themselves; while the rest is asked for, charts can come too. */
function readMissing(client: QueryClient, ...queries: Parameters<typeof readAhead>[1][]): void {
  const missing = queries.filter(({ queryKey }) => client.getQueryData(queryKey) === undefined)
  readAhead(client, ...missing)
  if (missing.length > 0) fetchCharts()
}

export function readDashboardAhead(client: QueryClient, buildingId: string): void {
  const scope = scopeOf(buildingId)
  readMissing(
    client,
    scoreQuery.trend({ ...scope, days: 7 }),
    dashboardQuery.devices(scope),
    problemQuery.facilityCounts(scope),
    problemQuery.facilityList(unresolvedPage(buildingId, 1)),
    buildingQuery.entered({ lawCompanyId: scope.lawCompanyId }),
  )
}

/** The area of an authority's dashboard: its district at level 3, otherwise everything. */
export const ownArea = () => ({
  countyNo: currentSession()?.user.organLevel === 3 ? (currentSession()?.user.county ?? '') : '',
})

export function readAuthorityAhead(client: QueryClient): void {
  readMissing(
    client,
    scoreQuery.overview({ days: 7, ...ownArea() }),
    dashboardQuery.devices(scopeOf('')),
    problemQuery.facilityList(unresolvedPage('', 1)),
  )
}
