import type { Equipment } from '#contract/equipment.ts'
import { toWireTime } from '#contract/time.ts'
import { DEVICE_TYPES } from '../dictionary/device-types.ts'
import type { EquipmentRow } from './equipment.store.ts'

/** A device type in words; one that no dictionary knows as its number. */
export const deviceTypeName = (type: number) => DEVICE_TYPES[type] ?? String(type)

const wire = (at: Date | null) => (at ? toWireTime(at) : null)

function figure(latest: Record<string, number | string>, name: string): number | null {
  const value = latest[name] === '' ? NaN : Number(latest[name])
  return Number.isFinite(value) ? value : null
}

/** A piece of equipment as the documents write it. */
export function presentEquipment({ point, buildingName, state, since }: EquipmentRow): Equipment {
  return {
    id: String(point.id),
    deviceNo: point.deviceNo,
    deviceName: point.deviceName,
    deviceTypeName: deviceTypeName(point.deviceType),
    buildingId: String(point.buildingId),
    buildingName,
    floor: point.floor,
    zone: point.zone,
    descript: point.descript,
    status: state,
    alarmTime: state === 0 ? null : wire(since),
    reportTime: wire(point.reportedAt),
    connectStatus: point.online ? 1 : 0,
    timelyData: { pressure: figure(point.latest, 'pressure'), level: figure(point.latest, 'level') },
  }
}
