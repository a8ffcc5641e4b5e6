import { DEVICE_TYPES } from './device-types.ts'
import { SYSTEMS } from './systems.ts'

/** Fire detectors and buttons: they report events only. */
const DETECTORS: ReadonlySet<number> = new Set([
  23, 24, 25, 30, 31, 32, 33, 34, 35, 36, 37, 40, 41, 42, 43, 44, 50, 51, 52, 53, 61, 62, 69, 150,
])
/** Also by battery-powered detectors. */
const BATTERY_API = 53

const SENSOR_APIS: Readonly<Record<number, readonly number[]>> = {
  140: [17, 22, 64, 65],
  141: [16],
}

const MEASURING = new Map(
  SYSTEMS.flatMap(({ apis }) => apis.flatMap(({ id, name, type }) => (type > 4 ? [[id, name] as const] : []))),
)

/** Null: possible. Types not listed can report all items. */
export function deviceFault(deviceType: number, apiId: number): string | null {
  const item = MEASURING.get(apiId)
  const isDetector = DETECTORS.has(deviceType) && apiId !== BATTERY_API
  const sensorApis = SENSOR_APIS[deviceType]
  if (item === undefined || (!isDetector && (sensorApis?.includes(apiId) ?? true))) return null
  return `设备类型“${DEVICE_TYPES[deviceType] ?? deviceType}”不能上报“${item}”`
}
