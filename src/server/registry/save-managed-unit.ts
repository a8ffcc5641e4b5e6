import { and, eq, ne, sql } from 'drizzle-orm'
import { enteredBuilding, type EnteredBuilding, type ManagedUnit, managedUnit } from '#contract/managed-unit.ts'
import { placeProblem } from '#contract/plausible.rules.ts'
import { fromWireTime, shanghaiDay, toWireTime } from '#contract/time.ts'
import { categoryOf } from '#contract/unit.rules.ts'
import { setRole } from '../identity/account.store.ts'
import { AppError, needForm, notThere } from '../platform/app-error.ts'
import { changesBetween } from '../platform/changes-between.ts'
import { endSessionsOf, type Session } from '../platform/session.ts'
import { scopedBuildings, seesDistrict } from './building.scope.ts'
import type { Db } from '../platform/db/open-db.ts'
import { COMPANY_LABELS, PLACE_TYPES } from '../reference/entries.ts'
import { CITY_BOUNDS, CITY_NO, fromWireArea, PROVINCE_NO } from '../reference/regions.ts'
import type { Context } from '../platform/implement.ts'
import { ensureContacts } from './first-contacts.store.ts'
import { putTenant } from './tenancy.store.ts'
import { unitArea, placeOf } from './unit.rules.ts'
import { managedBy } from './unit.scope.ts'
import { findBrigade, lockUnit } from './unit.store.ts'
import { unit } from '../schema/unit.table.ts'
import type { UnitRow } from './unit.present.ts'

const PROPERTY = 1

/** @throws AppError 404, 409 if it changed or a duplicate exists */
export async function saveManagedUnit(ctx: Context<Session>, sent: unknown, sentEntries: readonly unknown[]) {
  const { session, now } = ctx
  const saved = needForm(managedUnit(shanghaiDay(now)), sent, 'lawCompany')
  const at = 'iotBuildingEnterCompanies'
  // The form then reports the missing building.
  const told = sentEntries.length === 0 && saved.belongBuilding === '1' ? [{ buildingId: '' }] : sentEntries
  const entries = told.map((one, place) => needForm(enteredBuilding, one, `${at}.${place}`))
  needPossible(saved, entries, session, now)
  return ctx.write(async (tx) => {
    const before = saved.id === undefined ? undefined : await needManaged(tx, session, saved.id)
    if (before && saved.modifyTime && saved.modifyTime !== toWireTime(before.modifiedAt)) throw new AppError(409)
    if (!(await findBrigade(tx, Number(saved.sysOrganId)))) refuse('sysOrganId', '请选择消防管辖机构')
    await needNoOther(tx, saved)
    const row = columnsOf(saved, now)
    const unitId = before ? before.id : await addUnit(ctx, tx, row)
    if (before) {
      await tx.update(unit).set(row).where(eq(unit.id, unitId))
      await followRole(tx, before, row.isBuildingManager, now)
    }
    await ensureContacts(tx, [unitId], now)
    for (const entry of entries) await enter(tx, session, unitId, entry, now)
    const audit = before
      ? { unitId, ...changesBetween(before, row) }
      : { unitId, ...changesBetween({} as Partial<typeof row>, row) }
    return { value: null, audit: { ...audit, ...(entries.length > 0 && { entries }) } }
  })
}

function refuse(field: string, text: string): never {
  throw new AppError(400, text, { [`lawCompany.${field}`]: text })
}

function needPossible(saved: ManagedUnit, entries: readonly EnteredBuilding[], session: Session, now: Date): void {
  const area = unitArea(fromWireArea(saved.county), fromWireArea(saved.streetNo))
  if (!area) refuse('streetNo', '请选择所在区域')
  if (!seesDistrict(session, area.county)) refuse('county', '只能选择本辖区内的区域')
  if (!PLACE_TYPES.some(({ name }) => name === saved.placeType)) refuse('placeType', '请选择场所类型')
  if (fromWireTime(saved.buildTime) > now) refuse('buildTime', '成立日期不能晚于今天')
  const misplaced = placeProblem(saved.gisX, saved.gisY, CITY_BOUNDS)
  if (misplaced) refuse('gisX', misplaced)
  entries.forEach(({ enterTime, label }, place) => {
    const wrong = (field: string, text: string) => {
      throw new AppError(400, text, { [`iotBuildingEnterCompanies.${place}.${field}`]: text })
    }
    if (fromWireTime(enterTime) > now) wrong('enterTime', '入驻日期不能晚于今天')
    if (!COMPANY_LABELS.some(({ name }) => name === label)) wrong('label', '请选择单位标签')
  })
}

