import type { Item, ItemGroup } from '#contract/record.ts'

export interface Progress {
  readonly connected: number
  readonly abnormal: number
  readonly all: number
}

export const ITEM_CONNECTED = 0
export const ITEM_ABNORMAL = 1
export const ITEM_MISSING = 2

export const burningOf = ({ apiType, openRecordNum, exceptionNum }: Item) =>
  apiType === 1 ? Math.min(openRecordNum ?? 0, exceptionNum) : 0

export const BY_DEVICE = '，火警按设备计'

const countStatus = (items: readonly Item[], wanted: number) => items.filter(({ status }) => status === wanted).length

export function countConnected(groups: readonly ItemGroup[]): { must: Progress; optional: Progress } {
  const items = groups.flatMap(({ apiTypeVOS }) => apiTypeVOS)
  const count = (isMust: boolean): Progress => {
    const those = items.filter((item) => (item.isMust === 1) === isMust)
    return {
      connected: those.length - countStatus(those, ITEM_MISSING),
      abnormal: countStatus(those, ITEM_ABNORMAL),
      all: those.length,
    }
  }
  return { must: count(true), optional: count(false) }
}
