import { and, asc, desc, eq, ilike, notExists, sql, type SQL } from 'drizzle-orm'
import { building, buildingUnit } from '../building/building.table.ts'
import { holding } from '../db/holding.ts'
import type { Db } from '../db/open-db.ts'
import { unit } from '../unit/unit.table.ts'

const tieColumns = {
  unitId: unit.id,
  name: unit.name,
  placeType: unit.placeType,
  type: unit.type,
  legalName: unit.legalName,
  enteredAt: buildingUnit.enteredAt,
  enterArea: buildingUnit.enterArea,
  label: buildingUnit.label,
}

export type TieRow = Awaited<ReturnType<typeof listTenants>>['rows'][number]

const tenantsOf = (buildingId: number) => and(eq(buildingUnit.buildingId, buildingId), eq(buildingUnit.kind, 'tenant'))

/** A page of the units that have settled in a building, the latest first, and how many they are. */
export async function listTenants(db: Db, buildingId: number, page: { currentPage: number; pageSize: number }) {
  const where = tenantsOf(buildingId)
  const rows = await db
    .select(tieColumns)
    .from(buildingUnit)
    .innerJoin(unit, eq(unit.id, buildingUnit.unitId))
    .where(where)
    .orderBy(desc(buildingUnit.enteredAt), asc(unit.id))
    .limit(page.pageSize)
    .offset((page.currentPage - 1) * page.pageSize)
  return { rows, total: await db.$count(buildingUnit, where) }
}

/** A unit's tie to one of the buildings; as a tenant before as its owner or manager, the latest before older ones. */
export async function findTie(db: Db, buildings: SQL, unitId: number): Promise<TieRow | undefined> {
  const [row] = await db
    .select(tieColumns)
    .from(buildingUnit)
    .innerJoin(unit, eq(unit.id, buildingUnit.unitId))
    .innerJoin(building, eq(building.id, buildingUnit.buildingId))
    .where(and(buildings, eq(buildingUnit.unitId, unitId)))
    .orderBy(desc(buildingUnit.kind), desc(buildingUnit.enteredAt), asc(building.id))
    .limit(1)
  return row
}

/** A page of the units that have not settled in a building; without a search those of the building's district. */
export async function listCandidates(
  db: Db,
  choosable: SQL | undefined,
  buildingId: number,
  filter: { search: string; sysOrganId?: number | undefined },
  page: { currentPage: number; pageSize: number },
): Promise<{ rows: { id: number; name: string }[]; total: number }> {
  const { search, sysOrganId } = filter
  const where = and(
    choosable,
    search === ''
      ? eq(unit.county, sql`(select county from building where id = ${buildingId})`)
      : ilike(unit.name, holding(search)),
    sysOrganId === undefined ? undefined : eq(unit.organId, sysOrganId),
    notExists(
      db
        .select({ one: sql`1` })
        .from(buildingUnit)
        .where(and(tenantsOf(buildingId), eq(buildingUnit.unitId, unit.id))),
    ),
  )
  const rows = await db
    .select({ id: unit.id, name: unit.name })
    .from(unit)
    .where(where)
    .orderBy(asc(unit.id))
    .limit(page.pageSize)
    .offset((page.currentPage - 1) * page.pageSize)
  return { rows, total: await db.$count(unit, where) }
}

/** A unit of those that may be let settle in. */
export async function findChoosable(
  db: Db,
  choosable: SQL | undefined,
  unitId: number,
): Promise<{ name: string } | undefined> {
  const [row] = await db
    .select({ name: unit.name })
    .from(unit)
    .where(and(choosable, eq(unit.id, unitId)))
  return row
}

/** Lets a unit settle in. @returns false where it had already */
export async function addTenant(tx: Db, row: Omit<typeof buildingUnit.$inferInsert, 'kind'>): Promise<boolean> {
  const added = await tx
    .insert(buildingUnit)
    .values({ ...row, kind: 'tenant' })
    .onConflictDoNothing()
    .returning({ unitId: buildingUnit.unitId })
  return added.length > 0
}

/** Lets a unit settle in, or corrects since when, on how much and under which label it has. */
export async function putTenant(tx: Db, row: Omit<typeof buildingUnit.$inferInsert, 'kind'>): Promise<void> {
  const { enteredAt, enterArea, label, modifiedAt } = row
  await tx
    .insert(buildingUnit)
    .values({ ...row, kind: 'tenant' })
    .onConflictDoUpdate({
      target: [buildingUnit.buildingId, buildingUnit.unitId, buildingUnit.kind],
      set: { enteredAt, enterArea, label, modifiedAt },
    })
}

/** Removes a tenant. @returns what was said of it, null where it was none */
export async function removeTenant(tx: Db, buildingId: number, unitId: number) {
  const { enteredAt, enterArea, label } = buildingUnit
  const [gone] = await tx
    .delete(buildingUnit)
    .where(and(tenantsOf(buildingId), eq(buildingUnit.unitId, unitId)))
    .returning({ enteredAt, enterArea, label })
  return gone ?? null
}
