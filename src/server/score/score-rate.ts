import type { SQL } from 'drizzle-orm'
import { percentOf } from '#contract/shares.rules.ts'
import type { Db } from '../db/open-db.ts'
import { countUnitsBelow } from './score-rank.store.ts'
import { currentDays } from './current-days.ts'
import { latestMean } from './score.store.ts'

/** A unit's score and how many of the city's units, in percent, have a lower one. */
export async function scoreRate(
  db: Db,
  buildings: SQL,
  now: Date,
): Promise<{ score: number | null; rate: number | null }> {
  const { from, to } = currentDays(now)
  const score = await latestMean(db, buildings, from, to)
  if (score === null) return { score, rate: null }
  const { units, lower } = await countUnitsBelow(db, score, from, to)
  return { score, rate: percentOf(lower, units) }
}
