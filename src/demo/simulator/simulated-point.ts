import { EQUIPMENT } from '../seed/equipment.ts'
import { rngFor } from '../seed/random.ts'
import type { Sensor } from '../seed/sensor.ts'

export interface SimulatedPoint {
  readonly pointNumber: string
  readonly deviceName: string
  readonly deviceType: number
  readonly apiId: number
}

const plainName = (name: string) => name.replace(/\{\w\}#?/g, '')

/** The name decides between several. */
export function sensorOf({ apiId, deviceType, deviceName }: SimulatedPoint): Sensor {
  const alike = EQUIPMENT.filter(({ api, type }) => api === apiId && type === deviceType)
  return (alike.find(({ name }) => deviceName.includes(plainName(name))) ?? alike[0])?.sensor ?? 'plain'
}

/** Offset of a point's measures, −1 to 1; the same every day. */
export function baseOf({ pointNumber }: SimulatedPoint): number {
  return rngFor('simulated', pointNumber).float(-1, 1, 2)
}
