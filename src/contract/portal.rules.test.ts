import { expect, test } from 'vitest'
import { isNewInformation, isPinned, isRecentNotice } from './portal.rules.ts'

const now = new Date('2026-03-23T10:15:00+08:00')

test('an item is new for seven days to the second', () => {
  expect(isNewInformation(new Date('2026-03-23T10:15:00+08:00'), now)).toBe(true)
  expect(isNewInformation(new Date('2026-03-16T10:15:00+08:00'), now)).toBe(true)
  expect(isNewInformation(new Date('2026-03-16T10:14:59+08:00'), now)).toBe(false)
})

test('a notice is red for two days to the second', () => {
  expect(isRecentNotice('2026-03-21 10:15:00', now)).toBe(true)
  expect(isRecentNotice('2026-03-21 10:14:59', now)).toBe(false)
})

test('a notice without a readable time is not red', () => {
  expect(isRecentNotice('', now)).toBe(false)
})

test('only a sequence above zero pins an item', () => {
  expect([1, 0, -1].map(isPinned)).toEqual([true, false, false])
})
