import { expect, test } from 'vitest'
import { wallPage } from './wall-page.rules.ts'

const SEC = 1000

test('the wall shows each page of its fires for ten seconds, and the page of a new call for twenty', () => {
  const at = (second: number, call?: { at: number; page: number }) => wallPage(3, 0, call, second * SEC)
  expect([0, 9, 10, 20, 29, 30].map((second) => at(second))).toEqual([0, 0, 1, 2, 2, 0])
  const call = { at: 15 * SEC, page: 1 }
  expect([15, 34, 35, 45, 55].map((second) => at(second, call))).toEqual([1, 1, 2, 0, 1])
  expect(at(10, { at: -SEC, page: 2 })).toBe(1)
  expect(wallPage(1, 0, undefined, 500 * SEC)).toBe(0)
})
