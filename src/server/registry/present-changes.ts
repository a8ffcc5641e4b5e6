import { BUILDING_FIELD_LABELS, type BuildingField } from '#contract/building-form.rules.ts'
import type { RegisterChange } from '#contract/register-change.ts'
import { STRUCTURES, USE_NATURES } from '../reference/entries.ts'
import { districtName, streetName } from '../reference/regions.ts'
import type { RegisterChanges } from '../schema/building.table.ts'

const nameIn = (entries: readonly { code: string; name: string }[]) => (code: string) =>
  entries.find((entry) => entry.code === code)?.name ?? code

const withUnit = (unit: string) => (value: number) => `${value} ${unit}`
const maybe = <T>(value: T | null | undefined, write: (value: T) => string) =>
  value === null || value === undefined ? null : write(value)
const asWritten = (text: string) => text

function areaText({ county, streetNo }: RegisterChanges): string | null {
  const text = [maybe(county, districtName), maybe(streetNo, streetName)].filter(Boolean).join(' / ')
  return text || null
}

function placeText({ gisX, gisY }: RegisterChanges): string | null {
  return typeof gisX === 'number' && typeof gisY === 'number' ? `${gisX}，${gisY}` : null
}

const FIELDS: readonly [BuildingField, readonly (keyof RegisterChanges)[], (of: RegisterChanges) => string | null][] = [
  ['name', ['name'], (of) => maybe(of.name, asWritten)],
  ['complexName', ['complexName'], (of) => maybe(of.complexName, asWritten)],
  ['areaData', ['provinceNo', 'cityNo', 'county', 'streetNo'], areaText],
  ['addressDetail', ['addressDetail'], (of) => maybe(of.addressDetail, asWritten)],
  ['address', ['address'], (of) => maybe(of.address, asWritten)],
  ['place', ['gisX', 'gisY', 'crs'], placeText],
  ['floorSpace', ['floorSpace'], (of) => maybe(of.floorSpace, withUnit('m²'))],
  ['area', ['area'], (of) => maybe(of.area, withUnit('m²'))],
  ['height', ['height'], (of) => maybe(of.height, withUnit('m'))],
  ['upperLevel', ['upperLevel'], (of) => maybe(of.upperLevel, withUnit('层'))],
  ['underLevel', ['underLevel'], (of) => maybe(of.underLevel, withUnit('层'))],
  ['natureId', ['natureId'], (of) => maybe(of.natureId, nameIn(USE_NATURES))],
  ['constructId', ['constructId'], (of) => maybe(of.constructId, nameIn(STRUCTURES))],
  ['buildingYear', ['buildingYear'], (of) => maybe(of.buildingYear, String)],
]

/** In form order. @param current completes a partly changed district or place */
export function presentChanges(current: RegisterChanges, changes: RegisterChanges): RegisterChange[] {
  const proposed = { ...current, ...changes }
  return FIELDS.filter(([, columns]) => columns.some((column) => changes[column] !== undefined)).map(
    ([field, , write]) => ({
      field,
      label: BUILDING_FIELD_LABELS[field],
      before: write(current),
      after: write(proposed),
    }),
  )
}
