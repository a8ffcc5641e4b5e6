import { expect, test } from 'vitest'
import { SYSTEMS } from '../reference/systems.ts'
import { GAUGE_LIMITS, PUMP_APIS } from '../evaluation/gauge-limits.ts'
import { LAST_EVENT_TYPE, MEASURES_OF, VALID_BITS_BY_PLACE, validFor } from './valid-report.ts'

const apis = SYSTEMS.flatMap((system) => system.apis)
const isValid = (apiId: number, measures: Parameters<typeof validFor>[0]) => {
  const bit = VALID_BITS_BY_PLACE[apiId - 1] ?? 0
  return bit === 0 || (validFor(measures) & bit) !== 0
}

test.each(apis)('item type $id ($name) has measures if it measures, and none if it reports events', ({ id, type }) => {
  expect((MEASURES_OF[id] ?? []).length > 0).toBe(type > LAST_EVENT_TYPE)
  expect(VALID_BITS_BY_PLACE[id - 1] !== 0).toBe(type > LAST_EVENT_TYPE)
  expect(isValid(id, {})).toBe(type <= LAST_EVENT_TYPE)
  for (const name of MEASURES_OF[id] ?? []) expect(isValid(id, { [name]: 0 })).toBe(true)
})

test('each measuring item type has its own bit', () => {
  const bits = VALID_BITS_BY_PLACE.filter((bit) => bit !== 0)
  expect(new Set(bits).size).toBe(apis.filter(({ type }) => type > LAST_EVENT_TYPE).length)
  for (const bit of bits) expect(Math.log2(bit) % 1).toBe(0)
})

test('the measures that validate a reading are among those of its item type', () => {
  for (const [apiId, { measure }] of Object.entries(GAUGE_LIMITS))
    expect(MEASURES_OF[Number(apiId)]).toEqual(expect.arrayContaining([measure, 'alarmStatus']))
  for (const apiId of PUMP_APIS)
    expect(MEASURES_OF[apiId]).toEqual(expect.arrayContaining(['manualAutomaticState', 'powerState']))
})

test.each([
  ['another measure', 17, { level: 2 }, false],
  ['charge and signal alone', 17, { power: 80, signals: 4 }, false],
  ['an empty value', 17, { pressure: undefined }, false],
  ['a zero', 17, { pressure: 0 }, true],
  ['its measure and others', 16, { level: 2, power: 80 }, true],
  ['charge, where the item type is about it', 53, { power: 80 }, true],
  ['a maker’s name', 63, { fireAlarmControllerModel: 'A' }, false],
  ['any report of an event type', 1, { pressure: 1 }, true],
] as const)('%s: item type %i, %j is %s', (_, apiId, measures, valid) => {
  expect(isValid(apiId, measures)).toBe(valid)
})
