import { expect, test } from 'vitest'
import type { AlarmDetail } from '#contract/alarm.ts'
import { sceneTags } from './alarm-scene.rules.ts'

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
  expect(tagsOf(records, 2)).toEqual(['同区 2 个设备，相隔 10 秒'])
})

test('of three devices the first and the last count', () => {
  const records = [
    record('3', '2026-11-26 01:00:00'),
    record('2', '2026-11-21 20:18:00'),
    record('1', '2026-11-21 00:18:00'),
  ]
  expect(tagsOf(records, 3)).toEqual(['同区 3 个设备，先后相隔 5 天'])
})
