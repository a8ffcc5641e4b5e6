import { expect, test } from 'vitest'
import type { AlarmRow } from '#contract/alarm.ts'
import { byUrgency, orderWords, urgencyHeads, urgencyLevels } from './urgency.ts'

const now = new Date('2026-11-29T12:00:00+08:00')

const alarm = (id: string, some: object) => ({
  id,
  state: 'new',
  verdict: null,
  kind: 'fire',
  isFresh: true,
  priority: 1,
  callTime: null,
  lastTime: '2026-11-29 08:00:00',
  ...some,
})

test('real fires come first, then fires of the last day by priority, then electrical alarms, the latest report first', () => {
  const rows = [
    ['electrical', {}, '02', 'electrical'],
    ['old', {}, '01', 'fire'],
    ['other', { priority: 3 }, '29'],
    ['quieter key', { priority: 2, lastTime: '2026-11-29 07:00:00' }, '28', 'fire'],
    ['key', { priority: 2 }, '27', 'fire', '29'],
    ['answered', { state: 'acked' }, '29'],
    ['replayed', { isFresh: false, priority: 1 }, '29'],
    ['real', { verdict: 2 }, '01', 'fire', '01'],
  ] as const
  const alarms = rows.map(([id, some, day, kind = 'fire', last = day]) =>
    alarm(id, {
      kind,
      priority: 3,
      alarmTime: `2026-11-${day} 08:00:00`,
      lastTime: `2026-11-${last} 08:00:00`,
      ...some,
    }),
  ) as unknown as AlarmRow[]
  const order = alarms.sort(byUrgency(now)).map(({ id }) => id)
  expect(order).toEqual(['real', 'key', 'quieter key', 'other', 'replayed', 'answered', 'old', 'electrical'])
})

test('heads name what sets a group apart, once for each group', () => {
  const alarms = [
    alarm('1', {}),
    alarm('2', {}),
    alarm('3', { priority: 3 }),
    alarm('4', { state: 'acked', priority: 3 }),
  ] as unknown as AlarmRow[]
  expect([...urgencyHeads(alarms, now, true)]).toEqual([
    ['1', '未响应 · 多点同时或手动报警 2 处'],
    ['3', '未响应 · 其他 1 处'],
    ['4', '已响应 · 其他 1 处'],
  ])
  expect([...urgencyHeads(alarms.slice(0, 2), now, true)]).toEqual([])
})

test('alarms that did not signal within a day have one head over the heads of their groups', () => {
  const old = { lastTime: '2026-11-20 08:00:00' }
  const alarms = [
    alarm('1', {}),
    alarm('2', { priority: 2 }),
    alarm('3', old),
    alarm('4', { ...old, kind: 'electrical' }),
    alarm('5', { ...old, kind: 'electrical' }),
  ] as unknown as AlarmRow[]
  expect([...urgencyLevels(alarms, now, true)]).toEqual([
    ['1', { over: '', head: '多点同时或手动报警 1 处' }],
    ['2', { over: '', head: '重点建筑 1 处' }],
    ['3', { over: '24 小时未再报警 3 处', head: '多点同时或手动报警 1 处' }],
    ['4', { over: '', head: '电气火灾报警 2 处' }],
  ])
  const fresh = [alarm('6', { kind: 'electrical' }), alarm('7', { kind: 'electrical' })] as unknown as AlarmRow[]
  expect([...urgencyLevels([...alarms.slice(2, 3), ...fresh, ...alarms.slice(3)], now, true)]).toEqual([
    ['3', { over: '24 小时未再报警 1 处', head: '多点同时或手动报警' }],
    ['6', { over: '电气火灾报警 2 处', head: '' }],
    ['4', { over: '24 小时未再报警 2 处', head: '电气火灾报警' }],
  ])
  expect([...urgencyLevels([alarms[0], alarms[2]] as AlarmRow[], now, false)]).toEqual([
    ['3', { over: '24 小时未再报警', head: '' }],
  ])
})

test('words of the order name the first criteria by which the alarms differ', () => {
  const old = { lastTime: '2026-11-20 08:00:00' }
  const words = (...all: object[]) => orderWords(all.map((some) => alarm('1', some)) as unknown as AlarmRow[], now)
  expect(words({}, {})).toBe('最新的在前')
  expect(words({}, { priority: 3 }, { ...old, kind: 'electrical' })).toBe('24 小时内报过的、多点同时或手动的在前')
  expect(words({ priority: 2 }, { priority: 3 })).toBe('重点建筑在前')
  expect(words({}, old, { kind: 'electrical' })).toBe('火警、24 小时内报过的在前')
  expect(words({ verdict: 2 }, {}, { state: 'acked' })).toBe('真实火警、未响应在前')
})
