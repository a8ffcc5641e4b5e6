import { expect, test } from 'vitest'
import { wallPage } from './wall-page.rules.ts'

const SEC = 1000

test('the wall shows each page of its fires for ten seconds, and the first for a minute after a call', () => {
  const at = (second: number, calledAt = -3600 * SEC) => wallPage(3, 0, calledAt, second * SEC)
  expect([0, 9, 10, 20, 29, 30].map((second) => at(second))).toEqual([0, 0, 1, 2, 2, 0])
  expect([16, 75, 85, 95].map((second) => at(second, 15 * SEC))).toEqual([0, 0, 1, 2])
  expect(wallPage(1, 0, 0, 500 * SEC)).toBe(0)
})
