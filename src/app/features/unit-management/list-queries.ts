import type { QueryClient } from '@tanstack/react-query'
import { UNIT_ORDERS, type UnitRow } from '#contract/unit-management.ts'
import { accountQuery } from '#app/data/account.ts'
import { readAhead } from '#app/data/query-of.ts'
import { unitConditionQuery } from '#app/data/unit-condition.ts'
import { unitManagementQuery } from '#app/data/unit-management.ts'
import { wayTo } from '#app/parts/area-nodes.ts'
import type { AccountSearch, UnitSearch } from './list-search.ts'

export const FIRST_SIZE = 10

export function filterOf({ search = '', area = '', type, condition }: UnitSearch) {
  const [provinceNo = '', cityNo = '', county = '', streetNo = ''] = wayTo(area)
  return {
    search,
    provinceNo,
    cityNo,
    county,
    streetNo,
    ...(type && { unitType: Number(type) as 1 | 2 | 3 }),
    ...(condition && { condition }),
  }
}

export const unitsOf = (search: UnitSearch) =>
  unitManagementQuery.list({
    currentPage: search.page ?? 1,
    pageSize: search.size ?? FIRST_SIZE,
    ...filterOf(search),
    ...(search.order === undefined && { order: UNIT_ORDERS[0] }),
  })

export const accountsOf = ({ company = '', page = 1, size = FIRST_SIZE }: AccountSearch) =>
  accountQuery.list({ currentPage: page, pageSize: size, companyName: company })

export const conditionsOf = (list: readonly UnitRow[]) => unitConditionQuery(list.map(({ id }) => id))

export async function readUnitsAhead(client: QueryClient, search: UnitSearch): Promise<void> {
  readAhead(client, unitManagementQuery.statistics())
  await client.prefetchQuery(unitsOf(search))
  const { list = [] } = client.getQueryData(unitsOf(search).queryKey) ?? {}
  if (list.length > 0) readAhead(client, conditionsOf(list))
}

export const readAccountsAhead = (client: QueryClient, search: AccountSearch) =>
  readAhead(client, accountsOf(search), unitManagementQuery.statistics())
