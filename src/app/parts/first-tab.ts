import type { QueryClient } from '@tanstack/react-query'
import { buildingDetailQuery } from '#app/data/building-detail.ts'
import { isOnline } from '#app/offline/connection.ts'
import { fulfilsWithin } from '#app/scheduling/with-timeout.ts'

const FIRST_TAB_MS = 1000

export const firstTab = (fires: number | undefined) => (fires ? 'stateInfo' : 'baseInfo')

export async function readFirstTab(client: QueryClient, buildingId: string) {
  const detail = buildingDetailQuery.detail(buildingId)
  if (isOnline()) await fulfilsWithin(FIRST_TAB_MS, client.prefetchQuery(detail))
  return firstTab(client.getQueryData(detail.queryKey)?.alarmNum)
}
