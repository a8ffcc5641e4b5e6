import { SYSTEMS } from '#server/reference/systems.ts'
import type { Equipment, Place } from './equipment.ts'
import { EQUIPMENT } from './equipment.ts'
import type { BuildingModel, PointModel } from './model.ts'
import { type Rng, rngFor } from './random.ts'

const API_TYPES = new Map(SYSTEMS.flatMap((system) => system.apis).map((api) => [api.id, api.type]))

const PREFIXES = ['', 'HZ', 'XS', 'PL', 'DQ', 'FY', 'FM', 'DY', 'ZM', 'QM', 'RQ', 'DT', 'GB', 'PM', 'DL']
const ZONES = ['东区', '西区', '南区', '北区', '核心筒', '公共走道', null]
const NOTES = ['吊顶内', '靠近客梯厅', '靠近安全出口', '设备层夹层', '隔油间旁']

/** The app must show the raw code. */
const UNKNOWN_DEVICE_TYPE = 239

export interface PointNumbers {
  next(): number
}

interface Setting {
  readonly upper: number
  readonly under: number
}

function floorOf(place: Place, index: number, count: number, { upper, under }: Setting): string {
  if (place === 'roof') return '屋面层'
  if (place === 'control') return '1层'
  if (place === 'pump-room') return under > 0 ? `地下${under}层` : '1层'
  if (under > 0 && index % 6 === 5) return `地下${1 + (index % under)}层`
  return `${1 + Math.floor((index * upper) / count)}层`
}

function zoneOf(place: Place, rng: Rng): string | null {
  if (place === 'roof') return '屋顶水箱间'
  if (place === 'control') return '消防控制室'
  if (place === 'pump-room') return '消防泵房'
  return rng.pick(ZONES)
}

/** About 85% of the optional ones. */
export function equipmentOf(systems: readonly number[], rng: Rng): Equipment[] {
  const apis = SYSTEMS.filter((system) => systems.includes(system.id)).flatMap((system) => system.apis)
  const installed = new Set(apis.filter((api) => api.must || !rng.chance(0.15)).map((api) => api.id))
  return EQUIPMENT.filter((item) => installed.has(item.api))
}

/** 0: none; 2: a few. */
export function reportingOf(
  systems: readonly number[],
  equipment: readonly Equipment[],
  access: 0 | 1 | 2 | 3,
  rng: Rng,
): ReadonlySet<number> {
  if (access === 0) return new Set()
  const apis = SYSTEMS.filter((system) => systems.includes(system.id)).flatMap((system) => system.apis)
  const has = new Set(equipment.map((item) => item.api))
  const must = apis.filter((api) => api.must)
  const optional = apis.filter((api) => !api.must && has.has(api.id))
  const on =
    access === 2 ? [...must.slice(0, rng.int(1, must.length - 1)), ...rng.sample(optional, 1)] : [...must, ...optional]
  return new Set(on.map((api) => api.id))
}

export function pointsOf(
  building: Pick<BuildingModel, 'id' | 'slot'> & { readonly row: Omit<BuildingModel['row'], 'accessStatus'> },
  equipment: readonly Equipment[],
  reporting: ReadonlySet<number>,
  numbers: PointNumbers,
): PointModel[] {
  const rng = rngFor('points', building.id)
  const setting = { upper: building.row.upperLevel ?? 1, under: building.row.underLevel ?? 0 }
  const column = { S: 0, M: 1, L: 2 }[building.slot.size]
  const perSystem = new Map<number, number>()
  let order = 0
  const points = equipment.flatMap((item) => {
    const count = item.count[column] ?? 0
    return Array.from({ length: count }, (_, i) => {
      const id = numbers.next()
      const serial = (perSystem.get(item.system) ?? 0) + 1
      perSystem.set(item.system, serial)
      order += 1
      const floor = floorOf(item.place, i, count, setting)
      const at = building.row.createdAt
      const row = {
        id,
        buildingId: building.id,
        deviceNo: `${building.id}${String(item.type).padStart(3, '0')}${String(order).padStart(4, '0')}`,
        pointNumber: `${PREFIXES[item.system] ?? ''}-${String(serial).padStart(3, '0')}`,
        deviceName: item.name
          .replace('{f}', floor)
          .replace('{n}#', `${i + 1}#`)
          .replace('{n}', count > 1 ? String(i + 1).padStart(2, '0') : ''),
        deviceType: item.type,
        systemId: item.system,
        apiId: item.api,
        apiType: API_TYPES.get(item.api) ?? 5,
        floor: rng.chance(0.02) ? null : floor,
        zone: zoneOf(item.place, rng),
        descript: rng.chance(0.15) ? rng.pick(NOTES) : null,
        createdAt: at,
      }
      return { id, row, sensor: item.sensor, reporting: reporting.has(item.api) }
    })
  })
  return building.slot.extra.odd ? points.map((p, i) => (i === points.length - 1 ? unknown(p) : p)) : points
}

function unknown(point: PointModel): PointModel {
  return { ...point, row: { ...point.row, deviceType: UNKNOWN_DEVICE_TYPE } }
}
