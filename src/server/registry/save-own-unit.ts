import { eq } from 'drizzle-orm'
import { placeProblem } from '#contract/plausible.rules.ts'
import { fromWireTime, toWireTime } from '#contract/time.ts'
import { OWN_CATEGORIES, type SavedUnit } from '#contract/unit-form.ts'
import { categoryOf, readPosition } from '#contract/unit.rules.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import { changesBetween } from '../platform/changes-between.ts'
import type { Session } from '../platform/session.ts'
import type { Db } from '../platform/db/open-db.ts'
import { CITY_BOUNDS, CITY_NO, fromWireArea, PROVINCE_NO } from '../reference/regions.ts'
import type { Context } from '../platform/implement.ts'
import { ensureContacts } from './first-contacts.store.ts'
import { findBrigade, lockUnit } from './unit.store.ts'
import { unit } from '../schema/unit.table.ts'
import type { UnitRow } from './unit.present.ts'
import { unitArea, placeOf } from './unit.rules.ts'

/** Null: no such place. */
function positionOf(positionCode: string) {
  const codes = (readPosition(positionCode) ?? []).map(fromWireArea)
  return unitArea(codes[codes.length - 2] ?? '', codes[codes.length - 1] ?? '')
}

async function needPossible(tx: Db, saved: SavedUnit, before: UnitRow, now: Date): Promise<void> {
  const wrong: Record<string, string> = {}
  if (!positionOf(saved.positionCode)) wrong['lawCompany.positionCode'] = '请选择所在区域'
  if (!(await findBrigade(tx, Number(saved.sysOrganId)))) wrong['lawCompany.sysOrganId'] = '请选择消防管辖机构'
  if (fromWireTime(saved.buildTime) > now) wrong['lawCompany.buildTime'] = '成立日期不能晚于今天'
  const misplaced = placeProblem(saved.gisX, saved.gisY, CITY_BOUNDS)
  if (misplaced) wrong['lawCompany.gisX'] = misplaced
  // Set by the authority: may be kept, not chosen.
  const own: readonly string[] = OWN_CATEGORIES
  if (!own.includes(saved.type) && categoryOf(saved.type) !== before.type) wrong['lawCompany.type'] = '请选择监管类别'
  if (Object.keys(wrong).length > 0) throw new AppError(400, undefined, wrong)
}

/** Only the authority changes the name. @throws AppError 403 without an id, 404, 409 if it changed */
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
    await ensureContacts(tx, [unitId], now)
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
