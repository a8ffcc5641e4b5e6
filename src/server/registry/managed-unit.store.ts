import { and, asc, count, desc, eq, isNotNull, lt, notInArray, sql, type SQL } from 'drizzle-orm'
import { account } from '../schema/account.table.ts'
import { organ } from '../schema/organ.table.ts'
import { building, buildingUnit } from '../schema/building.table.ts'
import { likePattern } from '../platform/db/like-pattern.ts'
import type { Db } from '../platform/db/open-db.ts'
import { type Page, preparedPage, sliceOf } from '../platform/db/prepared.ts'
import { unit } from '../schema/unit.table.ts'
import { inBatches } from '../platform/db/in-batches.ts'
import { boundToAny, firesByUnit, problemsByUnit } from './unit-condition.store.ts'

const columns = {
  id: unit.id,
  name: unit.name,
  county: unit.county,
  streetNo: unit.streetNo,
  addressDetail: unit.addressDetail,
  type: unit.type,
  unitType: unit.unitType,
  placeType: unit.placeType,
  isBuildingManager: unit.isBuildingManager,
  legalName: unit.legalName,
  organId: unit.organId,
  organName: organ.name,
  accountId: account.id,
  account: account.account,
  accountStatus: account.status,
}

const firstAccount = sql`${account.id} = (select min(own.id) from ${account} own where own.unit_id = ${unit.id})`

const select = (db: Db, more: { readonly fires?: SQL<number> } = {}) =>
  db
    .select({ ...columns, ...more })
    .from(unit)
    .leftJoin(organ, eq(organ.id, unit.organId))
    .leftJoin(account, firstAccount)
    .$dynamic()

export type ManagedRow = Awaited<ReturnType<typeof listManaged>>['rows'][number]

export function inCategory(type: number | undefined, others: number): SQL | undefined {
  if (type === undefined) return undefined
  const named = [1, 2, 3].filter((code) => code < others)
  return type === others ? notInArray(unit.type, named) : eq(unit.type, type)
}

export function matchingUnits(scope: SQL, search: string): SQL {
  if (search === '') return scope
  const part = likePattern(search)
  const found = sql`(${unit.name} ilike ${part} or ${unit.regName} ilike ${part} or ${unit.addressDetail} ilike ${part} or ${unit.creditCode} ilike ${part})`
  return and(scope, found) ?? scope
}

const countUnits = (db: Db, where: SQL | undefined) => db.select({ total: count() }).from(unit).where(where)

export const listManaged = preparedPage('units', {
  rows: (db, where) => select(db).where(where).orderBy(desc(unit.id)),
  count: countUnits,
})

async function firesOfLast(db: Db, where: SQL, visible: SQL, last: number): Promise<number | undefined> {
  const fires = firesByUnit(db, visible)
  const [row] = await db
    .select({ number: fires.number })
    .from(fires)
    .innerJoin(unit, eq(unit.id, fires.unitId))
    .where(where)
    .orderBy(desc(fires.number))
    .limit(1)
    .offset(last - 1)
  return row?.number
}

/** @param visible on buildings */
export async function listWorstManaged(db: Db, where: SQL, visible: SQL, page: Page) {
  const { limit, offset } = sliceOf(page)
  const least = await firesOfLast(db, where, visible, offset + limit)
  const burning = least === undefined ? [] : await worstManaged(db, where, visible, page, least)
  const rows = burning.length === limit ? burning : await worstManaged(db, where, visible, page)
  return { rows, total: await countManaged(db, where) }
}

function worstManaged(db: Db, where: SQL, visible: SQL, page: Page, least?: number) {
  const { limit, offset } = sliceOf(page)
  const fires = firesByUnit(db, visible, least)
  const problems = problemsByUnit(db, least === undefined ? visible : and(visible, boundToAny(db, fires)))
  return select(db, { fires: sql<number>`coalesce(${fires.number}, 0)` })
    .leftJoin(fires, eq(fires.unitId, unit.id))
    .leftJoin(problems, eq(problems.unitId, unit.id))
    .where(least === undefined ? where : and(where, isNotNull(fires.unitId)))
    .orderBy(sql`${fires.number} desc nulls last`, sql`${problems.number} desc nulls last`, desc(unit.id))
    .limit(limit)
    .offset(offset)
}

export const eachManaged = (db: Db, where: SQL): AsyncGenerator<ManagedRow> =>
  inBatches<ManagedRow>((after, most) =>
    select(db)
      .where(and(where, after && lt(unit.id, after.id)))
      .orderBy(desc(unit.id))
      .limit(most),
  )

export async function countManaged(db: Db, where: SQL | undefined): Promise<number> {
  const [counted] = await countUnits(db, where)
  return counted?.total ?? 0
}

export function countByType(db: Db, where: SQL): Promise<{ type: number; count: number }[]> {
  return db.select({ type: unit.type, count: count() }).from(unit).where(where).groupBy(unit.type)
}

export async function findManaged(db: Db, scope: SQL, id: number): Promise<typeof unit.$inferSelect | undefined> {
  const [row] = await db
    .select()
    .from(unit)
    .where(and(scope, eq(unit.id, id)))
  return row
}

export function listEnteredBy(db: Db, unitId: number, inSight: SQL) {
  return db
    .select({
      buildingId: building.id,
      buildingName: building.name,
      enteredAt: buildingUnit.enteredAt,
      enterArea: buildingUnit.enterArea,
      label: buildingUnit.label,
    })
    .from(buildingUnit)
    .innerJoin(building, eq(building.id, buildingUnit.buildingId))
    .where(and(inSight, eq(buildingUnit.unitId, unitId), eq(buildingUnit.kind, 'tenant')))
    .orderBy(desc(buildingUnit.enteredAt), asc(building.id))
}

export const listUnitNames = preparedPage('unit-names', {
  rows: (db, where) => db.select({ id: unit.id, name: unit.name }).from(unit).where(where).orderBy(desc(unit.id)),
  count: countUnits,
})
