import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RankedArea } from '#contract/dashboard.ts'
import { type AuthorityArea, authorityParts } from '#app/data/authority.ts'
import { buildingsOf, useDistricts } from '#app/parts/authority-area.ts'
import { BuildingLink } from '#app/parts/building-link.tsx'

export interface LinkedArea extends RankedArea {
  readonly link: ReactNode
}

/** Districts if the streets fail. */
export function useRanking(area: AuthorityArea, by: 'rate' | 'score') {
  const parts = authorityParts(area)
  const isDistrict = area.countyNo !== ''
  const streets = useQuery({ ...parts.streetRanking, enabled: isDistrict })
  const districts = useQuery(by === 'rate' ? parts.rateRanking : parts.scoreRanking)
  const known = useDistricts()
  const ofStreets = isDistrict && !streets.isError
  const answer = ofStreets ? streets : districts
  const order = by === 'score' ? ({ order: 'scoreAsc' } as const) : {}
  const linked = (rows: readonly RankedArea[]): LinkedArea[] =>
    rows.map((row) => {
      const code = row.areaCode ?? known.find(({ name }) => name === row.areaName)?.code
      const to =
        code === undefined
          ? buildingsOf(area, order)
          : {
              ...buildingsOf({ countyNo: code.slice(0, 6), buildType: area.buildType }, order),
              ...(code.length === 9 && { street: code }),
            }
      return { ...row, link: <BuildingLink to={to}>{row.areaName}</BuildingLink> }
    })
  return {
    answer,
    kind: ofStreets ? '街道' : '区域',
    rowsOf: (rows: readonly RankedArea[]) =>
      // The server sorts by score.
      linked(ofStreets && by === 'rate' ? rows.slice().sort((a, b) => b.accessPercentage - a.accessPercentage) : rows),
  }
}
