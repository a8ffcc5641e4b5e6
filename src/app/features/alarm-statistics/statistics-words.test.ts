import { expect, test } from 'vitest'
import { differenceWords, isInFirstHalf, wholeShares } from './statistics-words.ts'

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

test('whole shares add up to 100: the largest remainders are rounded up', () => {
  expect(wholeShares([3, 1, 72, 13, 31])).toEqual([2, 1, 60, 11, 26])
  expect(wholeShares([1, 1, 1])).toEqual([34, 33, 33])
  expect(wholeShares([0, 5])).toEqual([0, 100])
  expect(wholeShares([0, 0])).toEqual([0, 0])
})
