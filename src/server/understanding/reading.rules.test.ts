import { expect, test } from 'vitest'
import { judge } from './reading.rules.ts'

const PUMP = { apiId: 15, height: 30 }
const PIPE = { apiId: 17, height: 30 }

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
])('of a pump, %j says %j: anything but 0 is manual, and without power', (measures, said) => {
  expect(Object.fromEntries(judge(PUMP, measures))).toEqual(said)
})

test.each([
  [{ alarmStatus: 0 }, false, false],
  [{ alarmStatus: 1 }, true, false],
  [{ alarmStatus: 2 }, false, true],
  [{ alarmStatus: 3 }, false, true],
  [{ pressure: 0.3, alarmStatus: '1' }, true, false],
  [{ pressure: 0.001 }, true, false],
])('of a pipe, %j says too low: %s, too high: %s', (measures, low, high) => {
  expect(Object.fromEntries(judge(PIPE, measures))).toEqual({ 'pressure-low': low, 'pressure-high': high })
})

test('a gauge that measured nothing says nothing', () => {
  expect(judge(PIPE, { power: 80 }).size).toBe(0)
})
