import { and, asc, between, desc, eq, getTableColumns, isNull, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'
import { point } from '../schema/point.table.ts'
import { problem } from '../schema/problem.table.ts'
import { provider, providerActivity, providerRule } from '../schema/provider.table.ts'
import { scoreDay } from '../schema/score.table.ts'
import { unit } from '../schema/unit.table.ts'
import { building, buildingUnit } from '../schema/building.table.ts'

export type BuildingRow = typeof building.$inferSelect

export async function findBuildingDetail(db: Db, where: SQL): Promise<BuildingRow | undefined> {
  const [row] = await db.select().from(building).where(where).limit(1)
  return row
}

export async function latestDay(
  db: Db,
  buildingId: number,
  { from, to }: { from: string; to: string },
): Promise<typeof scoreDay.$inferSelect | undefined> {
  const [row] = await db
    .select(getTableColumns(scoreDay))
    .from(scoreDay)
    .innerJoin(building, and(eq(building.id, scoreDay.buildingId), eq(building.scoredOn, scoreDay.day)))
    .where(and(eq(building.id, buildingId), between(scoreDay.day, from, to)))
  return row
}

export function newestProblems(db: Db, buildingId: number, most: number) {
  return db
    .select({ itemDesc: problem.itemDesc, happenedAt: problem.happenedAt })
    .from(problem)
    .where(and(eq(problem.buildingId, buildingId), isNull(problem.solvedAt)))
    .orderBy(desc(problem.happenedAt), desc(problem.id))
    .limit(most)
}

export function countOpenProblems(db: Db, buildingId: number): Promise<number> {
  return db.$count(problem, and(eq(problem.buildingId, buildingId), isNull(problem.solvedAt)))
}

export async function countBuildingPoints(db: Db, buildingId: number): Promise<{ total: number; online: number }> {
  const [row] = await db
    .select({
      total: sql<number>`count(*)::int`,
      online: sql<number>`(count(*) filter (where ${point.online}))::int`,
    })
    .from(point)
    .where(eq(point.buildingId, buildingId))
  return row ?? { total: 0, online: 0 }
}

/** The owner (业主单位), else the unit bound first. */
export async function findSafetyManager(db: Db, buildingId: number) {
  const [row] = await db
    .select({ unitName: unit.name, name: unit.safeManagerName, phone: unit.safeManagerPhone })
    .from(buildingUnit)
    .innerJoin(unit, eq(unit.id, buildingUnit.unitId))
    .where(
      and(eq(buildingUnit.buildingId, buildingId), eq(buildingUnit.kind, 'bound'), eq(buildingUnit.confirmed, true)),
    )
    .orderBy(sql`${buildingUnit.label} = '业主单位' desc nulls last`, asc(buildingUnit.createdAt), asc(unit.id))
    .limit(1)
  return row
}

export async function isTied(db: Db, buildingId: number, unitId: number): Promise<boolean> {
  const ties = await db.$count(
    buildingUnit,
    and(eq(buildingUnit.buildingId, buildingId), eq(buildingUnit.unitId, unitId)),
  )
  return ties > 0
}

export async function findBuildingProvider(db: Db, providerId: number) {
  const [row] = await db.select().from(provider).where(eq(provider.id, providerId))
  if (!row) return undefined
  const cards = await db
    .select({ ruleType: providerRule.ruleType, content: providerRule.content })
    .from(providerRule)
    .where(eq(providerRule.providerId, providerId))
    .orderBy(desc(providerRule.at), desc(providerRule.id))
    .limit(20)
  return { row, cards }
}

/** Newest first. */
export function listActivities(db: Db, providerId: number): Promise<{ eventName: string; day: string }[]> {
  return db
    .select({ eventName: providerActivity.eventName, day: providerActivity.day })
    .from(providerActivity)
    .where(eq(providerActivity.providerId, providerId))
    .orderBy(desc(providerActivity.day), desc(providerActivity.id))
}
