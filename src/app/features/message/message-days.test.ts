import { expect, test } from 'vitest'
import { fromWireTime } from '#contract/time.ts'
import { dayWords } from '#app/lib/day-words.ts'
import { wordsByFirstOfDay } from './message-days.ts'

const now = fromWireTime('2026-03-23 00:10:00')

test.each([
  ['2026-03-23', '今天'],
  ['2026-03-22', '昨天'],
  ['2026-03-21', '3月21日 周六'],
  ['2026-01-01', '1月1日 周四'],
  ['2025-12-31', '2025年12月31日'],
  ['--', '--'],
])('names %s as %s', (day, words) => expect(dayWords(day, now)).toBe(words))

test('names a day once, at its newest row', () => {
  const rows = ['2026-03-23 00:05:00', '2026-03-22 23:59:00', '2026-03-22 08:00:00', '2026-03-20 08:00:00']
  const of = rows.map((sendTime, at) => ({
    id: String(at),
    title: '',
    readState: 0,
    sendTime,
    readTime: null,
    path: null,
  }))
  expect([...wordsByFirstOfDay(of, now)]).toEqual([
    ['0', '今天'],
    ['1', '昨天'],
    ['3', '3月20日 周五'],
  ])
})
