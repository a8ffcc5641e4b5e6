import { expect, test } from 'vitest'
import type { AlarmRow } from '#contract/alarm.ts'
import { rankWords } from './rank-words.ts'

test('a row without a head names its rank where the ranks differ', () => {
  const now = new Date('2026-11-29T12:00:00+08:00')
  const alarm = (some: Partial<AlarmRow>) =>
    ({ isOpen: true, kind: 'fire', verdict: null, priority: 1, lastTime: '2026-11-29 08:00:00', ...some }) as AlarmRow
  const rows = [
    alarm({}),
    alarm({ priority: 2 }),
    alarm({ priority: 3 }),
    alarm({ priority: 2, lastTime: '2026-11-27 08:00:00' }),
    alarm({ verdict: 2, lastTime: '2026-11-27 08:00:00' }),
  ]
  expect(rows.map(rankWords(rows, now))).toEqual(['', '重点建筑', '', '24 小时未再报警', ''])
  expect(rows.slice(1, 2).map(rankWords(rows.slice(1, 2), now))).toEqual([''])
})
