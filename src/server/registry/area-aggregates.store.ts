import { and, between, eq, notInArray, type Placeholder, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../platform/db/open-db.ts'
import { prepared } from '../platform/db/prepared.ts'
import { cachePer, minuteOf, coalesce } from '../platform/db/coalesce.ts'
import { provider } from '../schema/provider.table.ts'
import { scoreDay } from '../schema/score.table.ts'
import { areaBuildings, areaServed, areaStanding, type Cell } from '../schema/tally.table.ts'
import { building } from '../schema/building.table.ts'

export interface AccessCounts {
  readonly accessed: number
  readonly accessing: number
  readonly none: number
}

/** `weighted`: sum of weight × score. */
export interface AreaAggregate extends Cell, AccessCounts {
  readonly failed: number
  readonly weight: number
  readonly weighted: number
}

const cell = { county: building.county, buildingType: sql<number>`coalesce(${building.buildingType}, 0)` }

export const ACCESS_NOW = {
  accessed: sql<number>`(count(*) filter (where ${building.accessStatus} = 1))::int`,
  accessing: sql<number>`(count(*) filter (where ${building.accessStatus} = 2))::int`,
  none: sql<number>`(count(*) filter (where ${building.accessStatus} not in (1, 2)))::int`,
  failed: sql<number>`(count(*) filter (where ${building.accessStatus} = 3))::int`,
}

const sumOf = (column: AnyPgColumn, when: SQL) =>
  sql<number>`coalesce(sum(${column}) filter (where ${when}), 0)::float8`

export const aggregateColumns = (
  kept: typeof areaBuildings | typeof areaStanding,
  { from, to }: { from: string | Placeholder; to: string | Placeholder },
) => {
  const { accessStatus, buildings, scoredOn } = kept
  const current = between(scoredOn, from, to)
  return {
    accessed: sumOf(buildings, eq(accessStatus, 1)),
    accessing: sumOf(buildings, eq(accessStatus, 2)),
    none: sumOf(buildings, notInArray(accessStatus, [1, 2])),
    failed: sumOf(buildings, eq(accessStatus, 3)),
    weight: sumOf(kept.weight, current),
    weighted: sumOf(kept.weighted, current),
  }
}

const standing = prepared('standing', (db) => {
  const { county, buildingType } = areaStanding
  return db
    .select({
      county,
      buildingType,
      ...aggregateColumns(areaStanding, { from: sql.placeholder('from'), to: sql.placeholder('to') }),
    })
    .from(areaStanding)
    .groupBy(county, buildingType)
    .having(sql`sum(${areaStanding.buildings}) > 0`)
})

/** Concurrent callers share one read; each filters its cells with `areaBuckets`. */
export function cityAggregates(db: Db, days: { from: string; to: string }): Promise<AreaAggregate[]> {
  return coalesce(db, `standing ${days.from} ${days.to}`, () => standing(db).execute(days))
}

/** An added building counts from its approval. */
export const registeredBefore = (before: Date): SQL =>
  sql`(${building.registered} and coalesce(${building.registeredAt}, ${building.createdAt}) < ${before.toISOString()}::timestamptz)`

/** Without record: by first connection. @param before PostgreSQL timestamp */
export function accessBefore(before: string | Placeholder) {
  const accessed = sql`coalesce(${scoreDay.mustPercent} = 100, ${building.accessAt} < ${before}::timestamptz, false)`
  const some = sql`(${scoreDay.buildingId} is not null and coalesce(${scoreDay.mustPercent} > 0, true))`
  return {
    accessed: sql<number>`(count(*) filter (where ${accessed}))::int`,
    accessing: sql<number>`(count(*) filter (where not ${accessed} and ${some}))::int`,
    none: sql<number>`(count(*) filter (where not ${accessed} and not ${some}))::int`,
  }
}

/** Per minute. @param day ended at `before` */
export function cityAccessBefore(db: Db, before: Date, day: string, now: Date): Promise<(Cell & AccessCounts)[]> {
  return cachePer(db, 'before', `${day} ${minuteOf(now)}`, () =>
    db
      .select({ ...cell, ...accessBefore(before.toISOString()) })
      .from(building)
      .leftJoin(scoreDay, and(eq(scoreDay.buildingId, building.id), eq(scoreDay.day, day)))
      .where(registeredBefore(before))
      .groupBy(cell.county, sql`2`),
  )
}

export interface Served extends Cell {
  readonly id: number
  readonly name: string
  readonly value: number
}

export function cityServed(db: Db): Promise<Served[]> {
  const { county, buildingType, buildings } = areaServed
  const value = sql<number>`sum(${buildings})::int`
  return coalesce(db, 'served', () =>
    db
      .select({ county, buildingType, id: provider.id, name: provider.name, value })
      .from(areaServed)
      .innerJoin(provider, eq(provider.id, areaServed.providerId))
      .groupBy(county, buildingType, provider.id, provider.name)
      .having(sql`${value} > 0`),
  )
}
