import { and, between, eq, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/open-db.ts'
import { shareRead } from '../db/share-read.ts'
import { provider } from '../provider/provider.table.ts'
import { scoreDay } from '../score/score.table.ts'
import { weight } from '../score/weight.store.ts'
import type { Cell } from '../tally/tally.table.ts'
import { building } from './building.table.ts'

/** Buildings connected, connecting, and not connected (never, or no longer). */
export interface AccessCounts {
  readonly accessed: number
  readonly accessing: number
  readonly none: number
}

/** A cell's buildings: their access, what those with a current score weigh, and their latest scores times that. */
export interface Standing extends Cell, AccessCounts {
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

/** How the latest scores none older than `from` weigh. */
export const weighedNow = ({ from, to }: { from: string; to: string }) => {
  const current = between(building.scoredOn, from, to)
  return {
    weight: sql<number>`coalesce(sum(${weight}) filter (where ${current}), 0)::float8`,
    weighted: sql<number>`coalesce(sum(${building.latestScore} * ${weight}) filter (where ${current}), 0)::float8`,
  }
}

/**
 * How every cell of the city stands. It is the same for all who ask, so that they share one walk over the buildings;
 * whoever asks takes the cells it may see (`cellsOfArea`).
 */
export function cityStanding(db: Db, days: { from: string; to: string }): Promise<Standing[]> {
  return shareRead(db, `standing ${days.from} ${days.to}`, () =>
    db
      .select({ ...cell, ...ACCESS_NOW, ...weighedNow(days) })
      .from(building)
      .groupBy(cell.county, sql`2`),
  )
}

const had = (before: Date) =>
  sql`(${building.accessAt} is not null and ${building.accessAt} < ${before.toISOString()}::timestamptz)`

/**
 * Access at an earlier moment: connected is what had become so by then, connecting what was already scored that day
 * without, as scores begin with the first report.
 */
export function accessBefore(before: Date, reported: ReturnType<typeof sql>) {
  return {
    accessed: sql<number>`(count(*) filter (where ${had(before)}))::int`,
    accessing: sql<number>`(count(*) filter (where not ${had(before)} and ${reported}))::int`,
    none: sql<number>`(count(*) filter (where not ${had(before)} and not ${reported}))::int`,
  }
}

/**
 * As {@link cityStanding}, the access at an earlier moment.
 * @param day the Shanghai day that ended at `before`
 */
export function cityAccessBefore(db: Db, before: Date, day: string): Promise<(Cell & AccessCounts)[]> {
  return shareRead(db, `before ${day}`, () =>
    db
      .select({ ...cell, ...accessBefore(before, sql`${scoreDay.buildingId} is not null`) })
      .from(building)
      .leftJoin(scoreDay, and(eq(scoreDay.buildingId, building.id), eq(scoreDay.day, day)))
      .where(lt(building.createdAt, before))
      .groupBy(cell.county, sql`2`),
  )
}

export interface Served extends Cell {
  readonly id: number
  readonly name: string
  readonly value: number
}

/** As {@link cityStanding}, how many buildings each provider serves. */
export function cityServed(db: Db): Promise<Served[]> {
  return shareRead(db, 'served', () =>
    db
      .select({ ...cell, id: provider.id, name: provider.name, value: sql<number>`count(*)::int` })
      .from(building)
      .innerJoin(provider, eq(provider.id, building.providerId))
      .where(isNotNull(building.providerId))
      .groupBy(cell.county, sql`2`, provider.id, provider.name),
  )
}
