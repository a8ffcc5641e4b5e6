import type { QueryClient } from '@tanstack/react-query'
import { type AuthorityArea, authorityParts } from '#app/data/authority.ts'
import { readAhead } from '#app/data/query-of.ts'

/** How often the wall screen asks again, in ms: all its figures in one call, none while nobody can see it. */
const REFRESH_MS = 60_000
export const again = { refetchInterval: REFRESH_MS, refetchOnWindowFocus: true } as const

/** The rankings of a wall screen: districts of the whole, streets of a district. */
export function rankingsOf(area: AuthorityArea) {
  const { rateRanking, scoreRanking, streetRanking } = authorityParts(area)
  return area.countyNo === '' ? ([rateRanking, scoreRanking] as const) : ([streetRanking, streetRanking] as const)
}

export function readWallAhead(client: QueryClient, area: AuthorityArea): void {
  const { accessOverview, scoreOverview, fireAlarm, isvRanking, devices } = authorityParts(area)
  readAhead(client, accessOverview, scoreOverview, fireAlarm, isvRanking, devices, ...new Set(rankingsOf(area)))
}
