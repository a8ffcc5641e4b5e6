import { expect, test } from 'vitest'
import { lateness } from './lateness.ts'

test.each([
  ['2026-03-23 10:00:00', '2026-03-23 10:00:04', ''],
  ['2026-03-23 10:00:00', '2026-03-23 10:04:59', ''],
  ['2026-03-23 10:00:00', '2026-03-23 10:05:00', '延迟 5 分钟'],
  ['2026-03-23 10:00:00', '2026-03-23 13:10:00', '延迟 3 小时'],
  ['2026-03-20 10:00:00', '2026-03-23 13:10:00', '延迟 3 天'],
  ['2026-03-23 10:00:00', '2026-03-23 09:00:00', ''],
  [null, '2026-03-23 09:00:00', ''],
])('a report of %s received at %s has the delay %j', (reported, received, said) => {
  expect(lateness(reported, received)).toBe(said)
})
