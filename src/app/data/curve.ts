import { curve } from '#contract/curve.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { point } from '#contract/point.ts'
import { score } from '#contract/score.ts'
import { queryOf } from './query-of.ts'

const REFRESH_MS = 60_000

export const curveQuery = {
  one: (input: InputOf<typeof curve.one>) => ({ ...queryOf(curve.one, input), refetchInterval: REFRESH_MS }),
  measured: (buildingId: string) => queryOf(point.measured, { buildingId }),
  some: (buildingId: string, ids: readonly string[]) => queryOf(point.measured, { buildingId, ids: ids.join(',') }),
  score: (buildingId: string) => queryOf(score.buildingTrend, { buildingId }),
}
