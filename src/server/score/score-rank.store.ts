import { between, sql } from 'drizzle-orm'
import { building, buildingUnit } from '../building/building.table.ts'
import type { Db } from '../db/open-db.ts'
import { weight } from './weight.store.ts'

/** How many units have a score, and how many of them a lower one than `score`, both as they are shown. */
export async function countUnitsBelow(
  db: Db,
  score: number,
  from: string,
  to: string,
): Promise<{ units: number; lower: number }> {
  const { rows } = await db.execute<{ units: number; lower: number }>(sql`
    with means as (
      select round((sum(${building.latestScore} * ${weight}) / sum(${weight}))::numeric, 1)::float8 as score
      from ${building} join ${buildingUnit} bu on bu.building_id = ${building.id} and bu.kind = 'bound'
      where ${between(building.scoredOn, from, to)}
      group by bu.unit_id)
    select count(*)::int as units, (count(*) filter (where means.score < ${score}))::int as lower from means`)
  return rows[0] ?? { units: 0, lower: 0 }
}
