import type { QueryClient } from '@tanstack/react-query'
import { building } from '#contract/building.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { addressOf, send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

export const buildingQuery = {
  entered: (input: InputOf<typeof building.entered>) => queryOf(building.entered, input),
  list: (input: InputOf<typeof building.list>) => queryOf(building.list, input),
  worst: () => queryOf(building.list, { currentPage: 1, pageSize: 10, order: 'worst' }),
  headStatistics: (input: InputOf<typeof building.headStatistics>) => queryOf(building.headStatistics, input),
  approveList: (input: InputOf<typeof building.approveList>) => queryOf(building.approveList, input),
  approveStatistic: (input: InputOf<typeof building.approveStatistic>) => queryOf(building.approveStatistic, input),
  complexes: () => queryOf(building.complexes, {}),
  approveComplexes: () => queryOf(building.approveComplexes, {}),
  allList: (input: InputOf<typeof building.allList>) => queryOf(building.allList, input),
  approveDetail: (buildingId: string) => queryOf(building.approveDetail, { buildingId }),
}

export async function reloadBuildings(client: QueryClient): Promise<void> {
  const group = /^(building|buildingDetail|dashboard|problem|score)\./
  await client.invalidateQueries({ predicate: ({ queryKey: [id] }) => typeof id === 'string' && group.test(id) })
}

export async function releaseBuilding(client: QueryClient, buildingId: string): Promise<void> {
  await send(building.release, { buildingId })
  void reloadBuildings(client)
}

export async function releaseProvider(client: QueryClient, buildingId: string): Promise<void> {
  await send(building.releaseProvider, { buildingId })
  void reloadBuildings(client)
}

export async function releaseUnits(client: QueryClient, buildingId: string): Promise<void> {
  await send(building.releaseUnits, { buildingId })
  void reloadBuildings(client)
}

export async function accessNotice(buildingId: string): Promise<string> {
  return addressOf(await send(building.notice, { buildingId }))
}
