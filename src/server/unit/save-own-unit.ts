import { eq } from 'drizzle-orm'
import { placeProblem } from '#contract/plausible.rules.ts'
import { fromWireTime, toWireTime } from '#contract/time.ts'
import { OWN_CATEGORIES, type SavedUnit } from '#contract/unit-form.ts'
import { categoryOf, readPosition } from '#contract/unit.rules.ts'
import { AppError, notThere } from '../app-error.ts'
import { changesBetween } from '../audit/changes-between.ts'
import type { Session } from '../auth/session.ts'
import type { Db } from '../db/open-db.ts'
import { CITY_NO, fromWireArea, PROVINCE_NO } from '../dictionary/regions.ts'
import type { Context } from '../implement.ts'
import { findBrigade, lockUnit } from './unit.store.ts'
import { unit } from './unit.table.ts'
import type { UnitRow } from './unit.present.ts'
import { areaOf, placeOf } from './unit.rules.ts'

/** District and street of a `positionCode`, with the street's name; null where the area tree has no such place. */
function positionOf(positionCode: string) {
  const codes = (readPosition(positionCode) ?? []).map(fromWireArea)
  return areaOf(codes[codes.length - 2] ?? '', codes[codes.length - 1] ?? '')
}

/** What of the input no schema can judge. */
async function needPossible(tx: Db, saved: SavedUnit, before: UnitRow, now: Date): Promise<void> {
  const wrong: Record<string, string> = {}
  if (!positionOf(saved.positionCode)) wrong['lawCompany.positionCode'] = '请选择所在区域'
  if (!(await findBrigade(tx, Number(saved.sysOrganId)))) wrong['lawCompany.sysOrganId'] = '请选择消防管辖机构'
  if (fromWireTime(saved.buildTime) > now) wrong['lawCompany.buildTime'] = '成立时间不能晚于今天'
  const misplaced = placeProblem(saved.gisX, saved.gisY)
  if (misplaced) wrong['lawCompany.gisX'] = misplaced
  // A category beyond those a unit may choose was given by the authority: it stays, it can't be taken.
  const own: readonly string[] = OWN_CATEGORIES
  if (!own.includes(saved.type) && categoryOf(saved.type) !== before.type) wrong['lawCompany.type'] = '请选择监管类别'
  if (Object.keys(wrong).length > 0) throw new AppError(400, undefined, wrong)
}

/**
 * Saves what a unit tells of itself. Its name is the authority's to change.
 * @throws AppError 403 without an id, 404 where it is not the caller's own unit, 409 where it changed meanwhile
 */
export async function saveOwnUnit(ctx: Context<Session>, saved: SavedUnit): Promise<null> {
  const { session, now } = ctx
  if (saved.id === undefined) throw new AppError(403)
  if (saved.id !== session.unitId) throw notThere()
  const unitId = saved.id
  return ctx.write(async (tx) => {
    const before = await lockUnit(tx, unitId)
    if (!before) throw notThere()
    if (saved.modifyTime && saved.modifyTime !== toWireTime(before.modifiedAt)) throw new AppError(409)
    await needPossible(tx, saved, before, now)
    const after = columnsOf(saved, now)
    await tx.update(unit).set(after).where(eq(unit.id, unitId))
    return { value: null, audit: { unitId, ...changesBetween(before, after) } }
  })
}

function columnsOf(saved: SavedUnit, now: Date) {
  const place = placeOf(saved)
  return {
    useName: saved.useName,
    creditCode: saved.dwLicense.toUpperCase(),
    provinceNo: PROVINCE_NO,
    cityNo: CITY_NO,
    ...positionOf(saved.positionCode),
    foundedAt: fromWireTime(saved.buildTime),
    address: saved.address,
    companyAddress: saved.formattedAddress,
    addressDetail: saved.addressDetail,
    type: categoryOf(saved.type),
    organId: Number(saved.sysOrganId),
    legalName: saved.legalName,
    legalPhone: saved.legalPhone,
    contactsName: saved.contactsName,
    contactsPhone: saved.contactsPhone,
    safeDutyName: saved.safeDutyName,
    safeDutyPhone: saved.safeDutyPhone,
    safeManagerName: saved.safeManagerName,
    safeManagerPhone: saved.safeManagerPhone,
    ...(saved.tel !== undefined && { tel: saved.tel }),
    ...(place && { gisX: place[0], gisY: place[1], crs: 'WGS84' }),
    modifiedAt: now,
  }
}
