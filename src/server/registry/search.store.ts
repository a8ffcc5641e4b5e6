import { and, eq, like, sql, type SQL } from 'drizzle-orm'
import { likePattern } from '../platform/db/like-pattern.ts'
import type { Db } from '../platform/db/open-db.ts'
import { building, buildingUnit } from '../schema/building.table.ts'
import { provider } from '../schema/provider.table.ts'
import { SELF_TEST_COUNTY } from '../schema/self-test.table.ts'
import { unit } from '../schema/unit.table.ts'

export interface HitLimits {
  readonly rows: number
  /** The total is counted up to this number. */
  readonly counted: number
}

const allIn = (column: typeof building.sought | typeof unit.sought, words: readonly string[]) =>
  and(...words.map((word) => like(column, likePattern(word.toLowerCase()))))

/** Condition for the buildings that contain all words. */
export const buildingsNamed = (words: readonly string[]) => allIn(building.sought, words)

const startsWith = (word: string) => likePattern(word.toLowerCase()).slice(1)

async function countUpTo(db: Db, counted: number, table: typeof building | typeof unit, where: SQL | undefined) {
  const first = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(counted)
    .as('first')
  return db.$count(first)
}

/** Names that begin with the first word come first, then the newest. @param scope first condition */
export async function searchBuildings(db: Db, scope: SQL, words: readonly string[], limits: HitLimits) {
  const where = and(scope, buildingsNamed(words))
  const rows = await db
    .select({ id: building.id })
    .from(building)
    .where(where)
    .orderBy(sql`${building.sought} like ${startsWith(words[0] ?? '')} desc`, sql`${building.id} desc`)
    .limit(limits.rows)
  const total = rows.length < limits.rows ? rows.length : await countUpTo(db, limits.counted, building, where)
  return { ids: rows.map(({ id }) => id), total }
}

const unitColumns = {
  id: unit.id,
  name: unit.name,
  type: unit.type,
  address: unit.addressDetail,
}

/** @param scope first condition, on `unit` */
export async function searchManagedUnits(db: Db, scope: SQL, words: readonly string[], limits: HitLimits) {
  const where = and(scope, allIn(unit.sought, words))
  const rows = await db
    .select(unitColumns)
    .from(unit)
    .where(where)
    .orderBy(sql`${unit.sought} like ${startsWith(words[0] ?? '')} desc`, sql`${unit.id} desc`)
    .limit(limits.rows)
  const total = rows.length < limits.rows ? rows.length : await countUpTo(db, limits.counted, unit, where)
  return { rows: rows.map((row) => ({ ...row, buildingId: null, buildingName: null })), total }
}

/** Tenants of the buildings in scope. @param scope first condition, on `building` */
export async function searchTenants(db: Db, scope: SQL, words: readonly string[], limits: HitLimits) {
  const found = await db
    .select({ ...unitColumns, buildingId: building.id, buildingName: building.name })
    .from(buildingUnit)
    .innerJoin(building, eq(building.id, buildingUnit.buildingId))
    .innerJoin(unit, eq(unit.id, buildingUnit.unitId))
    .where(and(scope, eq(buildingUnit.kind, 'tenant'), allIn(unit.sought, words)))
    .orderBy(unit.name, building.id)
    .limit(limits.counted)
  return { rows: found.slice(0, limits.rows), total: found.length }
}

export async function searchProviders(db: Db, words: readonly string[], limits: HitLimits) {
  const found = await db
    .select({ id: provider.id, name: provider.name, status: provider.status, suspendedAt: provider.suspendedAt })
    .from(provider)
    .where(
      and(
        sql`${provider.county} is distinct from ${SELF_TEST_COUNTY}`,
        ...words.map((word) => like(sql`lower(${provider.name})`, likePattern(word.toLowerCase()))),
      ),
    )
    .orderBy(provider.name, provider.id)
    .limit(limits.counted)
  return { rows: found.slice(0, limits.rows), total: found.length }
}
