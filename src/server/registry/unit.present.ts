import { inCrs } from '#contract/coordinates.ts'
import { toWireTime } from '#contract/time.ts'
import type { UnitDetail } from '#contract/unit.ts'
import type { unit } from '../schema/unit.table.ts'

export type UnitRow = typeof unit.$inferSelect

/** A unit in the documents' format, without its key and secret. */
export function presentUnit(row: UnitRow): UnitDetail {
  const place = row.gisX === null || row.gisY === null ? null : ([row.gisX, row.gisY] as const)
  const shifted = place && inCrs(place, 'WGS84', 'GCJ02')
  return {
    id: String(row.id),
    name: row.name,
    useName: row.useName,
    dwLicense: row.creditCode,
    provinceNo: row.provinceNo,
    cityNo: row.cityNo,
    county: row.county,
    streetNo: row.streetNo,
    positionCode: JSON.stringify(
      [row.provinceNo, row.cityNo, row.county, row.streetNo].map((code) => code.padEnd(12, '0')),
    ),
    buildTime: row.foundedAt && toWireTime(row.foundedAt),
    address: row.address,
    addressDetail: row.addressDetail,
    companyAddress: row.companyAddress,
    formattedAddress: row.companyAddress,
    type: row.type,
    sysOrganId: row.organId === null ? null : String(row.organId),
    legalName: row.legalName,
    legalPhone: row.legalPhone,
    tel: row.tel,
    contactsName: row.contactsName,
    contactsPhone: row.contactsPhone,
    safeDutyName: row.safeDutyName,
    safeDutyPhone: row.safeDutyPhone,
    safeManagerName: row.safeManagerName,
    safeManagerPhone: row.safeManagerPhone,
    gisX: row.gisX,
    gisY: row.gisY,
    gisXGd: shifted?.[0] ?? null,
    gisYGd: shifted?.[1] ?? null,
    modifyTime: toWireTime(row.modifiedAt),
  }
}
