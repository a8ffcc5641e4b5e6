import { expect, test } from 'vitest'
import { changeSpan, DAY_END, DAY_START, endOf } from './date-range-math.ts'

test.each([
  ['2026-03-01', '', DAY_START, '2026-03-01 00:00:00'],
  ['2026-03-01', '', DAY_END, '2026-03-01 23:59:59'],
  ['2026-03-01', '08:30', DAY_END, '2026-03-01 08:30:00'],
  ['2026-03-01', '08:30:15', DAY_START, '2026-03-01 08:30:15'],
  ['', '08:30:15', DAY_START, ''],
])('the day "%s" and the time "%s" (usually %s) are "%s"', (day, time, usual, end) => {
  expect(endOf(day, time, usual)).toBe(end)
})

const march = { start: '2026-03-01 00:00:00', end: '2026-03-31 23:59:59' }

test.each([
  ['start', '2026-03-10 00:00:00', { ...march, start: '2026-03-10 00:00:00' }],
  ['start', '2026-04-05 08:00:00', { start: '2026-04-05 08:00:00', end: '2026-04-05 23:59:59' }],
  ['end', '2026-02-05 08:00:00', { start: '2026-02-05 00:00:00', end: '2026-02-05 08:00:00' }],
  ['end', '', { ...march, end: '' }],
  ['start', '', { ...march, start: '' }],
] as const)('changing the %s to "%s" never results in an end before the beginning', (side, value, span) => {
  expect(changeSpan(march, side, value)).toEqual(span)
})
