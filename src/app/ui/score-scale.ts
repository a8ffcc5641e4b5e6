import { SCORE_BANDS } from '#contract/score.rules.ts'

const STEP = 5

export interface ScoreScale {
  readonly min: number
  readonly max: number
  readonly ticks: number
}

const WHOLE: ScoreScale = { min: 0, max: 100, ticks: 5 }

export function scoreScale(scores: readonly number[], mostTicks = 5): ScoreScale {
  if (scores.length === 0) return WHOLE
  const [least, most] = [Math.min(...scores), Math.max(...scores)]
  const floor = STEP * Math.floor(least / STEP)
  const min = Math.max(0, least - floor < 1 ? floor - STEP : floor)
  const top = STEP * Math.ceil(most / STEP)
  const max = Math.min(100, top - most < 1 ? top + STEP : top)
  const steps = (max - min) / STEP
  const stride = Math.ceil(steps / mostTicks)
  const lowest = max - Math.ceil(steps / stride) * stride * STEP
  return lowest < 0 ? WHOLE : { min: lowest, max, ticks: (max - lowest) / (stride * STEP) }
}

export const bandsWithin = (min: number, max: number) =>
  SCORE_BANDS.flatMap(({ from, to, tone }) =>
    Math.max(from, min) < Math.min(to, max) ? [{ from: Math.max(from, min), to: Math.min(to, max), tone }] : [],
  )
