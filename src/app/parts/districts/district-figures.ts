import { useQuery } from '@tanstack/react-query'
import type { AlarmRow } from '#contract/alarm.ts'
import { type AuthorityArea, authorityParts } from '#app/data/authority.ts'
import { useDistricts } from '#app/parts/authority-area.ts'

export interface DistrictFigures {
  readonly code: string
  readonly name: string
  readonly score: number | null
  readonly rate: number
  readonly alarms: number | undefined
  readonly isPart: boolean
}

interface OpenFires {
  readonly list: readonly Pick<AlarmRow, 'countyNo'>[]
  readonly total: number
}

/** Undefined: unread ones may be there. */
export function firesIn(code: string, { list, total }: OpenFires): number | undefined {
  const count = list.filter(({ countyNo }) => countyNo === code).length
  return count > 0 || list.length === total ? count : undefined
}

export const cityScores = (buildType: AuthorityArea['buildType']) =>
  authorityParts({ countyNo: '', buildType }).scoreRanking

export function useDistrictFigures(
  buildType: AuthorityArea['buildType'],
  open: OpenFires | undefined,
  refresh: { readonly refetchInterval?: number; readonly refetchOnWindowFocus?: boolean } = {},
) {
  const ranking = useQuery({ ...cityScores(buildType), ...refresh })
  const districts = useDistricts()
  const isPart = open !== undefined && open.total > open.list.length
  const figures: readonly DistrictFigures[] = (ranking.data ?? []).flatMap((row) => {
    const code = row.areaCode?.slice(0, 6) ?? districts.find(({ name }) => name === row.areaName)?.code
    if (code === undefined) return []
    return {
      code,
      name: row.areaName,
      score: row.score,
      rate: row.accessPercentage,
      alarms: open && firesIn(code, open),
      isPart,
    }
  })
  return { ranking, figures }
}
