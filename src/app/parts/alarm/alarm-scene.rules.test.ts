import { expect, test } from 'vitest'
import type { AlarmDetail } from '#contract/alarm.ts'
import { sceneOf, sceneTags } from './alarm-scene.rules.ts'

const record = (deviceId: string, alarmTime: string) =>
  ({ id: alarmTime, deviceId, alarmTime, floor: '3F', zone: '东区' }) as AlarmDetail['records'][number]

const NOW = new Date('2026-11-28T00:00:00+08:00')

const tagsOf = (records: AlarmDetail['records'], points: number) =>
  sceneTags(
    {
      records,
      others: [],
      history: [],
      isFresh: true,
      wave: 1,
      points,
      alarmTime: '2026-11-21 00:18:00',
    } as unknown as AlarmDetail,
    NOW,
  ).map(({ text }) => text)

test('two devices are as far apart as their first records', () => {
  const records = [
    record('1', '2026-11-22 00:18:00'),
    record('2', '2026-11-21 00:18:10'),
    record('1', '2026-11-21 00:18:00'),
  ]
  expect(tagsOf(records, 2)).toEqual(['同区 2 个设备在报警，相隔 10 秒'])
})

test('of three devices the first and the last count', () => {
  const records = [
    record('3', '2026-11-26 01:00:00'),
    record('2', '2026-11-21 20:18:00'),
    record('1', '2026-11-21 00:18:00'),
  ]
  expect(tagsOf(records, 3)).toEqual(['同区 3 个设备在报警，相隔 5 天'])
})

test('the chips name the device of earlier false alarms and agree with the rows, the newest first', () => {
  const records = [
    record('3', '2026-11-26 01:00:00'),
    { ...record('2', '2026-11-21 20:18:00'), endTime: '2026-11-21 20:30:00' },
    record('1', '2026-11-21 00:18:00'),
  ]
  const of = {
    kind: 'fire',
    records,
    others: [{ ...record('4', '2026-11-21 00:10:00'), kind: 'fire', endTime: '2026-11-21 00:12:00' }],
    acts: [],
    history: [{ verdict: 1 }],
    isFresh: true,
    wave: 1,
    points: 3,
    deviceName: '3F 烟感 1',
    alarmTime: '2026-11-21 00:18:00',
  } as unknown as AlarmDetail
  expect(sceneTags(of, NOW).map(({ text }) => text)).toEqual([
    '同区 2 个设备在报警 · 2 个已恢复，相隔 5 天',
    '3F 烟感 1 90 天误报 1 次',
  ])
  expect(sceneOf(of).map(({ tone, word }) => [tone, word])).toEqual([
    ['fire', '报警中'],
    ['ok', '已恢复'],
    ['fire', '报警中'],
    ['ok', '已恢复'],
  ])
  const alone = { ...of, records: records.slice(2), points: 1 }
  expect(sceneTags(alone, NOW).map(({ text }) => text)).toEqual(['该设备 90 天误报 1 次'])
})
