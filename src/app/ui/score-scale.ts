import { SCORE_BANDS } from '#contract/score.rules.ts'

const STEP = 5
const MOST_TICKS = 5
const BAND_STEP = 20

export interface ScoreScale {
  readonly min: number
  readonly max: number
  readonly ticks: number
}

export function scoreScale(scores: readonly number[]): ScoreScale {
  if (scores.length === 0) return { min: 0, max: 100, ticks: MOST_TICKS }
  const [least, most] = [Math.min(...scores), Math.max(...scores)]
  const floor = STEP * Math.floor(least / STEP)
  const min = Math.max(0, least - floor < 1 ? floor - STEP : floor)
  const top = STEP * Math.ceil(most / STEP)
  const max = Math.min(100, top - most < 1 ? top + STEP : top)
  const ticks = (max - min) / STEP
  if (ticks <= MOST_TICKS) return { min, max, ticks }
  const low = Math.min(60, BAND_STEP * Math.floor(min / BAND_STEP))
  const high = Math.max(80, BAND_STEP * Math.ceil(max / BAND_STEP))
  return { min: low, max: high, ticks: (high - low) / BAND_STEP }
}

export const bandsWithin = (min: number, max: number) =>
  SCORE_BANDS.flatMap(({ from, to, tone }) =>
    Math.max(from, min) < Math.min(to, max) ? [{ from: Math.max(from, min), to: Math.min(to, max), tone }] : [],
  )
