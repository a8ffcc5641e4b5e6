import { score } from '#contract/score.ts'
import { queriesOf } from './query-of.ts'

export const scoreQuery = queriesOf(score, 'checks', 'items', 'parts', 'overview', 'trend')
