import * as v from 'valibot'
import { expect, test } from 'vitest'
import { timeFilter, untilFilter } from './fields.ts'
import { endOfWireTime, isWireTime, toWireTime } from './time.ts'

test.each([
  ['2026-03-23 10:15:00', true],
  ['2024-02-29 00:00:00', true],
  ['2026-02-29 00:00:00', false],
  ['2026-04-31 00:00:00', false],
  ['2026-13-01 00:00:00', false],
  ['2026-03-23 24:00:00', false],
  ['2026-03-23 10:60:00', false],
  ['2026-03-23', false],
  ['', false],
])('%s is a valid time: %s', (wire, is) => {
  expect(isWireTime(wire)).toBe(is)
})

test.each([
  ['', undefined, undefined],
  [undefined, undefined, undefined],
  ['2026-03-23', '2026-03-23 00:00:00', '2026-03-23 23:59:59'],
  [' 2026-03-23 10:15:30 ', '2026-03-23 10:15:30', '2026-03-23 10:15:30'],
])('a list from and until %s covers %s to %s', (said, from, until) => {
  expect(v.parse(timeFilter, said)).toBe(from)
  expect(v.parse(untilFilter, said)).toBe(until)
})

test.each(['23.3.2026', '2026-3-23', '2026-02-30', '2026-03-23 25:00:00', '2026-03-23T10:15:00', '明天', '0026-03-23'])(
  'a list rejects the filter %s',
  (said) => {
    expect(v.safeParse(timeFilter, said).success).toBe(false)
    expect(v.safeParse(untilFilter, said).success).toBe(false)
  },
)

test('the last second of an end is included', () => {
  expect(toWireTime(endOfWireTime('2026-03-23 23:59:59'))).toBe('2026-03-24 00:00:00')
})
