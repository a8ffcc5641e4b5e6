import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnScale, isLabelled } from './column-scale.ts'

test.each([
  [0, 1, 1],
  [1, 1, 1],
  [3, 3, 1],
  [7, 8, 2],
  [23, 25, 5],
  [140, 150, 50],
])('%i at most: up to %i in steps of %i', (most, top, step) => {
  expect(columnScale(most)).toEqual({ top, step })
})

test('the scale holds the highest column in at most five whole steps', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e6 }), (most) => {
      const { top, step } = columnScale(most)
      expect(Number.isInteger(step) && top >= most && top / step <= 5 && top % step === 0).toBe(true)
    }),
  )
})

test('at most six columns are labelled, in even steps back from the last', () => {
  for (let columns = 1; columns <= 34; columns += 1) {
    const labelled = Array.from({ length: columns }, (_, at) => at).filter((at) => isLabelled(at, columns))
    expect(labelled.length).toBeLessThanOrEqual(6)
    expect(new Set(labelled.slice(1).map((at, index) => at - (labelled[index] ?? 0))).size).toBeLessThanOrEqual(1)
    expect(labelled[labelled.length - 1]).toBe(columns - 1)
  }
})
