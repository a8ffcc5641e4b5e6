import { between, sql } from 'drizzle-orm'
import { building, buildingUnit } from '../schema/building.table.ts'
import type { AreaAggregate } from '../registry/area-aggregates.store.ts'
import type { Db } from '../platform/db/open-db.ts'
import { cachePer, minuteOf } from '../platform/db/coalesce.ts'
import { weight } from './weight.store.ts'

/** Rounded as shown. */
async function scoresOfUnits(db: Db, { from, to }: { from: string; to: string }): Promise<number[]> {
  const { rows } = await db.execute<{ score: number }>(sql`
    select round((sum(${building.latestScore} * ${weight}) / sum(${weight}))::numeric, 1)::float8 as score
    from ${building} join ${buildingUnit} bu on bu.building_id = ${building.id} and bu.kind = 'bound'
    where ${building.registered} and ${between(building.scoredOn, from, to)}
    group by bu.unit_id`)
  return rows.map(({ score }) => score)
}

/** Cached until a score changes, at most a minute because of new bindings. */
export async function countUnitsBelow(
  db: Db,
  score: number,
  days: { from: string; to: string },
  { city, now }: { readonly city: readonly AreaAggregate[]; readonly now: Date },
): Promise<{ units: number; lower: number }> {
  const sums = city.map(({ county, buildingType, weight: of, weighted }) => [county, buildingType, of, weighted])
  const stamp = JSON.stringify([days, minuteOf(now), sums])
  const scores = await cachePer(db, 'unit scores', stamp, () => scoresOfUnits(db, days))
  return { units: scores.length, lower: scores.filter((other) => other < score).length }
}
