import type { SQL } from 'drizzle-orm'
import type { WaterCounts } from '#contract/equipment.ts'
import type { Db } from '../db/open-db.ts'
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

/** @param states of the buildings' points */
export function fireAlarmCounts(states: readonly PointState[]) {
  const of = (rank: number) => pointsIn(states.filter((state) => state.isAlarm && state.rank === rank))
  const [alarm, fault, shield] = [of(1), of(2), of(3)]
  return {
    normalEquipmentNumber: of(0),
    abnormalEquipmentNumber: alarm + fault + shield,
    alarmEquipmentNumber: alarm,
    malfunctionEquipmentNumber: fault,
    shieldingEquipmentNumber: shield,
  }
}
