import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeFrom, percentOf } from './shares.rules.ts'

test.each([
  [0, 0, 0],
  [0, 4, 0],
  [1, 3, 33.3],
  [2, 3, 66.7],
  [4, 4, 100],
  [4, 6, 66.7],
  [24, 56, 42.9],
  [39, 68, 57.4],
  [1, 16, 6.3],
])('%d of %d is %d percent', (part, whole, percent) => expect(percentOf(part, whole)).toBe(percent))

test('a rate is part / whole rounded to a tenth', () => {
  const counts = fc.tuple(fc.nat({ max: 20_000 }), fc.nat({ max: 20_000 }), fc.nat({ max: 20_000 }))
  fc.assert(
    fc.property(counts, ([part, one, other]) => {
      const whole = part + one + other
      const rate = percentOf(part, whole)
      expect(Number(rate.toFixed(1))).toBe(rate)
      expect(Math.abs(rate - (whole === 0 ? 0 : (100 * part) / whole))).toBeLessThanOrEqual(0.05 + 1e-9)
      expect(percentOf(part, whole)).toBe(percentOf(part * 7, whole * 7))
    }),
  )
})

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

test('a change and the reverse change have opposite signs, and never minus zero', () => {
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
