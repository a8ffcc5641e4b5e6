import type { QueryClient } from '@tanstack/react-query'
import { buildingQuery } from '#app/data/building.ts'
import { problemQuery } from '#app/data/problem.ts'
import { readAhead } from '#app/data/query-of.ts'
import { scoreQuery } from '#app/data/score.ts'
import { currentSession } from '#app/session/session.ts'
import { FIRST_SIZE, type StatisticsSearch } from './statistics-search.ts'

const ownUnit = () => currentSession()?.user.lawCompanyId ?? ''

/** What narrows the facility problems, as the call names it. */
export const runFilterOf = ({ buildingId, status, from, to }: StatisticsSearch) => ({
  companyId: ownUnit(),
  buildingId: buildingId ?? '',
  questionStatus: (status ?? '') as '',
  startSolveTime: from ?? '',
  endSolveTime: to ?? '',
})

export const runPageOf = (search: StatisticsSearch) =>
  problemQuery.runList({ ...runFilterOf(search), currentPage: search.page ?? 1, pageSize: search.size ?? FIRST_SIZE })

export const runCounts = () => problemQuery.runCounts({ companyId: ownUnit() })

export const ownBuildings = () => buildingQuery.entered({ lawCompanyId: ownUnit() })

export const scorePageOf = ({ scoreStatus, scoreFrom, scoreTo, scorePage, scoreSize }: StatisticsSearch) => ({
  ...scoreQuery.items({
    lawCompanyId: ownUnit(),
    currentPage: scorePage ?? 1,
    pageSize: scoreSize ?? FIRST_SIZE,
    questionStatus: (scoreStatus ?? '') as '',
    startTime: scoreFrom ?? '',
    endTime: scoreTo ?? '',
  }),
  // What somebody looked for once is not worth the device's room.
  meta: { keep: !scoreFrom && !scoreTo },
})

export const itemCounts = () => problemQuery.itemCounts({})

export function readStatisticsAhead(client: QueryClient, search: StatisticsSearch): void {
  if (search.tab === 'score') readAhead(client, itemCounts(), scorePageOf(search))
  else readAhead(client, runCounts(), runPageOf(search), ownBuildings())
}
