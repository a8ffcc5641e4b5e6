import type { Tone } from './dict/define-dict.ts'

/** Highest first. Source: both documents, section 4. */
export const SCORE_BANDS = [
  { from: 80, to: 100, tone: 'ok' },
  { from: 60, to: 80, tone: 'attention' },
  { from: 0, to: 60, tone: 'danger' },
] as const satisfies readonly { from: number; to: number; tone: Tone }[]

/** Score 0–100. Source: both documents, section 4. */
export function scoreTone(score: number | null): Tone {
  if (score === null) return 'unknown'
  if (score >= 80) return 'ok'
  return score >= 60 ? 'attention' : 'danger'
}

/** For readers who cannot see the colour. */
export function scoreWord(score: number | null): string {
  if (score === null) return '暂无评分'
  if (score >= 80) return '良好'
  return score >= 60 ? '需关注' : '高风险'
}
