import { and, between, eq, notInArray, type Placeholder, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../db/open-db.ts'
import { prepared } from '../db/prepared.ts'
import { keepRead, minuteOf, shareRead } from '../db/share-read.ts'
import { provider } from '../provider/provider.table.ts'
import { scoreDay } from '../score/score.table.ts'
import { areaBuildings, areaServed, areaStanding, type Cell } from '../tally/tally.table.ts'
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

const sumOf = (column: AnyPgColumn, when: SQL) =>
  sql<number>`coalesce(sum(${column}) filter (where ${when}), 0)::float8`

/** The same and more from what is kept as sums; scores count that are none older than `from`. */
export const standingIn = (
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
      ...standingIn(areaStanding, { from: sql.placeholder('from'), to: sql.placeholder('to') }),
    })
    .from(areaStanding)
    .groupBy(county, buildingType)
    .having(sql`sum(${areaStanding.buildings}) > 0`)
})

/**
 * How every cell of the city stands. It is the same for all who ask, so that they share one reading; whoever asks takes
 * the cells it may see (`cellsOfArea`).
 */
export function cityStanding(db: Db, days: { from: string; to: string }): Promise<Standing[]> {
  return shareRead(db, `standing ${days.from} ${days.to}`, () => standing(db).execute(days))
}

/** An added building belongs to the register from its approval on, every other since it was entered. */
export const registeredBefore = (before: Date): SQL =>
  sql`(${building.registered} and coalesce(${building.registeredAt}, ${building.createdAt}) < ${before.toISOString()}::timestamptz)`

/** Whether a building's day shows that some of what it must connect was connected; without a record it was. */
export const CONNECTED_THEN = sql`coalesce(${scoreDay.mustPercent} > 0, true)`

const had = (before: string | Placeholder) =>
  sql`(${building.accessAt} is not null and ${building.accessAt} < ${before}::timestamptz)`

/**
 * Access at an earlier moment: connected is what had become so by then, connecting what had connected a part of what it
 * must by the end of that day.
 * @param before the moment, as the database reads times
 */
export function accessBefore(before: string | Placeholder, reported: ReturnType<typeof sql>) {
  return {
    accessed: sql<number>`(count(*) filter (where ${had(before)}))::int`,
    accessing: sql<number>`(count(*) filter (where not ${had(before)} and ${reported}))::int`,
    none: sql<number>`(count(*) filter (where not ${had(before)} and not ${reported}))::int`,
  }
}

/**
 * As {@link cityStanding}, the access at an earlier moment; read once a minute, because what was hardly ever changes.
 * @param day the Shanghai day that ended at `before`
 */
export function cityAccessBefore(db: Db, before: Date, day: string, now: Date): Promise<(Cell & AccessCounts)[]> {
  return keepRead(db, 'before', `${day} ${minuteOf(now)}`, () =>
    db
      .select({
        ...cell,
        ...accessBefore(before.toISOString(), sql`(${scoreDay.buildingId} is not null and ${CONNECTED_THEN})`),
      })
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

/** As {@link cityStanding}, how many buildings each provider serves. */
export function cityServed(db: Db): Promise<Served[]> {
  const { county, buildingType, buildings } = areaServed
  const value = sql<number>`sum(${buildings})::int`
  return shareRead(db, 'served', () =>
    db
      .select({ county, buildingType, id: provider.id, name: provider.name, value })
      .from(areaServed)
      .innerJoin(provider, eq(provider.id, areaServed.providerId))
      .groupBy(county, buildingType, provider.id, provider.name)
      .having(sql`${value} > 0`),
  )
}
