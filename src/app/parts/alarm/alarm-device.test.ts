import { expect, test } from 'vitest'
import { alarmDevice } from './alarm-device.ts'

test('a device is named without the floor that its place names, never by nothing', () => {
  const at = (floor: string | null, deviceName: string | null, deviceNo: string | null = 'P-7') =>
    alarmDevice({ floor, deviceName, deviceNo })
  expect(at('4层', '4层烟感探测器04')).toBe('烟感探测器04')
  expect(at('4层', '14层烟感探测器04')).toBe('14层烟感探测器04')
  expect(at('屋面', '屋面')).toBe('屋面')
  expect(at(null, '电气火灾监控设备')).toBe('电气火灾监控设备')
  expect(at('4层', null)).toBe('P-7')
  expect(at('3', null, '30012')).toBe('30012')
})
