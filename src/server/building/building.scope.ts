import { and, eq, exists, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { notThere } from '../app-error.ts'
import type { Session } from '../auth/session.ts'
import type { SignedProgram } from '../http/admit-program.ts'
import type { Db } from '../db/open-db.ts'
import type { Cells } from '../tally/tally.table.ts'
import { provider } from '../provider/provider.table.ts'
import { unit } from '../unit/unit.table.ts'
import { building, buildingUnit } from './building.table.ts'

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

/**
 * Which districts a session sees whole: the city's, its own, none; `tied` where what it sees hangs on single buildings.
 * The one place that says what an organ's level means.
 */
function sightOf({ actor, county }: Session): 'city' | 'none' | 'tied' | { readonly county: string } {
  if (actor.role !== 'government') return 'tied'
  switch (actor.organLevel) {
    case 1:
    case 2:
      return 'city'
    case 3:
      return county === null ? 'none' : { county }
    // An organ of a level nobody knows sees nothing.
    default:
      return 'none'
  }
}

/** Whether a session sees the whole city. */
export const seesCity = (session: Session): boolean => sightOf(session) === 'city'

function inSight(sight: ReturnType<typeof sightOf>, county: AnyPgColumn): SQL {
  if (typeof sight === 'object') return eq(county, sight.county)
  return sight === 'city' ? sql`true` : NOTHING
}

/** The district of an organ that sees one district alone; null for everybody else. */
export function districtOf(session: Session): string | null {
  const sight = sightOf(session)
  return typeof sight === 'object' ? sight.county : null
}

/** Whether a session sees a whole district. */
export function seesDistrict(session: Session, county: string): boolean {
  const sight = sightOf(session)
  return sight === 'city' || (typeof sight === 'object' && sight.county === county)
}

/**
 * What the authority sees of anything that lies in a district (buildings, units): level 3 its own, the others all,
 * nobody else any.
 */
export const inDistrictsOf = (session: Session, county: AnyPgColumn): SQL => inSight(sightOf(session), county)

/**
 * Which buildings a session may see: the first condition of every query about buildings.
 * A unit and a property company see those bound to them, a provider those it serves, the authority its area.
 */
export function visibleTo(db: Db, session: Session): SQL {
  const { actor } = session
  switch (actor.role) {
    case 'unit':
    case 'property':
      return session.unitId === null ? NOTHING : boundTo(db, session.unitId)
    case 'provider':
      return session.providerId === null ? NOTHING : eq(building.providerId, session.providerId)
    case 'government':
      return inSight(sightOf(session), building.county)
  }
}

/** Which buildings a signed program reads: those its provider serves, or those its unit answers for. */
export const programScope = (db: Db, program: SignedProgram): SQL =>
  'unitId' in program ? boundTo(db, program.unitId) : eq(building.providerId, program.providerId)

/** What a caller may name to see less than all it may see. */
export interface Narrowing {
  readonly lawCompanyId?: number | undefined
  readonly buildingId?: number | undefined
  readonly providerId?: number | undefined
}

/**
 * The condition for the buildings a call is about. Identifiers from the caller narrow what the session may see.
 * @throws AppError 404 where one of them is not in sight, as if it were not there
 */
export async function chosenBuildings(db: Db, session: Session, narrowing: Narrowing): Promise<SQL> {
  const conditions = [visibleTo(db, session)]
  if (narrowing.lawCompanyId !== undefined) {
    await needUnitInSight(db, session, narrowing.lawCompanyId)
    if (narrowing.lawCompanyId !== session.unitId) conditions.push(boundTo(db, narrowing.lawCompanyId))
  }
  if (narrowing.buildingId !== undefined) conditions.push(eq(building.id, narrowing.buildingId))
  const inSight = and(...conditions) ?? NOTHING
  if (narrowing.buildingId !== undefined) {
    const [row] = await db.select({ id: building.id }).from(building).where(inSight).limit(1)
    if (!row) throw notThere()
  }
  if (narrowing.providerId === undefined) return inSight
  await needProvider(db, narrowing.providerId)
  return and(inSight, eq(building.providerId, narrowing.providerId)) ?? NOTHING
}

/** A district's six digits, whether they came as six or as twelve; a street is no district. */
function countyCode(code: string): string {
  if (code.length === 9 || (code.length === 12 && !code.endsWith('000000'))) throw notThere()
  return code.slice(0, 6)
}

/** Whether a province or city that a caller named is the one this platform is of. */
const isHere = (code: string, start: string) => code === '' || code.startsWith(start)

export interface AreaNarrowing {
  readonly provinceNo: string
  readonly cityNo: string
  readonly countyNo: string
  readonly buildType: 0 | 1 | 2
}

/** @throws AppError 404 where the area is not this platform's, or an authority limited to its district names another */
function countyOf(session: Session, area: AreaNarrowing): string {
  if (!isHere(area.provinceNo, '31') || !isHere(area.cityNo, '3101')) throw notThere()
  const county = countyCode(area.countyNo)
  if (county && session.actor.role === 'government' && !seesDistrict(session, county)) throw notThere()
  return county
}

const ofType = (column: AnyPgColumn, { buildType }: AreaNarrowing) =>
  buildType === 0 ? undefined : eq(column, buildType)

/**
 * The buildings of an area, of those the session may see.
 * @throws AppError 404 where an authority limited to its district names another
 */
export function buildingsOfArea(db: Db, session: Session, area: AreaNarrowing): SQL {
  const county = countyOf(session, area)
  return (
    and(
      visibleTo(db, session),
      county ? eq(building.county, county) : undefined,
      ofType(building.buildingType, area),
    ) ?? NOTHING
  )
}

/**
 * As {@link buildingsOfArea}, of cells; undefined where what the session sees does not end at districts.
 * @throws AppError 404 where an authority limited to its district names another
 */
export function cellsOfArea(session: Session, area: AreaNarrowing): Cells | undefined {
  const county = countyOf(session, area)
  const sight = sightOf(session)
  if (sight === 'tied') return undefined
  return {
    key: JSON.stringify([sight, county, area.buildType]),
    where: (of) =>
      and(inSight(sight, of.county), county ? eq(of.county, county) : undefined, ofType(of.buildingType, area)) ??
      NOTHING,
    holds: (cell) =>
      seesDistrict(session, cell.county) &&
      (county === '' || county === cell.county) &&
      (area.buildType === 0 || area.buildType === cell.buildingType),
  }
}

/**
 * The buildings that figures of the caller count: for the authority those of the register, so that an added building
 * counts from its approval; one that the caller names, and a unit's own, always.
 */
export async function countedBuildings(db: Db, session: Session, narrowing: Narrowing): Promise<SQL> {
  const chosen = await chosenBuildings(db, session, narrowing)
  return (narrowing.buildingId === undefined && and(chosen, inRegister(session))) || chosen
}

/** The authority's lists and figures leave out what units added and nobody approved; the access review lists it. */
export const inRegister = ({ actor }: Session): SQL | undefined =>
  actor.role === 'government' ? eq(building.registered, true) : undefined

/** As {@link chosenBuildings}, of an area: what a caller names narrows, in any combination. */
export async function chosenInArea(db: Db, session: Session, of: Narrowing & AreaNarrowing): Promise<SQL> {
  const { lawCompanyId, buildingId } = of
  return (
    and(await chosenBuildings(db, session, { lawCompanyId, buildingId }), buildingsOfArea(db, session, of)) ?? NOTHING
  )
}

async function needUnitInSight(db: Db, session: Session, unitId: number): Promise<void> {
  if (session.unitId === unitId) return
  if (session.actor.role !== 'government') throw notThere()
  const [row] = await db
    .select({ id: unit.id })
    .from(unit)
    .where(and(eq(unit.id, unitId), inDistrictsOf(session, unit.county)))
  if (!row) throw notThere()
}

/** The names of those that passed their review are open to all who are signed in: any of them may narrow. */
async function needProvider(db: Db, providerId: number): Promise<void> {
  const [row] = await db
    .select({ id: provider.id })
    .from(provider)
    .where(and(eq(provider.id, providerId), eq(provider.status, 1)))
  if (!row) throw notThere()
}
