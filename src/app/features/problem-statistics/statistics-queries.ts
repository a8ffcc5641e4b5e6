import type { QueryClient } from '@tanstack/react-query'
import { buildingQuery } from '#app/data/building.ts'
import { problemQuery } from '#app/data/problem.ts'
import { readAhead } from '#app/data/query-of.ts'
import { scoreQuery } from '#app/data/score.ts'
import { currentSession } from '#app/session/session.ts'
import { FIRST_RUN_SIZE, FIRST_SIZE, hasSolveTime, type StatisticsSearch } from './statistics-search.ts'

const ownUnit = () => currentSession()?.user.lawCompanyId ?? ''

const codeOf = (status = '0') => (status === 'all' ? '' : status) as ''

const filterOf = (search: StatisticsSearch) => ({
  buildingId: search.buildingId ?? '',
  questionStatus: codeOf(search.status),
  kind: search.kind ?? ('' as const),
  search: search.search ?? '',
  startSolveTime: (hasSolveTime(search) && search.from) || '',
  endSolveTime: (hasSolveTime(search) && search.to) || '',
})

export const runExportOf = (search: StatisticsSearch) => ({ ...filterOf(search), companyId: ownUnit() })

export const runPageOf = (search: StatisticsSearch) =>
  problemQuery.list({
    ...filterOf(search),
    currentPage: search.page ?? 1,
    pageSize: search.size ?? FIRST_RUN_SIZE,
  })

export const ownBuildings = () => buildingQuery.entered({ lawCompanyId: ownUnit() })

export const scorePageOf = ({ scoreStatus, scoreFrom, scoreTo, scorePage, scoreSize }: StatisticsSearch) => ({
  ...scoreQuery.items({
    lawCompanyId: ownUnit(),
    currentPage: scorePage ?? 1,
    pageSize: scoreSize ?? FIRST_SIZE,
    questionStatus: codeOf(scoreStatus),
    startTime: scoreFrom ?? '',
    endTime: scoreTo ?? '',
  }),
  // Results of a custom time filter are not stored on the device.
  meta: { keep: !scoreFrom && !scoreTo },
})

export const itemCounts = () => problemQuery.itemCounts({})

export function readStatisticsAhead(client: QueryClient, search: StatisticsSearch): void {
  if (search.tab === 'score') readAhead(client, itemCounts(), scorePageOf(search))
  else readAhead(client, runPageOf(search), ownBuildings(), ...(search.id ? [problemQuery.one(search.id)] : []))
}
