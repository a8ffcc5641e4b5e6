import type { QueryClient } from '@tanstack/react-query'
import { PANEL_PAGE_SIZE } from '#contract/problem.ts'
import type { DashboardScope } from '#app/data/dashboard-batch.ts'
import { dashboardParts } from '#app/data/dashboard.ts'
import { readAhead } from '#app/data/query-of.ts'
import { whenIdle } from '#app/lib/when-idle.ts'
import { within } from '#app/offline/within.ts'
import { currentSession } from '#app/session/session.ts'
import { fetchChartCode } from '#app/ui/chart-code.ts'

/** The building the dashboard is about; empty: all of the unit's. */
export function scopeOf(buildingId: string): DashboardScope {
  return { lawCompanyId: currentSession()?.user.lawCompanyId ?? '', buildingId }
}

/** What the dashboard of a building, or (empty) of all, opens with. */
export const partsOf = (buildingId: string) => dashboardParts(scopeOf(buildingId))

/** The panel shows what is unresolved. Source: document 1, Fire-facility problem panel. */
export const unresolvedPage = (buildingId: string, currentPage: number) => ({
  ...scopeOf(buildingId),
  currentPage,
  questionStatus: 0,
  pageSize: PANEL_PAGE_SIZE,
})

/** In one call, though not all who show it are there yet. Without any network, each would only fail twice. */
export function askTogether(client: QueryClient, ...queries: { readonly queryKey: readonly unknown[] }[]): void {
  if (navigator.onLine) readAhead(client, ...queries)
}

/** An answer on its way since before the app was there is worth this wait: the page is drawn once, with its figures. */
const WORTH_WAITING_MS = 200

/**
 * What is kept is drawn first, the cards ask for it again themselves. The charts' code waits for the answers: on a weak
 * link it would come between a question and its figures.
 * @returns when the page is to be drawn
 */
export async function readMissing(client: QueryClient, ...queries: { readonly queryKey: readonly unknown[] }[]) {
  const missing = queries.filter(({ queryKey }) => client.getQueryData(queryKey) === undefined)
  const early = window.earlyAnswer
  if (early && missing.length === 0) window.earlyAnswer = { ...early, response: onceIdle(early.response) }
  // The answer on its way is of all of them, and newer than what is kept: asked for in parts, they would come twice.
  const wanted = early && navigator.onLine ? queries : missing
  const answers = Promise.all(wanted.map((query) => client.prefetchQuery(query))).then(giveUpEarly)
  if (missing.length === 0) return
  // A chart that is drawn later finds it there, or says itself what went wrong.
  const drawable = answers.then(() => void fetchChartCode().catch(() => undefined))
  if (early) await within(WORTH_WAITING_MS, drawable)
}

/** A kept page is drawn whole before newer figures come into it: in between, a slow device draws each card twice. */
function onceIdle<T>(coming: Promise<T>): Promise<T> {
  const held = coming.then((answer) => new Promise<T>((resolve) => void whenIdle(() => resolve(answer))))
  // Whoever takes it up hears of a failure; nobody may.
  held.catch(() => undefined)
  return held
}

/** What was asked before the app was there and is not taken up by its first page must not answer a later one. */
function giveUpEarly(): void {
  window.earlyAnswer?.abort()
  delete window.earlyAnswer
}

export function readDashboardAhead(client: QueryClient, buildingId: string): Promise<void> {
  return readMissing(client, ...Object.values(partsOf(buildingId)))
}
