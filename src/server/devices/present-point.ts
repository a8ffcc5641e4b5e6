import type { PointRow } from '#contract/point.ts'
import { toWireTime } from '#contract/time.ts'
import { DEVICE_TYPES } from '../reference/device-types.ts'
import { SYSTEMS } from '../reference/systems.ts'
import type { ListedPoint } from './point.store.ts'

const SYSTEM_NAMES = new Map(SYSTEMS.map((system) => [system.id, system.name]))
const API_NAMES = new Map(SYSTEMS.flatMap((system) => system.apis).map((api) => [api.id, api.name]))

export const systemName = (id: number) => SYSTEM_NAMES.get(id) ?? String(id)
export const apiName = (id: number) => API_NAMES.get(id) ?? String(id)
export const deviceTypeName = (code: number) => DEVICE_TYPES[code] ?? String(code)

interface Typed {
  readonly systemId: number
  readonly apiId: number
  readonly deviceType: number
}

/** Columns 消防系统, 接口类型, 设备类型 of a file. */
export const typeNames = ({ systemId, apiId, deviceType }: Typed) => [
  systemName(systemId),
  apiName(apiId),
  deviceTypeName(deviceType),
]

export function presentPoint(row: ListedPoint): PointRow {
  return {
    id: String(row.id),
    deviceNo: row.deviceNo,
    pointNumber: row.pointNumber,
    floor: row.floor,
    deviceName: row.deviceName,
    sysName: systemName(row.systemId),
    deviceTypeName: deviceTypeName(row.deviceType),
    zone: row.zone,
    descript: row.descript,
    connectStatus: row.online ? 1 : 0,
    reportTime: row.reportedAt && toWireTime(row.reportedAt),
    version: row.version,
  }
}
