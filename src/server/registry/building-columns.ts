import { heightClass, yearProblem } from '#contract/building-form.rules.ts'
import type { buildingForm } from '#contract/building-form.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { AREA_PROBLEM, isAreaPlausible, placeProblem } from '#contract/plausible.rules.ts'
import { shanghaiDay } from '#contract/time.ts'
import { readPosition } from '#contract/unit.rules.ts'
import { AppError } from '../platform/app-error.ts'
import { STRUCTURES, USE_NATURES } from '../reference/entries.ts'
import { CITY_BOUNDS, CITY_NO, DISTRICTS, fromWireArea, PROVINCE_NO } from '../reference/regions.ts'

export type SubmittedBuilding = ParsedOf<typeof buildingForm.edit>['iotBuildingBaseInfoVO']
type Told0 = Omit<SubmittedBuilding, 'id'>

/** Null: no such place. */
function areaOf(told: Told0) {
  const codes = told.areaData === undefined ? [told.county, told.streetNo] : (readPosition(told.areaData) ?? [])
  const [countyNo, street] = codes.slice(-2).map((code) => fromWireArea(code ?? ''))
  const district = DISTRICTS.find(({ code }) => code === countyNo)
  const found = district?.streets.find(({ code }) => code === street)
  return district && found ? { county: district.code, streetNo: found.code } : null
}

/** Undefined if missing. */
function placeOf({ gisX, gisY, position = [] }: Told0) {
  const [lng = gisX, lat = gisY] = position.length === 2 ? position : []
  return typeof lng === 'number' && typeof lat === 'number' && Math.abs(lat) <= 90
    ? { gisX: lng, gisY: lat }
    : undefined
}

interface Judging {
  readonly now: Date
  /** Undefined: anywhere. */
  readonly mayLieIn?: ((county: string) => boolean) | undefined
  /** As `iotBuildingBaseInfoVO.`. */
  readonly at?: string
}

/** @throws AppError 400 with a message per field */
export function buildingColumns(told: Told0, { now, mayLieIn, at = '' }: Judging) {
  const area = areaOf(told)
  const wrong: Record<string, string> = {}
  if (!area) wrong['areaData'] = '请选择所在区域'
  else if (mayLieIn && !mayLieIn(area.county)) wrong['areaData'] = '只能选择本辖区'
  if (!USE_NATURES.some(({ code }) => code === told.natureId)) wrong['natureId'] = '请选择使用性质'
  if (!STRUCTURES.some(({ code }) => code === told.constructId)) wrong['constructId'] = '请选择结构类型'
  if (!isAreaPlausible(told)) wrong['area'] = AREA_PROBLEM
  const [lng, lat] = told.position?.length === 2 ? told.position : [told.gisX, told.gisY]
  const misplaced = placeProblem(lng, lat, CITY_BOUNDS)
  if (misplaced) wrong['gisX'] = misplaced
  const year = yearProblem(told.buildingYear, Number(shanghaiDay(now).slice(0, 4)))
  if (year) wrong['buildingYear'] = year
  if (!area || Object.keys(wrong).length > 0)
    throw new AppError(400, undefined, Object.fromEntries(Object.entries(wrong).map(([k, text]) => [at + k, text])))
  const place = placeOf(told)
  return {
    name: told.name,
    complexName: told.complexName,
    provinceNo: PROVINCE_NO,
    cityNo: CITY_NO,
    ...area,
    addressDetail: told.addressDetail,
    address: told.address,
    ...(place && { ...place, crs: 'WGS84' }),
    floorSpace: told.floorSpace,
    area: told.area,
    height: told.height,
    upperLevel: told.upperLevel,
    underLevel: told.underLevel,
    heightId: Number(heightClass(told.height, told.upperLevel)),
    natureId: told.natureId,
    constructId: told.constructId,
    buildingYear: told.buildingYear,
    modifiedAt: now,
  }
}
