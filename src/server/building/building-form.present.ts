import { createHash } from 'node:crypto'
import type { building } from './building.table.ts'

/** The area tree writes codes of twelve digits. */
const AREA_DIGITS = 12

type Row = typeof building.$inferSelect

/** The area a building lies in, from the province down, as the area tree writes its codes. */
export const areaDataOf = (row: Pick<Row, 'provinceNo' | 'cityNo' | 'county' | 'streetNo'>): string[] =>
  [row.provinceNo, row.cityNo, row.county, row.streetNo].map((code) => code.padEnd(AREA_DIGITS, '0'))

/**
 * A mark of what a building's form holds: it changes with those fields and with nothing else, so that what arrives
 * from equipment or is decided about the building makes no edit look outdated.
 */
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
