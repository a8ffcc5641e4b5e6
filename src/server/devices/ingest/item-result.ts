import type { ItemResult, Outcome } from '#contract/ingest.ts'
import { FIGURE_RANGES, type FigureName } from '#contract/measures.ts'

export interface JudgedItem {
  readonly result: ItemResult
  readonly message: string | null
}

export const ACCEPTED: JudgedItem = { result: 'accepted', message: null }
export const DUPLICATE: JudgedItem = { result: 'duplicate', message: null }
export const FUTURE: JudgedItem = {
  result: 'quarantined',
  message: '时间超前服务器 5 分钟以上，已隔离，请校准设备时钟',
}
export const UNSET: JudgedItem = { result: 'quarantined', message: '设备时钟未设置，已隔离，请校准设备时钟' }
const MARKED = '设备时间不可信，已按服务器时间保存，请校准设备时钟'
const UNREGISTERED = '部件未登记，火警已保存，请登记该点位'
export function acceptedFire(isMarked: boolean, isUnregistered: boolean, handlingFault: string | null): JudgedItem {
  const faults = [...(isUnregistered ? [UNREGISTERED] : []), ...(isMarked ? [MARKED] : [])]
  if (handlingFault) faults.push(`处理情况未保存：${handlingFault}`)
  if (faults.length === 0) return ACCEPTED
  const message = faults.join('；')
  return { result: 'accepted', message }
}
export function impossibleReading(figures: readonly FigureName[]): JudgedItem {
  const ranges = figures.map((figure) => {
    const { from, to, unit } = FIGURE_RANGES[figure]
    return `${figure}应为 ${from} 至 ${to}${unit ? ` ${unit}` : ' 的整数'}`
  })
  return { result: 'quarantined', message: `${ranges.join('，')}，已隔离，请检查单位和设备` }
}
export const refused = (message: string): JudgedItem => ({ result: 'refused', message })
/** Also those of other providers. */
export const NOT_THERE = refused('建筑或点位不存在')
export const UNPLACED = refused('建筑不存在，火警已作为未知来源转给消防救援机构')
export const REMOVED = refused('点位已删除，如仍在使用请重新登记')
export const EXPIRED = refused('时间早于数据保存期限')

export function outcomeOf(results: readonly JudgedItem[]): Outcome {
  const count = (wanted: ItemResult) => results.filter(({ result }) => result === wanted).length
  return {
    accepted: count('accepted'),
    duplicate: count('duplicate'),
    quarantined: count('quarantined'),
    refused: count('refused'),
    results: [...results],
  }
}
