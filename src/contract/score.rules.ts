import type { Tone } from './dict/define-dict.ts'

/** Band of a safety score (0–100): 80 and above green, 60 to under 80 yellow, below red. Source: both documents, section 4. */
export function scoreTone(score: number | null): Tone {
  if (score === null) return 'unknown'
  if (score >= 80) return 'ok'
  return score >= 60 ? 'attention' : 'danger'
}

/** The band in words, so that it never stands in colour alone. */
export function scoreWord(score: number | null): string {
  if (score === null) return '暂无评分'
  if (score >= 80) return '良好'
  return score >= 60 ? '需关注' : '高风险'
}
