import type { ReturnOf } from '#contract/endpoint.ts'
import type { dashboard } from '#contract/dashboard.ts'
import type { unit } from '../unit/unit.table.ts'

/** A unit as the documents' detail writes it. */
export function presentUnit(row: typeof unit.$inferSelect): ReturnOf<(typeof dashboard)['unit']> {
  return {
    name: row.name,
    useName: row.useName,
    dwLicense: row.creditCode,
    positionCode: JSON.stringify([row.provinceNo, row.cityNo, row.county, row.streetNo]),
    address: row.address,
    addressDetail: row.addressDetail,
    type: row.type,
    legalName: row.legalName,
    legalPhone: row.legalPhone,
    contactsName: row.contactsName,
    contactsPhone: row.contactsPhone,
    safeDutyName: row.safeDutyName,
    safeDutyPhone: row.safeDutyPhone,
    safeManagerName: row.safeManagerName,
    safeManagerPhone: row.safeManagerPhone,
  }
}
