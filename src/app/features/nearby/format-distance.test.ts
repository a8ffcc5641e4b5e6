import { expect, test } from 'vitest'
import { formatDistance } from './format-distance.ts'

test.each([
  [0, '0 米'],
  [4, '0 米'],
  [347, '350 米'],
  [994, '990 米'],
  [995, '1 公里'],
  [1249, '1.2 公里'],
  [9949, '9.9 公里'],
  [9950, '10 公里'],
  [23_400, '23 公里'],
  [1_067_000, '1,067 公里'],
])('%d m is written %s', (metres, written) => {
  expect(formatDistance(metres)).toBe(written)
})
