import type { Tone } from '#contract/dict/define-dict.ts'
import type { Item, ItemGroup } from '#contract/record.ts'

export interface Progress {
  readonly connected: number
  readonly abnormal: number
  readonly all: number
}

export const ITEM_CONNECTED = 0
export const ITEM_ABNORMAL = 1
export const ITEM_MISSING = 2

const ELECTRICAL_ALARM = '12'

const isFireItem = ({ apiType, apiId }: Item) => apiType === 1 || apiId === ELECTRICAL_ALARM

export const burningOf = (item: Item) => (isFireItem(item) ? Math.min(item.openRecordNum ?? 0, item.exceptionNum) : 0)

const RECORDS: Readonly<Record<number, { readonly word: string; readonly tone: Tone }>> = {
  1: { word: '报警', tone: 'fire' },
  2: { word: '故障', tone: 'attention' },
  3: { word: '屏蔽', tone: 'idle' },
  4: { word: '动作', tone: 'working' },
}

export const recordsOf = (item: Item) => RECORDS[isFireItem(item) ? 1 : (item.apiType ?? 0)]

const LISTED = ['故障', '屏蔽']

export function openOf(item: Item): { readonly fires: number; readonly tone: Tone; readonly words: string } {
  const { openRecordNum, exceptionNum } = item
  const records = recordsOf(item)
  const fires = burningOf(item)
  if (records?.tone === 'fire') return { fires, tone: 'fire', words: '' }
  if (records && LISTED.includes(records.word))
    return { fires, tone: records.tone, words: openRecordNum ? `${records.word} ${openRecordNum} 条` : '' }
  return { fires, tone: 'attention', words: exceptionNum > 0 ? `${exceptionNum} 个问题未解决` : '' }
}

export const hasOpen = (item: Item) => openOf(item).fires > 0 || openOf(item).words !== ''

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
