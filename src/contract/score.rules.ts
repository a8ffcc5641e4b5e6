import type { Tone } from './dict/define-dict.ts'

interface ScoreBand {
  readonly from: number
  /** Exclusive below 100. */
  readonly to: number
  readonly tone: Tone
  /** For readers who cannot see the colour. */
  readonly word: string
}

/** Scores 0–100, highest first. Source: both documents, section 4. */
export const SCORE_BANDS = [
  { from: 80, to: 100, tone: 'ok', word: '良好' },
  { from: 60, to: 80, tone: 'attention', word: '需关注' },
  { from: 0, to: 60, tone: 'danger', word: '高风险' },
] as const satisfies readonly ScoreBand[]

const bandOf = (score: number | null) => (score === null ? undefined : SCORE_BANDS.find(({ from }) => score >= from))

export const scoreTone = (score: number | null): Tone => bandOf(score)?.tone ?? 'unknown'

export const scoreWord = (score: number | null): string => bandOf(score)?.word ?? '暂无评分'
