import type { AlarmRow } from '#contract/alarm.ts'
import { shortTime } from '#app/lib/format.ts'
import { withNewest } from './called-for.rules.ts'

/** Without the floor, which its place names. */
export const alarmDevice = ({ floor, deviceName, deviceNo }: Pick<AlarmRow, 'floor' | 'deviceName' | 'deviceNo'>) =>
  (floor && deviceName?.startsWith(floor) && deviceName.slice(floor.length)) || (deviceName ?? deviceNo)

export const kindWord = ({ kind }: Pick<AlarmRow, 'kind'>): string => (kind === 'fire' ? '火警' : '电气火灾报警')

/** Else the sender's own text. */
export const alarmPlace = ({
  floor,
  zone,
  descript,
  detail,
}: Pick<AlarmRow, 'floor' | 'zone' | 'descript' | 'detail'>) =>
  [floor, zone, descript].filter(Boolean).join(' ') || (detail ?? '')

export const latestOf = (of: AlarmRow): AlarmRow => (of.isOpen ? withNewest(of) : of)

export type ChosenDevice = Partial<Pick<AlarmRow, 'floor' | 'zone' | 'descript' | 'deviceName' | 'deviceNo'>>

export function shownDevice(of: AlarmRow, chosen: ChosenDevice | undefined): AlarmRow {
  const latest = latestOf(of)
  if (!chosen?.deviceNo || chosen.deviceNo === latest.deviceNo) return latest
  const { floor = null, zone = null, descript = null, deviceName = null, deviceNo } = chosen
  return { ...latest, detail: null, floor, zone, descript, deviceName, deviceNo }
}

export const hasSpread = ({ isOpen, newest, points = 1 }: Partial<AlarmRow>): boolean =>
  Boolean(isOpen && newest) && points > 1

const FLOORS_NAMED = 3

export function floorsWords(floors: readonly string[], most = FLOORS_NAMED): string {
  const named = floors.slice(0, most).join('、')
  return floors.length > most ? `${named} 等 ${floors.length} 层` : named
}

/** Of several devices all floors. */
export function fireWords(of: AlarmRow, now: Date) {
  const at = latestOf(of)
  const isSpread = hasSpread(of)
  const device = isSpread ? `${of.points} 个设备` : alarmDevice(at)
  return [
    isSpread && of.floors.length > 1 ? floorsWords(of.floors) : alarmPlace(at),
    device,
    isSpread && `${shortTime(at.alarmTime, now)} 又报`,
    of.kind !== 'fire' && !device?.startsWith('电气火灾') && kindWord(of),
  ] as const
}
