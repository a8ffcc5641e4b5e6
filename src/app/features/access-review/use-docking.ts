import { useQuery } from '@tanstack/react-query'
import type { ReviewDetail, ReviewRow } from '#contract/approval.ts'
import { recordQuery } from '#app/data/record.ts'

export type KnownApplication = ReviewRow & Partial<ReviewDetail>

const CONNECTED = 0

export function useDocking({ buildingId, declared = [] }: KnownApplication) {
  const systems = useQuery(recordQuery.must(buildingId))
  const musts = systems.data?.flatMap(({ systemId, systemName, apiTypeVOS }) => {
    const items = apiTypeVOS.filter(({ isMust }) => isMust === 1)
    const missing = items.filter(({ status }) => status !== CONNECTED)
    return items.length === 0 ? [] : [{ systemId, systemName, items, missing }]
  })
  const missing = musts?.flatMap((system) => system.missing)
  return {
    systems,
    musts,
    missing,
    stillMissing: missing?.filter(({ apiId }) => !declared.includes(apiId)),
  }
}
