import { accessOf } from '#server/evaluation/access.rules.ts'
import { itemsOf } from './standing.ts'
import { CITY_NO, DISTRICTS, PROVINCE_NO } from '#server/reference/regions.ts'
import { type CityClock, DAY } from './city-clock.ts'
import { kindOf, pathTo } from './kind.ts'
import type { BuildingModel, UnitModel } from './model.ts'
import { road, word } from './names.ts'
import type { Slot } from './plan.ts'
import { equipmentOf, type PointNumbers, pointsOf, reportingOf } from './point.ts'
import { type Rng, rngFor, round } from './random.ts'

export const FIRST_BUILDING_ID = 2001

const REFUSALS = [
  '1.建筑面积与不动产登记信息不一致；2.消防控制室位置未填写。',
  '1.所属综合体名称有误；2.建筑地址定位偏差超过500米；3.缺少使用性质说明。',
  '1.该建筑已由其他单位申报，请核对产权关系。',
]

/** Source: the documents, section 4. */
export function heightClass(height: number, upper: number): number {
  if (height > 100) return 4
  if (height > 24) return 3
  return upper > 1 ? 2 : 1
}

/** Farther out in outer districts. */
export function placeIn(districtCode: string, rng: Rng) {
  const district = DISTRICTS.find(({ code }) => code === districtCode)
  if (!district?.center) throw new Error(`no district ${districtCode}`)
  const [lng, lat] = district.center
  const reach = Number(districtCode.slice(4)) >= 12 ? 0.045 : 0.012
  const street = rng.pick(district.streets)
  const { name: roadName, number } = road(rng)
  return {
    county: district.code,
    streetNo: street.code,
    streetName: street.name,
    roadName,
    number,
    address: `上海市${district.name}${roadName}${number}`,
    gisX: round(lng + rng.float(-reach, reach, 6), 6),
    gisY: round(lat + rng.float(-reach, reach, 6), 6),
  }
}

/** Days ago. */
function lifeOf(access: Slot['access'], rng: Rng): { live: number; silent: number | null } | null {
  if (access === 0) return null
  if (access === 2) return { live: rng.int(18, 80), silent: null }
  const live = rng.chance(0.2) ? rng.int(95, 200) : rng.int(410, 760)
  return { live, silent: access === 3 ? rng.int(8, 34) : null }
}

/** @param copy repetition of the plan */
export function makeBuilding(
  slot: Slot,
  index: number,
  copy: number,
  owner: UnitModel,
  providerId: number | null,
  clock: CityClock,
  numbers: PointNumbers,
): BuildingModel {
  const id = FIRST_BUILDING_ID + index
  const rng = rngFor('building', id)
  const kind = kindOf(slot.kind)
  const place = placeIn(slot.district, rng)
  const [complexEnd, buildingEnd] = rng.pick(kind.names)
  const suffix = copy === 0 ? '' : `${copy + 1}期`
  const footprint = rng.int(...kind.footprint)
  const height = rng.float(...kind.height, 1)
  const upper = Math.max(1, Math.round(height / kind.storey))
  const under = rng.int(...kind.under)
  const equipment = slot.extra.bare ? [] : equipmentOf(kind.systems, rng)
  const reporting = reportingOf(kind.systems, equipment, slot.access, rng)
  const life = lifeOf(slot.access, rng)
  const createdAt = clock.at((life?.live ?? 20) + rng.int(6, 40), '10:20')
  const liveAt = life ? clock.at(life.live, `${10 + rng.int(0, 6)}:${10 + rng.int(0, 49)}`) : null
  const silentFrom = life?.silent ? clock.at(life.silent, '03:17').getTime() : null
  const row = {
    id,
    name: (slot.extra.name ?? word(index) + buildingEnd) + suffix,
    complexName: (slot.extra.complex ?? word(index) + complexEnd) + suffix,
    provinceNo: PROVINCE_NO,
    cityNo: CITY_NO,
    county: place.county,
    streetNo: place.streetNo,
    address: slot.extra.gaps ? null : place.address,
    addressDetail: `${place.roadName}${place.number}`,
    gisX: slot.extra.gaps ? null : place.gisX,
    gisY: slot.extra.gaps ? null : place.gisY,
    crs: 'WGS84',
    area: slot.extra.gaps ? null : round(footprint * (upper * 0.82 + under), 1),
    floorSpace: footprint,
    height,
    upperLevel: upper,
    underLevel: under,
    heightId: heightClass(height, upper),
    natureId: kind.nature,
    constructId: kind.structure,
    buildingYear: slot.extra.gaps ? null : Math.min(rng.int(1994, 2022), Number(clock.today.slice(0, 4)) - 3),
    buildingType: kind.buildingType,
    fireLevel: slot.extra.gaps ? null : kind.fireLevel,
    functionPaths: kind.function ? [pathTo(kind.function)] : [],
    formPath: pathTo(kind.form),
    providerId,
    approveStatus: slot.extra.approve ?? null,
    // Pending itself without a provider.
    registered: slot.extra.approve === undefined || providerId !== null,
    refuseReason: slot.extra.approve === 1 ? rng.pick(REFUSALS) : null,
    openProjectId: `OP${rng.hex(14)}`,
    appKey: rng.hex(32),
    createdAt,
    modifiedAt: liveAt ?? new Date(createdAt.getTime() + 2 * DAY),
  }
  const liveFrom = liveAt ? liveAt.getTime() : null
  const points = pointsOf({ id, row, slot }, equipment, reporting, numbers)
  const complete = slot.access === 1 || slot.access === 3 ? liveFrom : null
  const heardAt = liveFrom === null ? null : (silentFrom ?? clock.now.getTime())
  const reports = new Map(points.map(({ id, reporting }) => [id, reporting ? heardAt : null]))
  const access = accessOf(itemsOf(points, reports), complete, clock.now.getTime())
  const connected = {
    accessStatus: access.status,
    accessAt: access.accessAt === null ? null : new Date(access.accessAt),
    mustPercent: access.mustPercent,
    optionalPercent: access.optionalPercent,
  }
  return { id, row: { ...row, ...connected }, slot, kind, owner, points, liveFrom, silentFrom }
}
