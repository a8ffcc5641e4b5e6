import { expect, test } from 'vitest'
import type { AlarmRow } from '#contract/alarm.ts'
import { byUrgency } from './by-urgency.ts'

test('real fires come first, then fires of the last day by priority, then electrical alarms, the newest first', () => {
  const rows = [
    ['electrical', {}, '02', 'electrical'],
    ['old', {}, '01', 'fire'],
    ['other', { priority: 3 }, '29'],
    ['older key', { priority: 2 }, '27', 'fire', '29'],
    ['key', { priority: 2 }, '28', 'fire', '29'],
    ['answered', { state: 'acked' }, '29'],
    ['replayed', { isFresh: false, priority: 1 }, '29'],
    ['real', { verdict: 2 }, '01', 'fire', '01'],
  ] as const
  const alarms = rows.map(([id, some, day, kind = 'fire', last = day]) => ({
    id,
    state: 'new',
    verdict: null,
    kind,
    isFresh: true,
    priority: 3,
    callTime: null,
    alarmTime: `2026-11-${day} 08:00:00`,
    lastTime: `2026-11-${last} 08:00:00`,
    ...some,
  })) as unknown as AlarmRow[]
  const order = alarms.sort(byUrgency(new Date('2026-11-29T12:00:00+08:00'))).map(({ id }) => id)
  expect(order).toEqual(['real', 'key', 'older key', 'other', 'replayed', 'answered', 'old', 'electrical'])
})
