import { expect, test } from 'vitest'
import type { PastReading } from './evaluated-point.store.ts'
import { measuredConditions, shownConditions } from './reading.rules.ts'

const PUMP = 15
const PIPE = 17

const shown = (apiId: number, height: number | null, measures: PastReading['measures']) =>
  Object.fromEntries(shownConditions({ apiId, height, pastHeights: [] }, { at: 0, measures }))

test.each([
  [
    { manualAutomaticState: 0, powerState: 0 },
    { 'pump-manual': false, 'pump-power': false },
  ],
  [
    { manualAutomaticState: 1, powerState: 1 },
    { 'pump-manual': true, 'pump-power': true },
  ],
  [
    { manualAutomaticState: 2, powerState: '9' },
    { 'pump-manual': true, 'pump-power': true },
  ],
  [{ manualAutomaticState: '0' }, { 'pump-manual': false }],
  [{ manualAutomaticState: '', powerState: '断电' }, {}],
  [{ pressure: 0.01 }, {}],
])('of a pump, %j means %j: anything but 0 is manual, and without power', (measures, said) => {
  expect(shown(PUMP, 30, measures)).toEqual(said)
})

test.each([
  [{ alarmStatus: 0 }, false, false],
  [{ alarmStatus: 1 }, true, false],
  [{ alarmStatus: 2 }, false, true],
  [{ alarmStatus: 3 }, false, true],
  [{ pressure: 0.3, alarmStatus: '1' }, true, false],
  [{ pressure: 0.001 }, true, false],
])('of a pipe, %j means too low: %s, too high: %s', (measures, low, high) => {
  expect(shown(PIPE, 30, measures)).toEqual({ 'pressure-low': low, 'pressure-high': high })
})

test('a gauge without measures has no state', () => {
  expect(shown(PIPE, 30, { power: 80 })).toEqual({})
})

test.each([
  [17, null, 'pressure', 0.069, 0.07, 0.8, 0.801],
  [17, 24, 'pressure', 0.069, 0.07, 0.8, 0.801],
  [17, 24.1, 'pressure', 0.099, 0.1, 0.8, 0.801],
  [17, 100, 'pressure', 0.099, 0.1, 0.8, 0.801],
  [17, 100.1, 'pressure', 0.149, 0.15, 0.8, 0.801],
  [22, 30, 'pressure', 0.049, 0.05, 0.8, 0.801],
  [64, 30, 'pressure', 0.199, 0.2, 0.8, 0.801],
  [65, 30, 'pressure', 0.199, 0.2, 0.8, 0.801],
])(
  'item %i in a building of %s m: %s %d is too low, %d and %d are normal, %s is too high',
  (apiId, height, measure, low, least, most, high) => {
    const says = (value: number) => shown(apiId, height, { [measure]: value })
    const [tooLow, tooHigh] = [`${measure}-low`, `${measure}-high`]
    expect(says(low)).toEqual({ [tooLow]: true, [tooHigh]: false })
    expect(says(least)).toEqual({ [tooLow]: false, [tooHigh]: false })
    expect(says(most)).toEqual({ [tooLow]: false, [tooHigh]: false })
    expect(says(high)).toEqual({ [tooLow]: false, [tooHigh]: true })
  },
)

test.each([
  [9, 0.06, true],
  [9, 0.08, false],
  [10, 0.14, true],
  [19, 0.14, true],
  [20, 0.08, true],
  [20, 0.14, false],
])('at time %i of a building raised at 10 and lowered at 20, %d MPa is too low: %s', (at, pressure, low) => {
  const point = {
    apiId: PIPE,
    height: 80,
    pastHeights: [
      [10, null],
      [20, 150],
    ] as const,
  }
  expect(shownConditions(point, { at, measures: { pressure } }).get('pressure-low')).toBe(low)
})

test("a level is too low under 1.4 m, and too high only by the device's own state", () => {
  const says = (level: number) => shown(16, 30, { level })
  expect(says(1.399)).toEqual({ 'level-low': true, 'level-high': false })
  for (const level of [1.4, 320]) expect(says(level)).toEqual({ 'level-low': false, 'level-high': false })
})

test.each([
  [15, ['pump-manual', 'pump-power']],
  [21, ['pump-manual', 'pump-power']],
  [41, ['pump-manual', 'pump-power']],
  [16, ['level-low', 'level-high']],
  [17, ['pressure-low', 'pressure-high']],
  [22, ['pressure-low', 'pressure-high']],
  [27, []],
  [1, []],
])('readings of item %i show exactly %j', (apiId, causes) => {
  expect(measuredConditions(apiId)).toEqual(causes)
  const all = { pressure: 0, level: 0, manualAutomaticState: 1, powerState: 1 }
  expect(Object.keys(shown(apiId, 30, all))).toEqual(causes)
})