async function needManaged(tx: Db, session: Session, unitId: number): Promise<UnitRow> {
  const found = await lockUnit(tx, unitId, managedBy(session))
  if (!found) throw notThere()
  return found
}

/** An import keeps its locks: at most 1024 keys, or PostgreSQL's lock table overflows. */
async function needNoOther(tx: Db, saved: ManagedUnit): Promise<void> {
  const creditCode = saved.dwLicense.toUpperCase()
  await tx.execute(sql`select pg_advisory_xact_lock(0, hashtext(${creditCode}) & 1023)`)
  const [other] = await tx
    .select({ id: unit.id })
    .from(unit)
    .where(and(eq(unit.creditCode, creditCode), eq(unit.name, saved.name), ne(unit.id, saved.id ?? 0)))
    .limit(1)
  const text = '已有同名且统一社会信用代码相同的单位，请在列表中查找该单位后编辑'
  if (other) throw new AppError(409, text, { 'lawCompany.name': text })
}

async function addUnit({ deps, now }: Context<Session>, tx: Db, row: ReturnType<typeof columnsOf>): Promise<number> {
  const key = () => Buffer.from(deps.newToken(), 'base64url').toString('hex').slice(0, 32)
  const [added] = await tx
    .insert(unit)
    .values({ ...row, appKey: key(), secret: deps.secrets.seal(key()), createdAt: now })
    .returning({ id: unit.id })
  if (!added) throw new Error('a unit was not added')
  return added.id
}

export async function followRole(tx: Db, before: UnitRow, isBuildingManager: number, now: Date): Promise<void> {
  const role = isBuildingManager === PROPERTY ? 'property' : 'unit'
  if ((before.isBuildingManager === PROPERTY) === (role === 'property')) return
  for (const accountId of await setRole(tx, before.id, role)) await endSessionsOf(tx, accountId, 'role', now)
}

async function enter(tx: Db, session: Session, unitId: number, entry: EnteredBuilding, now: Date): Promise<void> {
  const { buildingId, enterTime, enterArea, label } = entry
  await scopedBuildings(tx, session, { buildingId })
  const row = { buildingId, unitId, enteredAt: fromWireTime(enterTime), enterArea, label }
  await putTenant(tx, { ...row, createdAt: now, modifiedAt: now })
}

/** @throws AppError 400 */
export function managedUnitColumns(sent: unknown, session: Session, now: Date) {
  const saved = needForm(managedUnit(shanghaiDay(now)), sent, 'lawCompany')
  needPossible(saved, [], session, now)
  return columnsOf(saved, now)
}

export type UnitColumns = ReturnType<typeof columnsOf>

function columnsOf(saved: ManagedUnit, now: Date) {
  const place = placeOf(saved)
  return {
    name: saved.name,
    regName: saved.regName,
    provinceNo: PROVINCE_NO,
    cityNo: CITY_NO,
    county: fromWireArea(saved.county),
    streetNo: fromWireArea(saved.streetNo),
    streetName: saved.jdxx,
    houseNumber: saved.houseNumber || null,
    addressDetail: saved.addressDetail,
    companyAddress: saved.address || null,
    ...(place && { gisX: place[0], gisY: place[1], crs: 'WGS84' }),
    type: categoryOf(saved.type),
    unitType: saved.dwxz,
    ownership: saved.nature,
    placeType: saved.placeType,
    isBuildingManager: Number(saved.isBuildingManager),
    organId: Number(saved.sysOrganId),
    legalName: saved.legalName,
    legalPhone: saved.legalPhone,
    legalIdCard: saved.legalIdCard?.toUpperCase() || null,
    safeManagerName: saved.safeManagerName || null,
    safeManagerPhone: saved.safeManagerPhone || null,
    safeManagerIdCard: saved.safeManagerIdCard?.toUpperCase() || null,
    safeDutyName: saved.safeDutyName || null,
    safeDutyPhone: saved.safeDutyPhone || null,
    safeDutyIdCard: saved.safeDutyIdCard?.toUpperCase() || null,
    propertyUnit: saved.propertyUnit || null,
    propertyPerson: saved.propertyPerson || null,
    propertyPhone: saved.propertyPhone || null,
    maintenanceUnit: saved.maintenanceUnit || null,
    maintenancePerson: saved.maintenancePerson || null,
    maintenancePhone: saved.maintenancePhone || null,
    creditCode: saved.dwLicense.toUpperCase(),
    foundedAt: fromWireTime(saved.buildTime),
    modifiedAt: now,
  }
}
