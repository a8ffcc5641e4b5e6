import { and, eq, exists, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { notThere } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import type { Db } from '../platform/db/open-db.ts'
import { CITY_NO, PROVINCE_NO } from '../reference/regions.ts'
import type { Cells } from '../schema/tally.table.ts'
import { provider } from '../schema/provider.table.ts'
import { SELF_TEST_COUNTY } from '../schema/self-test.table.ts'
import { unit } from '../schema/unit.table.ts'
import { building, buildingUnit } from '../schema/building.table.ts'

const NOTHING = sql`false`

const boundTo = (db: Db, unitId: number) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(buildingUnit)
      .where(
        and(eq(buildingUnit.buildingId, building.id), eq(buildingUnit.unitId, unitId), eq(buildingUnit.kind, 'bound')),
      ),
  )

/** `tied`: single buildings. The only place that interprets an organ's level. */
function scopeOf({ actor, county }: Session): 'city' | 'none' | 'tied' | { readonly county: string } {
  if (actor.role !== 'government') return 'tied'
  switch (actor.organLevel) {
    case 1:
    case 2:
      return 'city'
    case 3:
      return county === null ? 'none' : { county }
    default:
      return 'none'
  }
}

export const seesCity = (session: Session): boolean => scopeOf(session) === 'city'

function inScope(scope: ReturnType<typeof scopeOf>, county: AnyPgColumn): SQL {
  if (typeof scope === 'object') return eq(county, scope.county)
  return scope === 'city' ? sql`${county} is distinct from ${SELF_TEST_COUNTY}` : NOTHING
}

export function districtOf(session: Session): string | null {
  const scope = scopeOf(session)
  return typeof scope === 'object' ? scope.county : null
}

export function seesDistrict(session: Session, county: string): boolean {
  const scope = scopeOf(session)
  return scope === 'city' ? county !== SELF_TEST_COUNTY : typeof scope === 'object' && scope.county === county
}

/** Level 3 sees its own, 1 and 2 all, other sessions no rows. */
export const inDistrictsOf = (session: Session, county: AnyPgColumn): SQL => inScope(scopeOf(session), county)

/** The first condition of every query about buildings. */
export function buildingScope(db: Db, session: Session): SQL {
  const { actor } = session
  switch (actor.role) {
    case 'unit':
    case 'property':
      return session.unitId === null ? NOTHING : boundTo(db, session.unitId)
    case 'provider':
      return session.providerId === null ? NOTHING : eq(building.providerId, session.providerId)
    case 'government':
      return inScope(scopeOf(session), building.county)
  }
}

/** Undefined: by area (the authority). */
export async function boundBuildings(db: Db, session: Session): Promise<ReadonlySet<number> | undefined> {
  if (scopeOf(session) !== 'tied') return undefined
  const rows = await db.select({ id: building.id }).from(building).where(buildingScope(db, session))
  return new Set(rows.map(({ id }) => id))
}

/** @param bound of {@link boundBuildings} */
export function seesBuilding(
  session: Session,
  { buildingId, county }: { readonly buildingId: number | null; readonly county: string | null },
  bound: ReadonlySet<number> | undefined,
): boolean {
  if (bound) return buildingId !== null && bound.has(buildingId)
  return buildingId === null ? seesCity(session) : county !== null && seesDistrict(session, county)
}

export type ProgramOwner = { readonly providerId: number } | { readonly unitId: number }

export const programScope = (db: Db, program: ProgramOwner): SQL =>
  'unitId' in program ? boundTo(db, program.unitId) : eq(building.providerId, program.providerId)

export interface Narrowing {
  readonly lawCompanyId?: number | undefined
  readonly buildingId?: number | undefined
  readonly providerId?: number | undefined
}

