import type { SQL } from 'drizzle-orm'
import type { Context } from '../platform/implement.ts'
import type { Narrowing } from '../registry/building.scope.ts'
import { cityAggregates, type AreaAggregate } from '../registry/area-aggregates.store.ts'
import { currentDays } from './current-days.ts'
import { latestMean, type ScoreReadings } from './score.store.ts'

type Reading = Pick<Context<unknown>, 'db' | 'now' | 'memo'>

export const cityOf = ({ db, now, memo }: Reading): Promise<AreaAggregate[]> =>
  memo('city', null, () => cityAggregates(db, currentDays(now)))

export function readingsOf(ctx: Reading, { lawCompanyId, buildingId }: Narrowing, buildings: SQL): ScoreReadings {
  const { from, to } = currentDays(ctx.now)
  return {
    standing: () => cityOf(ctx),
    latest: () => ctx.memo('latest', { lawCompanyId, buildingId }, () => latestMean(ctx.db, buildings, from, to)),
  }
}
