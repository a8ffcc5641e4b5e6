import type { AlarmRow } from '#contract/alarm.ts'

/** Without the floor, which its place names. */
export const alarmDevice = ({ floor, deviceName, deviceNo }: Pick<AlarmRow, 'floor' | 'deviceName' | 'deviceNo'>) =>
  (floor && deviceName?.startsWith(floor) && deviceName.slice(floor.length)) || (deviceName ?? deviceNo)
