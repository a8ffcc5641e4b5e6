import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeFrom, percentOf, percentShares } from './shares.rules.ts'

describe('shares of a whole', () => {
  test.each([
    [[], []],
    [
      [0, 0, 0],
      [0, 0, 0],
    ],
    [[5], [100]],
    [
      [0, 7, 0],
      [0, 100, 0],
    ],
    [
      [1, 1, 1],
      [33.4, 33.3, 33.3],
    ],
    [
      [2, 2, 2],
      [33.4, 33.3, 33.3],
    ],
    [
      [3, 1, 2],
      [50, 16.7, 33.3],
    ],
    [
      [1, 2, 4],
      [14.3, 28.6, 57.1],
    ],
    [
      [9_999_999, 1, 0],
      [100, 0, 0],
    ],
    [
      [1, 0, 999],
      [0.1, 0, 99.9],
    ],
  ])('of %j are %j', (counts, expected) => expect(percentShares(counts)).toEqual(expected))

  test('add up to 100 whatever the counts are, and none is off by a tenth or more', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const counts = Array.from(
        { length: 1 + (seed % 12) },
        (_, at) => (seed * 7919 * (at + 3) + at * at) % (seed * 13),
      )
      const total = counts.reduce((sum, each) => sum + each, 0)
      if (total === 0) continue
      const shares = percentShares(counts)
      expect(Math.round(shares.reduce((sum, each) => sum + each, 0) * 10)).toBe(1000)
      shares.forEach((share, at) =>
        expect(Math.abs(share - ((counts[at] ?? 0) * 100) / total)).toBeLessThan(0.1 + 1e-9),
      )
    }
  })
})

test.each([
  [0, 0, 0],
  [0, 4, 0],
  [1, 3, 33.3],
  [2, 3, 66.7],
  [4, 4, 100],
])('%d of %d is %d percent', (part, whole, percent) => expect(percentOf(part, whole)).toBe(percent))

test.each([
  [80, 82.5, 2.5],
  [82.5, 80, -2.5],
  [80, 80, 0],
  [80.04, 80, 0],
  [null, 80, null],
  [80, null, null],
  [null, null, null],
  [3, 5, 2],
])('from %j to %j the change is %j', (before, now, change) => expect(changeFrom(before, now)).toBe(change))

test('a month that was worse than the next by as much is better by the same seen from there, and never minus zero', () => {
  const score = fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10)
  fc.assert(
    fc.property(score, score, (before, now) => {
      const change = changeFrom(before, now) ?? Number.NaN
      expect(changeFrom(now, before)).toBe(0 - change)
      expect(Object.is(change, -0)).toBe(false)
      expect(before + change).toBeCloseTo(now, 6)
    }),
  )
})
