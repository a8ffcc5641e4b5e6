import type { ItemResult, Outcome } from '#contract/ingest.ts'

export interface Verdict {
  readonly result: ItemResult
  readonly message: string | null
}

export const ACCEPTED: Verdict = { result: 'accepted', message: null }
export const DUPLICATE: Verdict = { result: 'duplicate', message: null }
export const FUTURE: Verdict = { result: 'quarantined', message: '时间超前服务器5分钟以上，已隔离，请校准设备时钟' }
export const refused = (message: string): Verdict => ({ result: 'refused', message })
/** What is another provider's answers so too. */
export const NOT_THERE = refused('建筑或点位不存在')
export const EXPIRED = refused('时间早于数据保存期限')

/** The answer to a batch: each item's verdict and how many there are of a kind. */
export function outcomeOf(results: readonly Verdict[]): Outcome {
  const count = (wanted: ItemResult) => results.filter(({ result }) => result === wanted).length
  return {
    accepted: count('accepted'),
    duplicate: count('duplicate'),
    quarantined: count('quarantined'),
    refused: count('refused'),
    results: [...results],
  }
}
