import type { SQL } from 'drizzle-orm'
import { percentOf } from '#contract/shares.rules.ts'
import { cityAggregates } from '../registry/area-aggregates.store.ts'
import type { Db } from '../platform/db/open-db.ts'
import { countUnitsBelow } from './score-rank.store.ts'
import { currentDays } from './current-days.ts'
import { latestMean, type ScoreReads } from './score-mean.store.ts'

/** `rate`: percentage of units below. */
export async function scoreRate(
  db: Db,
  buildings: SQL,
  now: Date,
  read: Partial<ScoreReads> = {},
): Promise<{ score: number | null; rate: number | null }> {
  const days = currentDays(now)
  const score = await (read.latest?.() ?? latestMean(db, buildings, days.from, days.to))
  if (score === null) return { score, rate: null }
  const city = await (read.standing?.() ?? cityAggregates(db, days))
  const { units, lower } = await countUnitsBelow(db, score, days, { city, now })
  return { score, rate: percentOf(lower, units) }
}
