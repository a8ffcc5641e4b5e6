import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { heightClass } from './building-form.rules.ts'

test.each([
  [100.01, 1, '4'],
  [100, 30, '3'],
  [24.01, 1, '3'],
  [24, 2, '2'],
  [24, 1, '1'],
  [0.5, 1, '1'],
  [24, 0, ''],
  [0, 3, ''],
  [-3, 3, ''],
  [Number.NaN, 3, ''],
  [12, Number.NaN, ''],
])('%s m with %s floors above ground is of class %s', (height, floors, expected) => {
  expect(heightClass(height, floors)).toBe(expected)
})

test('a building that gets higher, or gets more floors, never falls into a lower class', () => {
  const height = fc.integer({ min: 1, max: 20_000 }).map((tenths) => tenths / 10)
  const floors = fc.integer({ min: 1, max: 9999 })
  fc.assert(
    fc.property(height, height, floors, floors, (a, b, c, d) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)]
      const [few, many] = [Math.min(c, d), Math.max(c, d)]
      expect(Number(heightClass(low, few))).toBeLessThanOrEqual(Number(heightClass(high, many)))
      expect(heightClass(low, few)).toMatch(/^[1-4]$/)
    }),
  )
})
