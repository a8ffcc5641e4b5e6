import type { ItemGroup } from '#contract/record.ts'

export interface Progress {
  readonly connected: number
  readonly all: number
}

const CONNECTED = 0
const ABNORMAL = 1
const MISSING = 2

export function countConnected(groups: readonly ItemGroup[]): {
  must: Progress
  optional: Progress
  abnormal: number
  missing: number
} {
  const items = groups.flatMap(({ apiTypeVOS }) => apiTypeVOS)
  const withStatus = (wanted: number) => items.filter(({ status }) => status === wanted).length
  const count = (isMust: boolean): Progress => {
    const those = items.filter((item) => (item.isMust === 1) === isMust)
    return { connected: those.filter(({ status }) => status === CONNECTED).length, all: those.length }
  }
  return { must: count(true), optional: count(false), abnormal: withStatus(ABNORMAL), missing: withStatus(MISSING) }
}
