import { describe, expect, test } from 'vitest'
import { REAL } from '#contract/alarm.rules.ts'
import type { AlarmRow } from '#contract/alarm.ts'
import { ageText, fireLook, hasFreshAlarm } from './alarm-age.rules.ts'

const MINUTE = 60_000

describe('the age of an open alarm', () => {
  test.each([
    [-5000, true, '00:00'],
    [20_000, true, '00:20'],
    [748_000, true, '12:28'],
    [748_000, false, '12 分'],
    [60 * MINUTE, true, '1 小时'],
    [23 * 60 * MINUTE, false, '23 小时'],
    [24 * 60 * MINUTE, true, '1 天'],
  ])('%i ms, undecided %s: %s', (ms, isUndecided, text) => {
    expect(ageText(ms, isUndecided)).toBe(text)
  })
})

test.each([
  [true, '2026-11-28 12:00:01', true],
  [true, '2026-11-28 12:00:00', false],
  [false, '2026-11-29 11:00:00', false],
])('an alarm open %s, last reported %s: tinted %s', (isOpen, lastTime, isTinted) => {
  expect(hasFreshAlarm({ isOpen, lastTime }, new Date('2026-11-29T12:00:00+08:00'))).toBe(isTinted)
})

test('a fire is filled for a day after its last signal or once confirmed, later only edged', () => {
  const now = new Date('2026-07-02T12:00:00+08:00')
  const fire = (lastTime: string, verdict: number | null) => ({ isOpen: true, lastTime, verdict }) as AlarmRow
  expect(fireLook(fire('2026-07-02 01:00:00', null), now)).toBe(true)
  expect(fireLook(fire('2026-07-01 01:00:00', null), now)).toBe('edge')
  expect(fireLook(fire('2026-07-01 01:00:00', REAL), now)).toBe(true)
})
