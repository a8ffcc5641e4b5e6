import type { QueryClient } from '@tanstack/react-query'
import { type AuthorityArea, authorityParts } from '#app/data/authority.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { cityScores } from '#app/parts/districts/district-figures.ts'
import { readAhead } from '#app/data/query-of.ts'

/** Paused while hidden. */
const REFRESH_MS = 60_000
export const again = { refetchInterval: REFRESH_MS, refetchOnWindowFocus: true } as const

const OPEN_READ = 20
const ENDED_READ = 10

export const openAlarms = ({ countyNo }: AuthorityArea) =>
  alarmQuery.list({ countyNo, open: 1, currentPage: 1, pageSize: OPEN_READ })

export const endedAlarms = ({ countyNo }: AuthorityArea) =>
  alarmQuery.list({ countyNo, open: 0, currentPage: 1, pageSize: ENDED_READ })

export function rankingsOf(area: AuthorityArea) {
  const { rateRanking, scoreRanking, streetRanking } = authorityParts(area)
  return area.countyNo === '' ? ([rateRanking, scoreRanking] as const) : ([streetRanking, streetRanking] as const)
}

export function readWallAhead(client: QueryClient, area: AuthorityArea): void {
  const { accessOverview, scoreOverview, duty, fireAlarm, isvRanking, devices } = authorityParts(area)
  readAhead(
    client,
    openAlarms(area),
    endedAlarms(area),
    accessOverview,
    scoreOverview,
    duty,
    fireAlarm,
    isvRanking,
    devices,
    ...new Set([...rankingsOf(area), cityScores(area.buildType)]),
    alarmQuery.open(),
  )
}
