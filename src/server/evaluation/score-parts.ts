import { asc, between, type SQL, sql } from 'drizzle-orm'
import { building } from '../schema/building.table.ts'
import { cityAggregates } from '../registry/area-aggregates.store.ts'
import type { Db } from '../platform/db/open-db.ts'
import { currentDays } from './current-days.ts'
import { countUnitsBelow } from './score-rank.store.ts'
import { latestMean, rounded } from './score-mean.store.ts'
import { weight } from './weight.store.ts'

export async function scoreParts(db: Db, buildings: SQL, now: Date) {
  const days = currentDays(now)
  const { from, to } = days
  const current = between(building.scoredOn, from, to)
  const rows = await db
    .select({
      id: building.id,
      name: building.name,
      score: building.latestScore,
      day: building.scoredOn,
      isCurrent: sql<boolean>`coalesce(${current}, false)`,
      weight: sql<number>`(${weight})::float8`,
    })
    .from(building)
    .where(buildings)
    .orderBy(sql`case when ${current} then ${building.latestScore} end asc nulls last`, asc(building.id))
  const score = await latestMean(db, buildings, from, to)
  const city = await cityAggregates(db, days)
  const among = score === null ? { units: 0, lower: 0 } : await countUnitsBelow(db, score, days, { city, now })
  return {
    ...among,
    buildings: rows.map(({ id, name, isCurrent, ...row }) => ({
      buildingId: String(id),
      name,
      score: isCurrent ? rounded(row.score) : null,
      day: isCurrent ? row.day : null,
      weight: row.weight,
    })),
  }
}
