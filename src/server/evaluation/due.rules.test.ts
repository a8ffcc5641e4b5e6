import { expect, test } from 'vitest'
import { SILENT_AFTER } from './access.rules.ts'
import { type ConditionType, DAY, HOUR, MINUTE } from './condition.ts'
import { nextDue } from './due.rules.ts'

const NOW = Date.parse('2026-03-23T10:15:00+08:00')
const MIDNIGHT = Date.parse('2026-03-24T00:00:00+08:00')

const condition = (cause: ConditionType, ago: number) => ({
  pointId: 1,
  systemId: 2,
  apiId: 15,
  deviceName: '消防泵',
  deviceNo: 'd1',
  cause,
  since: NOW - ago,
})
const due = (cause: ConditionType, ago: number) => nextDue([condition(cause, ago)], [], NOW)

test('without problems, at the next Shanghai midnight', () => {
  expect(nextDue([], [], NOW)).toBe(MIDNIGHT)
})

test.each<[ConditionType, number, number]>([
  ['pump-manual', HOUR - 1, NOW + 1],
  ['pump-manual', HOUR, NOW + 1],
  ['pump-manual', HOUR + 1, MIDNIGHT],
  ['pump-power', 0, NOW + 10 * MINUTE],
  ['pressure-low', HOUR, NOW + HOUR],
  ['pressure-high', HOUR, NOW + HOUR],
  ['level-low', HOUR, NOW + HOUR],
  ['level-high', HOUR, NOW + HOUR],
  // Problems immediately.
  ['fault', 0, MIDNIGHT],
  ['offline', 0, NOW + 10 * MINUTE + 1],
  ['offline', 2 * HOUR + 1, MIDNIGHT],
  ['alarm-unhandled', 0, NOW + 30 * MINUTE + 1],
  ['alarm-unhandled', HOUR, MIDNIGHT],
  ['alarm-unhandled', DAY - HOUR, NOW + HOUR],
  ['shield', DAY - HOUR, NOW + HOUR + 1],
  ['fault', DAY - HOUR, NOW + HOUR + 1],
  ['offline', 7 * DAY - HOUR, NOW + HOUR + 1],
  ['offline', 30 * DAY - HOUR, NOW + HOUR + 1],
  ['offline', 31 * DAY, MIDNIGHT],
  ['mute', 10 * MINUTE + 1, NOW + 50 * MINUTE],
  ['mute', 2 * HOUR, NOW + 1],
  ['mute', 3 * HOUR, MIDNIGHT],
  ['mute', 7 * DAY - HOUR, NOW + HOUR + 1],
])('%s that has lasted %i ms has its next effect at %i', (cause, ago, at) => {
  expect(due(cause, ago)).toBe(at)
})

test('the soonest of several counts', () => {
  expect(nextDue([condition('pressure-low', 0), condition('pump-power', 0)], [], NOW)).toBe(NOW + 10 * MINUTE)
})

test('an item type is re-evaluated when its valid reports are seven days old', () => {
  const proven = (ago: number) => ({ provenAt: NOW - SILENT_AFTER + ago })
  expect(nextDue([], [proven(2 * HOUR), proven(HOUR)], NOW)).toBe(NOW + HOUR)
  expect(nextDue([], [proven(1)], NOW)).toBe(NOW + 1)
  expect(nextDue([], [proven(0)], NOW)).toBe(MIDNIGHT)
  expect(nextDue([], [proven(2 * DAY), { provenAt: null }], NOW)).toBe(MIDNIGHT)
})
