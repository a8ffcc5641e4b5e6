import { useQuery } from '@tanstack/react-query'
import { type AuthorityArea, authorityParts } from '#app/data/authority.ts'
import { again, endedAlarms, openAlarms, rankingsOf } from './wall-queries.ts'

export function useWallQueries(area: AuthorityArea) {
  const parts = authorityParts(area)
  const [byRate, byScore] = rankingsOf(area)
  return {
    open: useQuery(openAlarms(area)),
    ended: useQuery(endedAlarms(area)),
    access: useQuery({ ...parts.accessOverview, ...again }),
    score: useQuery({ ...parts.scoreOverview, ...again }),
    duty: useQuery({ ...parts.duty, ...again }),
    alarms: useQuery({ ...parts.fireAlarm, ...again }),
    devices: useQuery({ ...parts.devices, ...again }),
    silence: useQuery({ ...authorityParts({ ...area, buildType: 0 }).fireAlarm, ...again }),
    providers: useQuery({ ...parts.isvRanking, ...again }),
    rates: useQuery({ ...byRate, ...again }),
    scores: useQuery({ ...byScore, ...again }),
  }
}

export type WallQueries = ReturnType<typeof useWallQueries>
