import type { Equipment } from '#contract/equipment.ts'
import { toWireTime } from '#contract/time.ts'
import { deviceTypeName } from '../devices/present-point.ts'
import type { EquipmentRow } from './equipment.store.ts'

const wire = (at: Date | null) => (at ? toWireTime(at) : null)

function figure(latest: Record<string, number | string>, name: string): number | null {
  const value = latest[name] === '' ? NaN : Number(latest[name])
  return Number.isFinite(value) ? value : null
}

export const presentDevice = ({ point, buildingName }: Pick<EquipmentRow, 'point' | 'buildingName'>) => ({
  id: String(point.id),
  deviceNo: point.deviceNo,
  deviceName: point.deviceName,
  deviceTypeName: deviceTypeName(point.deviceType),
  buildingId: String(point.buildingId),
  buildingName,
  floor: point.floor,
  zone: point.zone,
  connectStatus: point.online ? 1 : 0,
  reportTime: wire(point.reportedAt),
})

export function presentEquipment({ point, buildingName, state, since, alarmId }: EquipmentRow): Equipment {
  return {
    ...presentDevice({ point, buildingName }),
    descript: point.descript,
    status: state,
    alarmId,
    alarmTime: state === 0 ? null : wire(since),
    timelyData: { pressure: figure(point.latest, 'pressure'), level: figure(point.latest, 'level') },
  }
}
