import type { AlarmAct, AlarmDetail, AlarmEnd, AlarmRow } from '#contract/alarm.ts'
import { dayTime } from '#app/lib/format.ts'
import type { Tone } from '#contract/dict/define-dict.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { recordKind } from '#contract/dict/record-states.ts'
import { fromWireTime } from '#contract/time.ts'
import { alarmPlace } from './alarm-device.ts'

export interface SceneEntry {
  readonly key: string
  /** Wire time. */
  readonly time: string
  readonly tone: Tone
  readonly title: string
  readonly word: string
  readonly place: string
  /** Undone acts are struck out. */
  readonly isUndone: boolean
}

const ms = (time: string) => fromWireTime(time).getTime()

function actWords({ act, verdict }: AlarmAct | AlarmEnd): string {
  if (act === 'ack') return '响应'
  if (act === 'end') return '确认火已扑灭'
  return act === 'undo' ? '撤销' : `确认为${fireHandling.label(verdict ?? 0)}`
}

function actTone({ act, verdict }: AlarmAct | AlarmEnd): Tone {
  if (act === 'end') return 'ok'
  return act === 'verdict' ? fireHandling.tone(verdict ?? 0) : 'working'
}

const spotOf = ({ floor, deviceName, ...of }: Pick<AlarmRow, 'floor' | 'zone' | 'descript' | 'deviceName'>) =>
  alarmPlace({ ...of, floor: floor && deviceName?.startsWith(floor) ? null : floor, detail: null })

const ALARMING = '报警中'

/** Newest first. */
export function sceneOf({
  records,
  others,
  acts,
  ends = [],
}: Pick<AlarmDetail, 'records' | 'others' | 'acts'> & Partial<Pick<AlarmDetail, 'ends'>>): SceneEntry[] {
  return [
    ...records.map((record): SceneEntry => ({
      key: `record ${record.id}`,
      time: record.alarmTime,
      tone: record.endTime ? 'ok' : 'fire',
      title: record.deviceName ?? record.deviceNo ?? '',
      word: !record.endTime ? ALARMING : ends.some(({ tapTime }) => tapTime === record.endTime) ? '已结束' : '已恢复',
      place: spotOf(record),
      isUndone: false,
    })),
    ...others.map((other): SceneEntry => ({
      key: `other ${other.id}`,
      time: other.alarmTime,
      tone: other.endTime ? 'ok' : recordKind.tone(other.kind),
      title: other.deviceName ?? other.deviceNo ?? '',
      word: [
        other.kind !== 'fire' ? recordKind.label(other.kind) : !other.endTime && ALARMING,
        other.endTime && '已恢复',
      ]
        .filter(Boolean)
        .join('，'),
      place: spotOf(other),
      isUndone: false,
    })),
    ...[...acts, ...ends].map((act): SceneEntry => ({
      key: `act ${act.id}`,
      time: act.tapTime,
      tone: actTone(act),
      title: [...new Set([act.organisation, act.by])].filter(Boolean).join(' '),
      word: actWords(act) + (act.isUndone ? '（已撤销）' : ''),
      place: [act.note, act.isLate && `${act.time.slice(11, 16)} 送达平台`].filter(Boolean).join('；'),
      isUndone: act.isUndone,
    })),
  ].sort((a, b) => ms(b.time) - ms(a.time))
}

interface SceneTag {
  readonly tone: Tone
  readonly text: string
}

/** `10 秒`, `4 分`, `2 小时`, `5 天`. */
function spanWords(spanMs: number): string {
  const seconds = Math.round(spanMs / 1000)
  if (seconds < 60) return `${seconds} 秒`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} 分`
  const hours = Math.floor(seconds / 3600)
  return hours < 48 ? `${hours} 小时` : `${Math.floor(hours / 24)} 天`
}

/** Measured facts without a verdict: further devices, interlocks, the device's earlier alarms. */
export function sceneTags(of: AlarmDetail, now: Date): SceneTag[] {
  const { records, others, history, isFresh, wave, alarmTime } = of
  const firsts = new Map<string, (typeof records)[number]>()
  // Newest first: the last one set is the first.
  for (const record of records) firsts.set(record.deviceId, record)
  const devices = [...firsts.values()].sort((a, b) => ms(a.alarmTime) - ms(b.alarmTime))
  const tags: SceneTag[] = []
  const [first] = devices
  const last = devices[devices.length - 1]
  const [newest] = records
  const isElsewhere = first && newest && (newest.floor !== first.floor || newest.zone !== first.zone)
  if (wave > 1 && isElsewhere) {
    const place = [newest.floor, newest.zone].filter(Boolean).join(' ')
    tags.push({ tone: 'fire', text: `最新报警：${place} ${dayTime(newest.alarmTime, now)}` })
  }
  if (first && last && last !== first) {
    const isNear = devices.every(({ floor, zone }) => floor === first.floor && zone === first.zone)
    const apart = spanWords(ms(last.alarmTime) - ms(first.alarmTime))
    const fires = [...records, ...others.filter(({ kind }) => kind === 'fire')]
    const standing = new Set(fires.filter(({ endTime }) => !endTime).map(({ deviceId }) => deviceId)).size
    const ended = new Set(fires.map(({ deviceId }) => deviceId)).size - standing
    const counts = [
      standing > 0 && `${standing} 个设备在报警`,
      ended > 0 && `${ended} 个${standing > 0 ? '' : '设备'}已恢复`,
    ]
      .filter(Boolean)
      .join(' · ')
    tags.push({
      tone: standing > 0 ? 'fire' : 'ok',
      text: `${isNear ? '同区 ' : ''}${counts}，相隔 ${apart}`,
    })
  }
  const isStarted = others.some(({ kind, alarmTime: at }) => kind === 'action' && ms(at) >= ms(alarmTime))
  if (isStarted) tags.push({ tone: 'working', text: '联动已启动' })
  const faults = others.filter(({ kind }) => kind === 'fault').length
  if (faults > 0) tags.push({ tone: 'attention', text: `同时有 ${faults} 条故障` })
  if (wave > 1) tags.push({ tone: 'fire', text: `已第 ${wave} 轮通知` })
  if (!isFresh) tags.push({ tone: 'late', text: '补传记录，未即时通知' })
  const whose = last === first ? '该设备' : (of.deviceName ?? of.deviceNo ?? '首报设备')
  const falses = history.filter(({ verdict }) => verdict === 1).length
  if (falses > 0) tags.push({ tone: 'dismissed', text: `${whose} 90 天误报 ${falses} 次` })
  return tags
}
