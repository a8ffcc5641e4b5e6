import { useQuery } from '@tanstack/react-query'
import type { AlarmRow } from '#contract/alarm.ts'
import { type AuthorityArea, authorityParts } from '#app/data/authority.ts'
import { useDistricts } from '#app/parts/authority-area.ts'

export interface DistrictFigures {
  readonly code: string
  readonly name: string
  readonly score: number | null
  readonly rate: number | null
  readonly alarms: number | undefined
  readonly isPart: boolean
}

interface OpenFires {
  readonly list: readonly Pick<AlarmRow, 'countyNo'>[]
  readonly total: number
}

/** Undefined: unread ones may be there. */
export function firesIn(code: string, open: OpenFires | undefined): number | undefined {
  if (!open || code === '') return open?.total
  const { list, total } = open
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
  const ranked = (ranking.data ?? []).map(({ areaCode, areaName: name, score, accessPercentage: rate }) => ({
    code: areaCode?.slice(0, 6) ?? districts.find((one) => one.name === name)?.code,
    name,
    score,
    rate,
  }))
  const others = districts.filter(({ code }) => !ranked.some((one) => one.code === code))
  const figures: readonly DistrictFigures[] = [...ranked, ...others].flatMap(({ code, ...of }) =>
    code === undefined ? [] : { score: null, rate: null, ...of, code, alarms: firesIn(code, open), isPart },
  )
  return { ranking, figures }
}
