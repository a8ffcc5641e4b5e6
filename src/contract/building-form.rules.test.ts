import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  buildingTypeOf,
  FREE_FIELDS,
  hasHalfWidthParentheses,
  heightClass,
  yearProblem,
} from './building-form.rules.ts'

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
  [100.1, Number.NaN, '4'],
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

test.each([
  [1948, '请核实竣工年份'],
  [1949, ''],
  [2025, ''],
  [2026, ''],
  [2027, '请核实竣工年份'],
  [2010.5, '请核实竣工年份'],
  [Number.NaN, '请核实竣工年份'],
])('in 2026 the year %s has the problem "%s"', (year, problem) => {
  expect(yearProblem(year, 2026)).toBe(problem)
})

test('no year after 2100 is accepted, even after 2100', () => {
  expect([2100, 2101].map((year) => yearProblem(year, 2200))).toEqual(['', '请核实竣工年份'])
})

test.each([
  ['上海中心大厦（A座）', false],
  ['上海中心大厦', false],
  ['', false],
  ['上海中心大厦(A座）', true],
  ['上海中心大厦（A座)', true],
])('%s has half-width parentheses: %s', (name, has) => {
  expect(hasHalfWidthParentheses(name)).toBe(has)
})

test.each([
  ['3', 50_000, 10, 1],
  ['3', 50_000, 300, 1],
  ['3', 49_999, 10, null],
  ['3', 49_999, 101, 2],
  ['1', 50_000, 100, null],
  ['1', 50_000, 100.1, 2],
  ['1', 10, 632, 2],
])('a building of use %s with %d m² and %d m is of type %s', (natureId, area, height, type) => {
  expect(buildingTypeOf({ natureId, area, height })).toBe(type)
})

test('a unit changes the use of a registered building without approval, and nothing else', () => {
  expect(FREE_FIELDS).toEqual(['natureId'])
})
