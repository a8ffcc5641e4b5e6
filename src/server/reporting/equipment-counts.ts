import type { SQL } from 'drizzle-orm'
import type { AlarmCounts, WaterCounts } from '#contract/equipment.ts'
import type { Db } from '../platform/db/open-db.ts'
import { HYDRANT, SPRINKLER } from './equipment-kinds.store.ts'
import { countStates, pointsIn, type PointState } from './equipment.store.ts'

const sums = (one: number, two: number, offline: number, normal: number) => ({
  normalDeviceNumber: normal,
  abnormalDeviceNumber: one + two + offline,
  offlineNumber: offline,
})

export async function sprinklerCounts(db: Db, buildings: SQL, type: 1 | 2): Promise<WaterCounts> {
  const [normal, one, two, offline] = await countStates(db, buildings, SPRINKLER[type])
  const both = sums(one, two, offline, normal)
  return type === 1
    ? { ...both, pressureTooLowNumber: one, pressureTooHeightNumber: two }
    : { ...both, manualDeviceNumber: one, notPoweredOnDeviceNumber: two }
}

export async function hydrantCounts(db: Db, buildings: SQL, type: 1 | 2 | 3): Promise<WaterCounts> {
  const [normal, one, two, offline] = await countStates(db, buildings, HYDRANT[type])
  const both = sums(one, two, offline, normal)
  if (type === 1) return { ...both, pressureTooLowNumber: one, pressureTooHeightNumber: two }
  if (type === 2) return { ...both, waterTooLowNumber: one, waterTooHeightNumber: two }
  return { ...both, manualDeviceNumber: one, notPoweredOnDeviceNumber: two }
}

export function fireAlarmCounts(states: readonly PointState[]) {
  const equipment = states.filter(({ isAlarm }) => isAlarm)
  const of = (rank: number) => pointsIn(equipment.filter((state) => state.rank === rank))
  return presentAlarmCounts({
    total: pointsIn(equipment),
    alarms: of(1),
    faults: of(2),
    shields: of(3),
    offline: pointsIn(equipment.filter(({ rank, online }) => rank === 0 && !online)),
  })
}

/** @param offline without an open event */
export function presentAlarmCounts(of: {
  total: number
  alarms: number
  faults: number
  shields: number
  offline: number
}) {
  const abnormal = of.alarms + of.faults + of.shields + of.offline
  return {
    normalEquipmentNumber: of.total - abnormal,
    abnormalEquipmentNumber: abnormal,
    alarmEquipmentNumber: of.alarms,
    malfunctionEquipmentNumber: of.faults,
    shieldingEquipmentNumber: of.shields,
    offlineEquipmentNumber: of.offline,
  } satisfies AlarmCounts
}
