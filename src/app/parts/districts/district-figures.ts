import { useQuery } from '@tanstack/react-query'
import type { AlarmRow } from '#contract/alarm.ts'
import { type AuthorityArea, authorityParts } from '#app/data/authority.ts'
import { useDistricts } from '#app/parts/authority-area.ts'

export interface DistrictFigures {
  readonly code: string
  readonly name: string
  readonly score: number | null
  readonly rate: number
  readonly alarms: number
}

export const cityScores = (buildType: AuthorityArea['buildType']) =>
  authorityParts({ countyNo: '', buildType }).scoreRanking

export function useDistrictFigures(
  buildType: AuthorityArea['buildType'],
  alarms: readonly AlarmRow[] | undefined,
  refresh: { readonly refetchInterval?: number; readonly refetchOnWindowFocus?: boolean } = {},
) {
  const ranking = useQuery({ ...cityScores(buildType), ...refresh })
  const districts = useDistricts()
  const figures: readonly DistrictFigures[] = (ranking.data ?? []).flatMap((row) => {
    const code = row.areaCode?.slice(0, 6) ?? districts.find(({ name }) => name === row.areaName)?.code
    if (code === undefined) return []
    return {
      code,
      name: row.areaName,
      score: row.score,
      rate: row.accessPercentage,
      alarms: alarms?.filter(({ countyNo }) => countyNo === code).length ?? 0,
    }
  })
  return { ranking, figures }
}
