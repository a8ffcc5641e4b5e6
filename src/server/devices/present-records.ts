import { isRecordOpen } from '#contract/alarm.rules.ts'
import type { ActionRow, DeviceRow, FaultRow, FireRow, SeriesRow, ShieldRow, TimelyData } from '#contract/record.ts'
import { toWireTime } from '#contract/time.ts'
import { deviceTypeName } from './present-point.ts'
import { limitStatusOf } from '../evaluation/limit-status.ts'
import { rowKeyOf } from './cursor.ts'
import type { DeviceEntry, RecordListRow } from './record.store.ts'
import type { EventEntry, ReadingEntry, SeriesEntry } from './series.store.ts'

const wire = (at: Date | number | null) => (at === null ? null : toWireTime(new Date(at)))

interface Named {
  readonly deviceNo: string | null
  readonly deviceName: string | null
  readonly deviceType: number | null
  readonly floor: string | null
  readonly zone: string | null
  readonly descript: string | null
}

function presentDevice(deviceId: number, { deviceNo, deviceName, deviceType, floor, zone, descript }: Named) {
  return {
    deviceId: String(deviceId),
    deviceNo,
    deviceName,
    deviceType,
    deviceTypeName: deviceType === null ? null : deviceTypeName(deviceType),
    floor,
    zone,
    descript,
  }
}

type Marked = Named &
  Pick<RecordListRow['event'], 'pointNumber' | 'unregistered' | 'timeMark'> & { deviceTime: Date | number | null }

const presentRecorded = (deviceId: number, row: Marked) => ({
  ...presentDevice(deviceId, row),
  deviceNo: row.deviceNo ?? row.pointNumber,
  isUnregistered: row.unregistered,
  timeMark: row.timeMark,
  deviceTime: wire(row.deviceTime),
})

/** Only its end closes a shield or action. */
function statusOf(kind: string, state: number, endedAt: Date | number | null): 0 | 1 {
  const handled = kind === 'fire' || kind === 'fault' ? state : 0
  return isRecordOpen({ kind, state: handled, hasEnded: endedAt !== null }) ? 0 : 1
}

const begin = ({ event }: RecordListRow) => ({
  id: String(event.id),
  ...presentRecorded(event.pointId, event),
  reportTime: toWireTime(event.occurredAt),
  receiveTime: toWireTime(event.receivedAt),
  status: statusOf(event.kind, event.state, event.endedAt),
})

const handling = ({ event, alarmId }: RecordListRow) => ({
  alarmId,
  state: event.state,
  handleAlarmTime: wire(event.handledAt),
  handlePeople: event.handledBy,
  handlePhone: event.handledPhone,
})

export function presentFire(row: RecordListRow): FireRow {
  return { ...begin(row), alarmTime: toWireTime(row.event.occurredAt), ...handling(row) }
}

export function presentFault(row: RecordListRow): FaultRow {
  return { ...begin(row), alarmTime: toWireTime(row.event.occurredAt), ...handling(row) }
}

export function presentShield(row: RecordListRow): ShieldRow {
  return { ...begin(row), shieldTime: toWireTime(row.event.occurredAt), relieveShieldTime: wire(row.event.endedAt) }
}

export function presentAction(row: RecordListRow): ActionRow {
  return { ...begin(row), alarmTime: toWireTime(row.event.occurredAt), endTime: wire(row.event.endedAt) }
}

/** 0 normal, 1 fault, null unknown. */
function ownStatus(latest: Readonly<Record<string, number | string>>): 0 | 1 | null {
  const said = [latest.workStatus, latest.faultStatus].filter((value) => value !== undefined && value !== '')
  if (said.length === 0) return null
  return said.some((value) => Number(value) !== 0) ? 1 : 0
}

const FAULT_RANK = 2

export function presentDeviceState(entry: DeviceEntry): DeviceRow {
  const { point } = entry
  const reported = point.openRank === FAULT_RANK ? 1 : ownStatus(point.latest)
  // An offline device is never normal.
  const status = point.online || reported === 1 ? reported : null
  return {
    id: String(point.id),
    ...presentDevice(point.id, point),
    reportTime: wire(point.reportedAt),
    receiveTime: wire(point.receivedAt),
    connectStatus: point.online ? 1 : 0,
    devStatus: status,
    status,
    alarmTime: wire(entry.alarmAt),
    state: entry.state,
    handleAlarmTime: wire(entry.handledAt),
    handlePeople: entry.handledBy,
    handlePhone: entry.handledPhone,
    // The response schema strips others.
    timelyData: point.latest as TimelyData,
  }
}

const inSeries = (entry: SeriesEntry) => ({
  id: String(entry.pointId),
  rowKey: rowKeyOf(entry.micros, entry.keyId, entry.sequence),
  reportTime: wire(entry.at),
  receiveTime: wire(entry.receivedAt),
  logTime: toWireTime(new Date(entry.at)),
})

const UNMARKED = { isUnregistered: false, timeMark: null, deviceTime: null } as const

export function presentReading(entry: ReadingEntry): SeriesRow {
  return {
    ...inSeries(entry),
    ...UNMARKED,
    ...presentDevice(entry.pointId, entry),
    status: ownStatus(entry.measures),
    limitStatus: limitStatusOf(entry, entry),
    state: null,
    endTime: null,
    kind: null,
    timelyData: entry.measures as TimelyData,
  }
}

/** 0: open. */
export function presentEvent(entry: EventEntry): SeriesRow {
  return {
    ...inSeries(entry),
    ...presentRecorded(entry.pointId, entry),
    status: statusOf(entry.kind, entry.state, entry.endedAt),
    limitStatus: null,
    state: entry.state,
    endTime: wire(entry.endedAt),
    kind: entry.kind,
    timelyData: {},
  }
}
