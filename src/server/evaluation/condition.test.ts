import { expect, test } from 'vitest'
import { CONDITION_TYPES, isProblemCause, isSilence, PROBLEM_AFTER, PROBLEM_CAUSES } from './condition.ts'

const MINUTES = 60_000

test('a cause opens a problem after its duration; shielding and no report never open one', () => {
  expect(
    Object.fromEntries(CONDITION_TYPES.map((cause) => [cause, isProblemCause(cause) ? PROBLEM_AFTER[cause] : null])),
  ).toEqual({
    fault: 0,
    offline: 0,
    'pressure-high': 120 * MINUTES,
    'pressure-low': 120 * MINUTES,
    'level-high': 120 * MINUTES,
    'level-low': 120 * MINUTES,
    'pump-manual': 60 * MINUTES,
    'pump-power': 10 * MINUTES,
    'alarm-unhandled': 1440 * MINUTES,
    shield: null,
    mute: null,
  })
  expect(PROBLEM_CAUSES).toEqual(CONDITION_TYPES.filter(isProblemCause))
})

test('only a point offline or without any report is silent', () => {
  expect(CONDITION_TYPES.filter(isSilence)).toEqual(['offline', 'mute'])
})
