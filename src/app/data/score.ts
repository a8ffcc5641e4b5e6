import type { InputOf } from '#contract/endpoint.ts'
import { score } from '#contract/score.ts'
import { queryOf } from './query-of.ts'

export const scoreQuery = {
  current: (input: InputOf<typeof score.current>) => queryOf(score.current, input),
  checks: (input: InputOf<typeof score.checks>) => queryOf(score.checks, input),
  items: (input: InputOf<typeof score.items>) => queryOf(score.items, input),
  parts: (input: InputOf<typeof score.parts>) => queryOf(score.parts, input),
  overview: (input: InputOf<typeof score.overview>) => queryOf(score.overview, input),
  trend: (input: InputOf<typeof score.trend>) => queryOf(score.trend, input),
}
