import { expect, test } from 'vitest'
import { maskKey, totalStatusOf } from './building-detail.rules.ts'

test.each([
  [0, 2],
  [1, 0],
  [2, 2],
  [3, 1],
  [9, 2],
])('a building whose access status is %i stands at %i as a whole', (access, total) => {
  expect(totalStatusOf(access)).toBe(total)
})

test('a masked key shows two characters at each end and not how long it is', () => {
  expect(maskKey('0123456789abcdef')).toBe('01************ef')
  expect(maskKey('0123456789abcdef0123')).toHaveLength(16)
})
