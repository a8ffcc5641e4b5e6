import { and, asc, desc, eq, ilike, notExists, sql, type SQL } from 'drizzle-orm'
import { building, buildingUnit } from '../schema/building.table.ts'
import { recordBuildings } from './building-change.store.ts'
import { likePattern } from '../platform/db/like-pattern.ts'
import type { Db } from '../platform/db/open-db.ts'
import { unit } from '../schema/unit.table.ts'

const tieColumns = {
  buildingId: buildingUnit.buildingId,
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

/** @param filter `isNear`: of the building's district; `most`: first rows by name that can be read */
export async function listCandidates(
  db: Db,
  choosable: SQL | undefined,
  buildingId: number,
  filter: { search: string; sysOrganId?: number | undefined; isNear: boolean; most: number },
  page: { currentPage: number; pageSize: number },
): Promise<{ rows: { id: number; name: string }[]; total: number }> {
  const { search, sysOrganId, isNear, most } = filter
  const from = (page.currentPage - 1) * page.pageSize
  const where = and(
    choosable,
    search === '' ? undefined : ilike(unit.name, likePattern(search)),
    isNear ? eq(unit.county, sql`(select county from building where id = ${buildingId})`) : undefined,
    sysOrganId === undefined ? undefined : eq(unit.organId, sysOrganId),
    notExists(
      db
        .select({ one: sql`1` })
        .from(buildingUnit)
        .where(and(tenantsOf(buildingId), eq(buildingUnit.unitId, unit.id))),
    ),
  )
  const total = Math.min(await db.$count(unit, where), most)
  if (from >= total) return { rows: [], total }
  const rows = await db
    .select({ id: unit.id, name: unit.name })
    .from(unit)
    .where(where)
    .orderBy(asc(unit.name), asc(unit.id))
    .limit(Math.min(page.pageSize, total - from))
    .offset(from)
  return { rows, total }
}

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

export async function addTenant(tx: Db, row: Omit<typeof buildingUnit.$inferInsert, 'kind'>): Promise<boolean> {
  const added = await tx
    .insert(buildingUnit)
    .values({ ...row, kind: 'tenant' })
    .onConflictDoNothing()
    .returning({ unitId: buildingUnit.unitId })
  if (added.length > 0) await recordBuildings(tx, [row.buildingId])
  return added.length > 0
}

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

export async function updateTenant(
  tx: Db,
  { buildingId, unitId }: { buildingId: number; unitId: number },
  values: { enteredAt: Date; enterArea: number; label: string; modifiedAt: Date },
) {
  const where = and(tenantsOf(buildingId), eq(buildingUnit.unitId, unitId))
  const { enteredAt, enterArea, label } = buildingUnit
  const [before] = await tx.select({ enteredAt, enterArea, label }).from(buildingUnit).where(where).for('update')
  if (before) await tx.update(buildingUnit).set(values).where(where)
  if (before) await recordBuildings(tx, [buildingId])
  return before ?? null
}

export async function removeTenant(tx: Db, buildingId: number, unitId: number) {
  const { enteredAt, enterArea, label } = buildingUnit
  const [gone] = await tx
    .delete(buildingUnit)
    .where(and(tenantsOf(buildingId), eq(buildingUnit.unitId, unitId)))
    .returning({ enteredAt, enterArea, label })
  if (gone) await recordBuildings(tx, [buildingId])
  return gone ?? null
}
