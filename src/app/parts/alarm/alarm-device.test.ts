import { expect, test } from 'vitest'
import type { AlarmRow } from '#contract/alarm.ts'
import { alarmDevice, alarmPlace, fireWords, shownDevice } from './alarm-device.ts'
import { fireFacts } from './fire-facts.tsx'

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

test('an open alarm of several devices is described by the latest of them, a decided one by the first', () => {
  const first = {
    floor: '4层',
    zone: '西区',
    deviceName: '4层烟感探测器04',
    deviceNo: 'P-4',
    descript: null,
    detail: null,
  }
  const newest = { ...first, deviceId: '9', floor: '11层', zone: '公共走道', alarmTime: '2026-11-29 06:10:16' }
  const of = {
    kind: 'fire',
    isOpen: true,
    points: 3,
    floors: ['11层'],
    alarmTime: '2026-11-23 14:05:00',
    ...first,
    newest,
  }
  const words = (some: Partial<AlarmRow>) =>
    fireWords({ ...of, ...some } as AlarmRow, new Date('2026-11-29T11:42:00+08:00'))
      .filter(Boolean)
      .join(' · ')
  expect(words({})).toBe('11层 公共走道 · 3 个设备 · 06:10 又报')
  expect(words({ floors: ['11层', '4层'] })).toBe('11层、4层 · 3 个设备 · 06:10 又报')
  const five = ['11层', '4层', '2层', '1层', '屋面']
  expect(words({ floors: five })).toBe('11层、4层、2层 等 5 层 · 3 个设备 · 06:10 又报')
  const unplaced = { deviceId: '9', floor: null, zone: null, descript: null, deviceName: null, deviceNo: 'P-9' }
  expect(words({ detail: '东门', newest: { ...unplaced, alarmTime: newest.alarmTime } })).toBe('3 个设备 · 06:10 又报')
  expect(words({ isOpen: false })).toBe('4层 西区 · 烟感探测器04')
  expect(words({ points: 1, newest: null, kind: 'electrical' })).toBe('4层 西区 · 烟感探测器04 · 电气火灾报警')
  const monitor = { points: 1, newest: null, kind: 'electrical', deviceName: '电气火灾监控设备' } as const
  expect(words(monitor)).toBe('4层 西区 · 电气火灾监控设备')
})

test('a repetition is red for a day, then plain', () => {
  const of = {
    kind: 'fire',
    isOpen: true,
    points: 2,
    floors: [] as string[],
    alarmTime: '2026-11-23 14:05:00',
    lastTime: '2026-11-29 06:10:16',
    newest: { alarmTime: '2026-11-29 06:10:16' },
  } as AlarmRow
  const again = (now: string) => fireFacts(of, new Date(now))
  expect(again('2026-11-29T11:42:00+08:00').again).toMatchObject({ type: 'b', props: { children: '06:10 又报' } })
  expect(again('2026-11-30T11:42:00+08:00').again).toBe('昨天 06:10 又报')
  expect(fireFacts({ ...of, points: 1 }, new Date('2026-11-29T11:42:00+08:00'))).toMatchObject({ again: false })
})

test('a chosen device is shown by its own place and name, whatever the fire’s first device says', () => {
  const first = { floor: '4层', zone: '西区', descript: null, deviceName: '烟感', deviceNo: 'P-4', detail: '东门' }
  const of = { isOpen: false, newest: null, ...first } as AlarmRow
  const chosen = { id: '9', floor: '11层', deviceName: '温感', deviceNo: 'P-9' }
  expect(shownDevice(of, chosen)).toMatchObject({ floor: '11层', deviceName: '温感', deviceNo: 'P-9', zone: null })
  expect(shownDevice(of, chosen)).not.toHaveProperty('id')
  expect(alarmPlace(shownDevice(of, { deviceNo: 'P-9' }))).toBe('')
  expect(shownDevice(of, { deviceNo: 'P-4', floor: '11层' })).toBe(of)
  expect(shownDevice(of, undefined)).toBe(of)
})
