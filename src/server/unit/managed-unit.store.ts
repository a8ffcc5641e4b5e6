import { and, asc, count, desc, eq, lt, sql, type SQL } from 'drizzle-orm'
import { account } from '../account/account.table.ts'
import { organ } from '../account/organ.table.ts'
import { building, buildingUnit } from '../building/building.table.ts'
import { holding } from '../db/holding.ts'
import type { Db } from '../db/open-db.ts'
import { listing } from '../db/prepared.ts'
import { unit } from './unit.table.ts'

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

/** A unit's first account; it has one at most by the ways there are to give it one. */
const firstAccount = sql`${account.id} = (select min(own.id) from ${account} own where own.unit_id = ${unit.id})`

const select = (db: Db) =>
  db.select(columns).from(unit).leftJoin(organ, eq(organ.id, unit.organId)).leftJoin(account, firstAccount).$dynamic()

export type ManagedRow = Awaited<ReturnType<typeof listManaged>>['rows'][number]

/** The units of `scope` whose name, registered name, address or credit code has the text in it. */
export function matchingUnits(scope: SQL, search: string): SQL {
  if (search === '') return scope
  const part = holding(search)
  const found = sql`(${unit.name} ilike ${part} or ${unit.regName} ilike ${part} or ${unit.addressDetail} ilike ${part} or ${unit.creditCode} ilike ${part})`
  return and(scope, found) ?? scope
}

const countUnits = (db: Db, where: SQL | undefined) => db.select({ total: count() }).from(unit).where(where)

/** A page of units, newest first, and how many match. */
export const listManaged = listing('units', {
  rows: (db, where) => select(db).where(where).orderBy(desc(unit.id)),
  count: countUnits,
})

/** All matching units, newest first, read in batches. */
export async function* eachManaged(db: Db, where: SQL, batch = 1000): AsyncGenerator<ManagedRow> {
  let before: number | undefined
  for (;;) {
    const rows: ManagedRow[] = await select(db)
      .where(and(where, before === undefined ? undefined : lt(unit.id, before)))
      .orderBy(desc(unit.id))
      .limit(batch)
    yield* rows
    if (rows.length < batch) return
    before = rows[rows.length - 1]?.id
  }
}

/** How many units there are of each supervision category. */
export function countByType(db: Db, where: SQL): Promise<{ type: number; count: number }[]> {
  return db.select({ type: unit.type, count: count() }).from(unit).where(where).groupBy(unit.type)
}

/** A unit, of those in `scope`. */
export async function findManaged(db: Db, scope: SQL, id: number): Promise<typeof unit.$inferSelect | undefined> {
  const [row] = await db
    .select()
    .from(unit)
    .where(and(scope, eq(unit.id, id)))
  return row
}

/** The buildings in sight that a unit has settled in, the latest first. */
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

/** A page of units by name alone, in the order of their names' numbers. */
export const listNames = listing('unit-names', {
  rows: (db, where) => db.select({ id: unit.id, name: unit.name }).from(unit).where(where).orderBy(desc(unit.id)),
  count: countUnits,
})
