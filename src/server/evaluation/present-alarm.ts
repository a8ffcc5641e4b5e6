import type { AlarmRow } from '#contract/alarm.ts'
import { alarmStateOf, isAlarmOpen } from '#contract/alarm.rules.ts'
import { toWireTime } from '#contract/time.ts'
import type { Curve, EarlierAlarm } from './alarm-scene.store.ts'
import type { ActEntry, AlarmEntry, RecordEntry } from './alarm.store.ts'

const wire = (at: Date | number | null) => (at === null ? null : toWireTime(new Date(at)))

export const progressOf = ({ ackedAt, verdict, endedAt }: AlarmEntry['alarm']) => ({
  isAcked: ackedAt !== null,
  verdict,
  hasEnded: endedAt !== null,
})

export const newestOf = (entry: AlarmEntry): AlarmRow['newest'] =>
  entry.newestPointId === null || entry.newestAt === null
    ? null
    : {
        deviceId: entry.newestPointId,
        deviceNo: entry.newestNo,
        deviceName: entry.newestName,
        floor: entry.newestFloor,
        zone: entry.newestZone,
        descript: entry.newestDescript,
        alarmTime: toWireTime(new Date(entry.newestAt)),
      }

export function presentAlarm(entry: AlarmEntry): AlarmRow {
  const { alarm } = entry
  const progress = progressOf(alarm)
  return {
    id: String(alarm.id),
    state: alarmStateOf(progress),
    isOpen: isAlarmOpen(progress),
    kind: alarm.kind,
    priority: alarm.priority,
    version: alarm.version,
    wave: alarm.wave,
    callTime: wire(entry.calledAt),
    isFresh: alarm.fresh,
    proposal: alarm.proposal,
    verdict: alarm.verdict,
    buildingId: alarm.buildingId === null ? null : String(alarm.buildingId),
    buildingName: entry.buildingName,
    address: entry.address,
    countyNo: entry.county,
    source: alarm.source,
    detail: alarm.detail,
    deviceId: alarm.firstPointId === null ? null : String(alarm.firstPointId),
    deviceNo: entry.deviceNo,
    deviceName: entry.deviceName,
    floor: entry.floor,
    zone: entry.zone,
    descript: entry.descript,
    newest: newestOf(entry),
    floors: entry.floors ?? [],
    events: alarm.events,
    points: alarm.points,
    alarmTime: toWireTime(alarm.occurredAt),
    receiveTime: toWireTime(alarm.receivedAt),
    lastTime: toWireTime(alarm.lastAt),
    endTime: wire(alarm.endedAt),
    ackTime: wire(entry.ackedAt ?? alarm.ackedAt),
    ackBy: entry.ackBy,
    judgeTime: wire(alarm.judgedAt),
    judgeBy: entry.judgeBy,
    judgeRank: alarm.judgedRank,
    note: entry.note,
  }
}

export const presentRecord = <E extends Pick<RecordEntry, 'occurredAt' | 'endedAt' | 'pointId'>>({
  occurredAt,
  endedAt,
  pointId,
  ...record
}: E) => ({
  ...record,
  deviceId: pointId,
  alarmTime: toWireTime(new Date(occurredAt)),
  endTime: wire(endedAt),
})

export const presentAct = <T extends Pick<ActEntry, 'tappedAt' | 'at'>>({ tappedAt, at, ...act }: T) => ({
  ...act,
  tapTime: toWireTime(new Date(tappedAt)),
  time: toWireTime(new Date(at)),
})

export const presentEarlier = ({ occurredAt, ...earlier }: EarlierAlarm) => ({
  alarmId: earlier.alarmId,
  alarmTime: toWireTime(new Date(occurredAt)),
  verdict: earlier.verdict,
})

export const presentCurve = ({ points, ...curve }: Curve) => ({
  ...curve,
  points: points.map(({ at, value }) => ({ time: toWireTime(new Date(at)), value })),
})

export const presentNextCall = ({ at, send }: { at: number; send: readonly string[] }) => ({
  time: toWireTime(new Date(at)),
  to: send.some((target) => target.endsWith(':city'))
    ? ('city' as const)
    : send.some((target) => target.endsWith(':district'))
      ? ('district' as const)
      : ('contact' as const),
})
