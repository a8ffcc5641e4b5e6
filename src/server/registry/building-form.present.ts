import { createHash } from 'node:crypto'
import type { building } from '../schema/building.table.ts'

const AREA_DIGITS = 12

type Row = typeof building.$inferSelect

export const areaDataOf = (row: Pick<Row, 'provinceNo' | 'cityNo' | 'county' | 'streetNo'>): string[] =>
  [row.provinceNo, row.cityNo, row.county, row.streetNo].map((code) => code.padEnd(AREA_DIGITS, '0'))

/** Reported data and approvals must not make an edit look outdated. */
export function versionOf(row: Row): string {
  const told = [
    row.name,
    row.complexName,
    row.county,
    row.streetNo,
    row.addressDetail,
    row.address,
    row.gisX,
    row.gisY,
    row.floorSpace,
    row.area,
    row.height,
    row.upperLevel,
    row.underLevel,
    row.natureId,
    row.constructId,
    row.buildingYear,
  ]
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 16)
}
