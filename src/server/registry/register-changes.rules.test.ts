import { describe, expect, test } from 'vitest'
import type { building } from '../schema/building.table.ts'
import { currentValues, divideChanges, effectiveColumns, isEmpty, proposedChanges } from './register-changes.rules.ts'

const row = {
  name: '甲楼',
  county: '310101',
  streetNo: '310101002',
  gisX: 121.4,
  gisY: 31.2,
  height: 20,
  upperLevel: 5,
  natureId: '1',
  area: null,
} as typeof building.$inferSelect

describe('changes in a form', () => {
  test.each([
    ['nothing for equal values', { name: '甲楼', natureId: '1', gisX: 121.4, gisY: 31.2 }, {}],
    ['one column that differs', { name: '乙楼', natureId: '1' }, { name: '乙楼' }],
    ['a value that is removed', { natureId: null }, { natureId: null }],
    [
      'district and street together',
      { county: '310101', streetNo: '310101003' },
      { county: '310101', streetNo: '310101003' },
    ],
    ['both degrees together', { gisX: 121.5, gisY: 31.2 }, { gisX: 121.5, gisY: 31.2 }],
    ['nothing for half a place that is equal', { gisY: 31.2 }, {}],
    ['only what the form has of a group', { gisX: 121.5 }, { gisX: 121.5 }],
  ])('are %s', (_, columns, changes) => {
    expect(proposedChanges(row, columns)).toStrictEqual(changes)
  })
})

test('the use changes at once, all other fields need approval', () => {
  expect(divideChanges({ name: '乙楼', natureId: '2', area: 3 })).toStrictEqual({
    atOnce: { natureId: '2' },
    waiting: { name: '乙楼', area: 3 },
  })
})

test('current values are those of the columns that change', () => {
  expect(currentValues(row, { name: '乙楼', area: 3 })).toStrictEqual({ name: '甲楼', area: null })
})

describe('columns that take effect', () => {
  test.each([
    ['a new name alone', { name: '乙楼' }, { name: '乙楼' }],
    ['a new height with its class', { height: 30 }, { height: 30, heightId: 3, buildingType: null }],
    ['a new number of floors with the class', { upperLevel: 1 }, { upperLevel: 1, heightId: 1 }],
    ['a height that is removed, without a class', { height: null }, { height: null, buildingType: null }],
    ['a height of a super high-rise with its type', { height: 120 }, { height: 120, heightId: 4, buildingType: 2 }],
    [
      'a use of a complex with its type',
      { natureId: '3', area: 50_000 },
      { natureId: '3', area: 50_000, buildingType: 1 },
    ],
    ['floors that are removed, without a class', { upperLevel: null }, { upperLevel: null }],
  ])('are %s', (_, changes, columns) => {
    expect(effectiveColumns(row, changes)).toStrictEqual(columns)
  })
})

test('changes without a column are empty', () => {
  expect([isEmpty({}), isEmpty({ name: '乙楼' })]).toEqual([true, false])
})
