import { expect, test } from 'vitest'
import { entryAfter } from './menu-keys.ts'

test('down and up wrap around', () => {
  expect(entryAfter('ArrowDown', -1, 3)).toBe(0)
  expect(entryAfter('ArrowDown', 2, 3)).toBe(0)
  expect(entryAfter('ArrowUp', -1, 3)).toBe(2)
  expect(entryAfter('ArrowUp', 0, 3)).toBe(2)
  expect(entryAfter('ArrowUp', 2, 3)).toBe(1)
})

test('home and end move to the ends, other keys do nothing', () => {
  expect(entryAfter('Home', 2, 3)).toBe(0)
  expect(entryAfter('End', 0, 3)).toBe(2)
  expect(entryAfter('a', 0, 3)).toBeNull()
  expect(entryAfter('ArrowDown', -1, 0)).toBeNull()
})
