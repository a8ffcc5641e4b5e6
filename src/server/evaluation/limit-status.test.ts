import { expect, test } from 'vitest'
import { limitStatusOf } from './limit-status.ts'

const PIPE = { apiId: 17, height: 30, pastHeights: [] }
const TANK = { apiId: 16, height: 30, pastHeights: [] }

test.each([
  ['a pressure within its limits', PIPE, { pressure: 0.3 }, 0],
  ['too low a pressure', PIPE, { pressure: 0.01 }, 1],
  ['too high a pressure', PIPE, { pressure: 0.9 }, 2],
  ['a device that reports too low', PIPE, { pressure: 0.3, alarmStatus: 1 }, 1],
  ['a device that reports too high', PIPE, { alarmStatus: 2 }, 2],
  ['a device that reports too high at too low a pressure', PIPE, { pressure: 0.01, alarmStatus: 2 }, 1],
  ['a level within its limits', TANK, { level: 2 }, 0],
  ['too low a level', TANK, { level: 1 }, 1],
  ['a gauge that reports neither', PIPE, { power: 80 }, null],
  ['a pump', { apiId: 15, height: 30, pastHeights: [] }, { pressure: 0.01, manualAutomaticState: 1 }, null],
])('%s', (_, point, measures, status) => {
  expect(limitStatusOf(point, { at: 0, measures })).toBe(status)
})