/** @throws AppError 404, the same as for a missing record */
export async function scopedBuildings(db: Db, session: Session, narrowing: Narrowing): Promise<SQL> {
  const conditions = [buildingScope(db, session)]
  if (narrowing.lawCompanyId !== undefined) {
    await needUnitInSight(db, session, narrowing.lawCompanyId)
    if (narrowing.lawCompanyId !== session.unitId) conditions.push(boundTo(db, narrowing.lawCompanyId))
  }
  if (narrowing.buildingId !== undefined) conditions.push(eq(building.id, narrowing.buildingId))
  const inScope = and(...conditions) ?? NOTHING
  if (narrowing.buildingId !== undefined) {
    const [row] = await db.select({ id: building.id }).from(building).where(inScope).limit(1)
    if (!row) throw notThere()
  }
  if (narrowing.providerId === undefined) return inScope
  await needProvider(db, narrowing.providerId)
  return and(inScope, eq(building.providerId, narrowing.providerId)) ?? NOTHING
}

/** Accepts six or twelve digits; rejects streets. */
function countyCode(code: string): string {
  if (code.length === 9 || (code.length === 12 && !code.endsWith('000000'))) throw notThere()
  return code.slice(0, 6)
}

const isHere = (code: string, start: string) => code === '' || code.startsWith(start)

export interface AreaNarrowing {
  readonly provinceNo: string
  readonly cityNo: string
  readonly countyNo: string
  readonly buildType: 0 | 1 | 2
}

function countyOf(session: Session, area: AreaNarrowing): string {
  if (!isHere(area.provinceNo, PROVINCE_NO.slice(0, 2)) || !isHere(area.cityNo, CITY_NO.slice(0, 4))) throw notThere()
  const county = countyCode(area.countyNo)
  if (county && session.actor.role === 'government' && !seesDistrict(session, county)) throw notThere()
  return county
}

const ofType = (column: AnyPgColumn, { buildType }: AreaNarrowing) =>
  buildType === 0 ? undefined : eq(column, buildType)

function inArea(session: Session, area: AreaNarrowing): SQL | undefined {
  const county = countyOf(session, area)
  return and(county ? eq(building.county, county) : undefined, ofType(building.buildingType, area))
}

/** @throws AppError 404 */
export const scopedByArea = (db: Db, session: Session, area: AreaNarrowing): SQL =>
  and(buildingScope(db, session), inArea(session, area)) ?? NOTHING

/** Undefined: single buildings. */
export function areaBuckets(session: Session, area: AreaNarrowing): Cells | undefined {
  const county = countyOf(session, area)
  const scope = scopeOf(session)
  if (scope === 'tied') return undefined
  return {
    key: JSON.stringify([scope, county, area.buildType]),
    where: (of) =>
      and(inScope(scope, of.county), county ? eq(of.county, county) : undefined, ofType(of.buildingType, area)) ??
      NOTHING,
    holds: (cell) =>
      seesDistrict(session, cell.county) &&
      (county === '' || county === cell.county) &&
      (area.buildType === 0 || area.buildType === cell.buildingType),
  }
}

/** An added building counts from its approval. */
export async function countedBuildings(db: Db, session: Session, narrowing: Narrowing): Promise<SQL> {
  return and(await scopedBuildings(db, session, narrowing), inRegister(session)) ?? NOTHING
}

/** The access review lists the others. */
export const inRegister = ({ actor }: Session): SQL | undefined =>
  actor.role === 'government' ? eq(building.registered, true) : undefined

export async function scopedInArea(db: Db, session: Session, of: Narrowing & AreaNarrowing): Promise<SQL> {
  const { lawCompanyId, buildingId } = of
  return and(await scopedBuildings(db, session, { lawCompanyId, buildingId }), inArea(session, of)) ?? NOTHING
}

async function needUnitInSight(db: Db, session: Session, unitId: number): Promise<void> {
  if (session.unitId === unitId) return
  const [row] = await db
    .select({ id: unit.id })
    .from(unit)
    .where(and(eq(unit.id, unitId), inDistrictsOf(session, unit.county)))
  if (!row) throw notThere()
}

/** Names are open to every signed-in caller. */
async function needProvider(db: Db, providerId: number): Promise<void> {
  const [row] = await db
    .select({ id: provider.id })
    .from(provider)
    .where(and(eq(provider.id, providerId), eq(provider.status, 1)))
  if (!row) throw notThere()
}
