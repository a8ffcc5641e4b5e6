import type { InputOf } from '#contract/endpoint.ts'
import { score } from '#contract/score.ts'
import { queryOf } from './query-of.ts'

export const scoreQuery = {
  current: (input: InputOf<typeof score.current>) => queryOf(score.current, input),
  overview: (input: InputOf<typeof score.overview>) => queryOf(score.overview, input),
  trend: (input: InputOf<typeof score.trend>) => queryOf(score.trend, input),
}
