import { expect, test } from 'vitest'
import { HOUR, MINUTE } from './condition.ts'
import { aliveSince, EXPECTED_INTERVALS, expectedInterval } from './expected-interval.ts'

test.each([
  ['an alarm', 1, 24 * HOUR],
  ['a fault', 2, 24 * HOUR],
  ['a shield', 3, 24 * HOUR],
  ['an action', 4, 24 * HOUR],
  ['a controller’s state', 63, 30 * MINUTE],
  ['a pressure', 17, 30 * MINUTE],
  ['a battery-run device', 53, 24 * HOUR],
  ['what no dictionary knows', 9_999, 24 * HOUR],
])('%s is expected (item %i) within %i ms', (_, apiId, within) => {
  expect(expectedInterval(apiId)).toBe(within)
  expect(EXPECTED_INTERVALS.get(apiId) ?? 24 * HOUR).toBe(within)
  const now = new Date('2026-03-23T02:15:00Z')
  expect(aliveSince(apiId, now).getTime()).toBe(now.getTime() - within)
})
