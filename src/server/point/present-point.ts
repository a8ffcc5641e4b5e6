import type { PointRow } from '#contract/point.ts'
import { toWireTime } from '#contract/time.ts'
import { DEVICE_TYPES } from '../dictionary/device-types.ts'
import { SYSTEMS } from '../dictionary/systems.ts'
import type { StoredPoint } from './point.store.ts'

const SYSTEM_NAMES = new Map(SYSTEMS.map((system) => [system.id, system.name]))
const API_NAMES = new Map(SYSTEMS.flatMap((system) => system.apis).map((api) => [api.id, api.name]))

/** Words for the codes of a point; one that no dictionary knows stays as it is. */
export const systemName = (id: number) => SYSTEM_NAMES.get(id) ?? String(id)
export const apiName = (id: number) => API_NAMES.get(id) ?? String(id)
export const deviceTypeName = (code: number) => DEVICE_TYPES[code] ?? String(code)

/** A point as the documents write it. */
export function presentPoint(row: StoredPoint): PointRow {
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
