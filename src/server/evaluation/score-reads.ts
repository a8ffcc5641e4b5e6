import type { SQL } from 'drizzle-orm'
import type { Context } from '../platform/implement.ts'
import type { Narrowing } from '../registry/building.scope.ts'
import { cityAggregates, type AreaAggregate } from '../registry/area-aggregates.store.ts'
import { currentDays } from './current-days.ts'
import { latestMean, type ScoreReads } from './score-mean.store.ts'

type ReadContext = Pick<Context<unknown>, 'db' | 'now' | 'memo'>

export const cityOf = ({ db, now, memo }: ReadContext): Promise<AreaAggregate[]> =>
  memo('city', null, () => cityAggregates(db, currentDays(now)))

export function scoreReadsOf(ctx: ReadContext, { lawCompanyId, buildingId }: Narrowing, buildings: SQL): ScoreReads {
  const { from, to } = currentDays(ctx.now)
  return {
    standing: () => cityOf(ctx),
    latest: () => ctx.memo('latest', { lawCompanyId, buildingId }, () => latestMean(ctx.db, buildings, from, to)),
  }
}
