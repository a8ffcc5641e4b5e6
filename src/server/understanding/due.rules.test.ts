import { expect, test } from 'vitest'
import { type Access, SILENT_AFTER } from './access.rules.ts'
import { type Cause, DAY, HOUR, MINUTE } from './cause.ts'
import { nextDue } from './due.rules.ts'

const NOW = Date.parse('2026-03-23T10:15:00+08:00')
const MIDNIGHT = Date.parse('2026-03-24T00:00:00+08:00')
const ACCESS: Access = { status: 1, mustPercent: 100, optionalPercent: 0, accessAt: 1, silentSince: null }

const trouble = (cause: Cause, ago: number) => ({
  pointId: 1,
  systemId: 2,
  apiId: 15,
  deviceName: '消防泵',
  deviceNo: 'd1',
  cause,
  since: NOW - ago,
})
const due = (cause: Cause, ago: number) => nextDue([trouble(cause, ago)], ACCESS, NOW, NOW)

test('with nothing wrong, at the next Shanghai midnight', () => {
  expect(nextDue([], ACCESS, NOW, NOW)).toBe(MIDNIGHT)
  expect(nextDue([], ACCESS, null, NOW)).toBe(MIDNIGHT)
})

test.each<[Cause, number, number]>([
  // It is a problem at its span, and costs score from the next millisecond on.
  ['pump-manual', HOUR - 1, NOW + 1],
  ['pump-manual', HOUR, NOW + 1],
  ['pump-manual', HOUR + 1, MIDNIGHT],
  ['pump-power', 0, NOW + 10 * MINUTE],
  ['pressure-low', HOUR, NOW + HOUR],
  ['pressure-high', HOUR, NOW + HOUR],
  ['level-low', HOUR, NOW + HOUR],
  ['level-high', HOUR, NOW + HOUR],
  // These are problems at once.
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
])('%s that has lasted %i ms comes to mean more at %i', (cause, ago, at) => {
  expect(due(cause, ago)).toBe(at)
})

test('the soonest of several counts', () => {
  expect(nextDue([trouble('pressure-low', 0), trouble('pump-power', 0)], ACCESS, NOW, NOW)).toBe(NOW + 10 * MINUTE)
})

test('a connection that was complete is looked at again when its silence has lasted long enough', () => {
  const heard = NOW - SILENT_AFTER + HOUR
  expect(nextDue([], ACCESS, heard, NOW)).toBe(NOW + HOUR)
  expect(nextDue([], { ...ACCESS, accessAt: null }, heard, NOW)).toBe(MIDNIGHT)
  expect(nextDue([], { ...ACCESS, status: 3, silentSince: heard }, heard, NOW)).toBe(MIDNIGHT)
  expect(nextDue([], ACCESS, NOW - SILENT_AFTER, NOW)).toBe(MIDNIGHT)
})
