import type { QueryClient } from '@tanstack/react-query'
import { CONDITIONS } from '#contract/building.ts'
import { buildingQuery } from '#app/data/building.ts'
import { providerQuery } from '#app/data/provider.ts'
import { readAhead } from '#app/data/query-of.ts'
import { ownCounty } from '#app/parts/authority-area.ts'
import { FIRST_SIZE, type ListSearch } from './list-search.ts'
import { orderOf, scoreBounds } from './score-bands.ts'

function areaOf({ county = '', street = '' }: ListSearch) {
  const own = ownCounty()
  return { ...(own && { province: `${own.slice(0, 2)}0000` }), county: own ?? county, street }
}

const PRE_REGISTERED = 'pre'
const accessOf = ({ isAccess = '' }: ListSearch) => ({ isAccess: (isAccess === PRE_REGISTERED ? '' : isAccess) as '' })
const registrationOf = ({ isAccess }: ListSearch) => isAccess === PRE_REGISTERED && { preRegistered: 1 }

const typeOf = ({ buildingType }: ListSearch) => buildingType !== undefined && { buildingType }

const unitOf = ({ unit }: ListSearch) => unit !== undefined && { lawCompanyId: unit }

const conditionOf = ({ condition }: ListSearch) => CONDITIONS.find((known) => known === condition)

export const listOf = (search: ListSearch) =>
  buildingQuery.list({
    currentPage: search.page ?? 1,
    pageSize: search.size ?? FIRST_SIZE,
    search: search.search ?? '',
    ...accessOf(search),
    ...registrationOf(search),
    complexName: search.complexName ?? '',
    isvId: search.isvId ?? '',
    ...typeOf(search),
    ...unitOf(search),
    ...areaOf(search),
    ...scoreBounds(search),
    ...(orderOf(search) && { order: orderOf(search) }),
    ...(conditionOf(search) && { condition: conditionOf(search) }),
  })

export const statisticsOf = (search: ListSearch) =>
  buildingQuery.headStatistics({
    search: search.search ?? '',
    complexName: search.complexName ?? '',
    isvId: search.isvId ?? '',
    ...registrationOf(search),
    ...typeOf(search),
    ...unitOf(search),
    ...areaOf(search),
    ...scoreBounds(search),
  })

const approvalFilterOf = (search: ListSearch) => ({
  search: search.approveSearch ?? '',
  complexName: search.approveComplex ?? '',
  approveStatus: (search.approveStatus ?? '') as '',
})

export const approvalsOf = (search: ListSearch) =>
  buildingQuery.approveList({
    currentPage: search.approvePage ?? 1,
    pageSize: search.approveSize ?? FIRST_SIZE,
    ...approvalFilterOf(search),
  })

export const approvalCountsOf = (search: ListSearch) =>
  buildingQuery.approveStatistic({ ...approvalFilterOf(search), approveStatus: '' })

export function readListAhead(client: QueryClient, search: ListSearch): void {
  if (search.tab === 'approve')
    readAhead(client, approvalsOf(search), approvalCountsOf(search), buildingQuery.approveComplexes())
  else
    readAhead(
      client,
      listOf(search),
      statisticsOf(search),
      approvalCountsOf(search),
      buildingQuery.complexes(),
      providerQuery.names(),
    )
}
