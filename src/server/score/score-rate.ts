import type { SQL } from 'drizzle-orm'
import { percentOf } from '#contract/shares.rules.ts'
import { cityStanding } from '../building/standing.store.ts'
import type { Db } from '../db/open-db.ts'
import { countUnitsBelow } from './score-rank.store.ts'
import { currentDays } from './current-days.ts'
import { latestMean, type ScoreReadings } from './score.store.ts'

/**
 * A unit's score and how many of the city's units, in percent, have a lower one.
 * @param read what others ask for too
 */
export async function scoreRate(
  db: Db,
  buildings: SQL,
  now: Date,
  read: Partial<ScoreReadings> = {},
): Promise<{ score: number | null; rate: number | null }> {
  const days = currentDays(now)
  const score = await (read.latest?.() ?? latestMean(db, buildings, days.from, days.to))
  if (score === null) return { score, rate: null }
  const city = await (read.standing?.() ?? cityStanding(db, days))
  const { units, lower } = await countUnitsBelow(db, score, days, { city, now })
  return { score, rate: percentOf(lower, units) }
}
