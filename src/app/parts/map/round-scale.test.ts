import { expect, test } from 'vitest'
import { roundScale } from './round-scale.ts'

test.each([
  [52, 50],
  [99, 50],
  [100, 100],
  [1999, 1000],
  [2000, 2000],
  [26_900, 20_000],
])('a scale bar of at most %d m is of %d m', (most, length) => {
  expect(roundScale(most)).toBe(length)
})
