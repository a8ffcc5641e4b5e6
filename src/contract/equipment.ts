import * as v from 'valibot'
import { code, count, id, idFilter, maybeNumber, maybeText, notGiven, page, paged } from './fields.ts'

/** Source: document 2, section 9. */
export const EQUIPMENT_PAGE_SIZE = 5

/** 0 normal, 1 to 4 as in the card's dictionary, 9 all but normal; empty all. */
export const EQUIPMENT_STATES = [0, 1, 2, 3, 4, 9] as const

/** Sprinkler: 1 pipe pressure, 2 spray pump. */
export const sprinklerType = v.optional(code([1, 2]), 1)
/** Hydrant: 1 pipe pressure, 2 water tank, 3 fire pump. */
export const hydrantType = v.optional(code([1, 2, 3]), 1)

export const equipmentList = {
  lawCompanyId: idFilter,
  buildingId: idFilter,
  ...page(EQUIPMENT_PAGE_SIZE),
  status: v.optional(v.union([notGiven, code(EQUIPMENT_STATES)])),
  exportStatus: v.optional(code([0, 1]), 0),
}

export const listedPoint = {
  id,
  deviceNo: v.string(),
  deviceName: v.string(),
  deviceTypeName: v.string(),
  buildingId: id,
  buildingName: v.string(),
  floor: maybeText,
  zone: maybeText,
  connectStatus: v.number(),
  reportTime: maybeText,
}

const equipment = v.object({
  ...listedPoint,
  descript: maybeText,
  status: v.number(),
  /** Open alarm; not in the documents. */
  alarmId: v.optional(v.nullable(id)),
  /** Since when the state is not normal. */
  alarmTime: maybeText,
  timelyData: v.object({ pressure: maybeNumber, level: maybeNumber }),
})

export type Equipment = v.InferOutput<typeof equipment>
/** A page, or the URL of the requested xlsx file. */
export const equipmentPage = v.union([v.string(), paged(equipment)])
export type EquipmentPage = Exclude<v.InferOutput<typeof equipmentPage>, string>

const both = { normalDeviceNumber: count, abnormalDeviceNumber: count, offlineNumber: count }
const maybeCount = v.optional(count)

/** Pressure and water counts depend on the kind of equipment. */
export const waterCounts = v.object({
  ...both,
  pressureTooHeightNumber: maybeCount,
  pressureTooLowNumber: maybeCount,
  waterTooHeightNumber: maybeCount,
  waterTooLowNumber: maybeCount,
  manualDeviceNumber: maybeCount,
  notPoweredOnDeviceNumber: maybeCount,
})
export type WaterCounts = v.InferOutput<typeof waterCounts>

export const alarmCounts = v.object({
  /** Online, without an open record. */
  normalEquipmentNumber: count,
  /** All others, including offline. */
  abnormalEquipmentNumber: count,
  alarmEquipmentNumber: count,
  malfunctionEquipmentNumber: count,
  shieldingEquipmentNumber: count,
  /** Offline without an open record; not in the documents, other servers may omit it. */
  offlineEquipmentNumber: maybeCount,
})
export type AlarmCounts = v.InferOutput<typeof alarmCounts>
