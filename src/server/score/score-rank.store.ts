import { between, sql } from 'drizzle-orm'
import { building, buildingUnit } from '../building/building.table.ts'
import type { Standing } from '../building/standing.store.ts'
import type { Db } from '../db/open-db.ts'
import { keepRead, minuteOf } from '../db/share-read.ts'
import { weight } from './weight.store.ts'

/** Every unit's score, of those that have one, as it is shown. */
async function scoresOfUnits(db: Db, { from, to }: { from: string; to: string }): Promise<number[]> {
  const { rows } = await db.execute<{ score: number }>(sql`
    select round((sum(${building.latestScore} * ${weight}) / sum(${weight}))::numeric, 1)::float8 as score
    from ${building} join ${buildingUnit} bu on bu.building_id = ${building.id} and bu.kind = 'bound'
    where ${between(building.scoredOn, from, to)}
    group by bu.unit_id`)
  return rows.map(({ score }) => score)
}

/**
 * How many units have a score, and how many of them a lower one than `score`, both as they are shown. All units are
 * read anew when a score of the city's has changed, and once a minute besides, for who is bound to what.
 * @param city how the city stands now
 */
export async function countUnitsBelow(
  db: Db,
  score: number,
  days: { from: string; to: string },
  { city, now }: { readonly city: readonly Standing[]; readonly now: Date },
): Promise<{ units: number; lower: number }> {
  const sums = city.map(({ county, buildingType, weight: of, weighted }) => [county, buildingType, of, weighted])
  const stamp = JSON.stringify([days, minuteOf(now), sums])
  const scores = await keepRead(db, 'unit scores', stamp, () => scoresOfUnits(db, days))
  return { units: scores.length, lower: scores.filter((other) => other < score).length }
}
