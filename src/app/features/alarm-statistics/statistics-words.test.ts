import { expect, test } from 'vitest'
import { differenceWords, isInFirstHalf } from './statistics-words.ts'

const none = { undecided: 0, real: 0, false: 0, maintenance: 0, test: 0 }
const trend = (...counts: number[]) => ({
  step: 'day' as const,
  spans: counts.map((count) => ({ ...none, startTime: '', endTime: '', false: count })),
})

test('a period can be compared if its alarms reach back into its first half', () => {
  expect(isInFirstHalf(undefined)).toBe(false)
  expect(isInFirstHalf(trend(0, 0, 3, 9))).toBe(false)
  expect(isInFirstHalf(trend(0, 1, 0, 0))).toBe(true)
  expect(isInFirstHalf(trend(2))).toBe(true)
})

test('says more, fewer or the same', () => {
  expect([1084, -3, 0].map(differenceWords)).toEqual(['多 1,084 条', '少 3 条', '持平'])
})
