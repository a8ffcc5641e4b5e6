import { useQuery } from '@tanstack/react-query'
import { authorityParts } from '#app/data/authority.ts'
import { areaOf } from '#app/parts/authority-area.ts'

export interface Dependents {
  readonly buildings: number
  readonly isSilent: boolean
}

export function useDependents(): (providerId: string) => Dependents | undefined {
  const { duty, isvRanking } = authorityParts(areaOf({}))
  const silent = useQuery(duty).data?.silent
  const ranking = useQuery(isvRanking).data
  return (id) => {
    const silentProvider = silent?.find(({ providerId }) => providerId === id)
    if (silentProvider) return { buildings: silentProvider.buildings, isSilent: true }
    const served = ranking?.find(({ isvId }) => isvId === id)
    return served && { buildings: served.buildingCount, isSilent: false }
  }
}
