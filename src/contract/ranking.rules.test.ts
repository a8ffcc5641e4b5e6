import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { placesOf } from './ranking.rules.ts'

test.each([
  [[], []],
  [[5], [1]],
  [
    [9, 8, 8, 7],
    [1, 2, 2, 4],
  ],
  [
    [100, 100, 100, 100],
    [1, 1, 1, 1],
  ],
  [
    [3, null, null],
    [1, 2, 2],
  ],
])('%j get the ranks %j', (values, places) => expect(placesOf(values)).toEqual(places))

test('a rank is one more than the number of better figures, so equal figures share it', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 8 })), (figures) => {
      const sorted = [...figures].sort((a, b) => b - a)
      expect(placesOf(sorted)).toEqual(sorted.map((value) => 1 + sorted.filter((other) => other > value).length))
    }),
  )
})
