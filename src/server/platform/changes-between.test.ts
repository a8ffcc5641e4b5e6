import { expect, test } from 'vitest'
import { changesBetween, withoutPersonal } from './changes-between.ts'

const AT = Date.parse('2026-03-23T02:15:00Z')

test.each<[what: string, before: unknown, after: unknown, changed: boolean]>([
  ['the same text', '甲', '甲', false],
  ['another text', '甲', '乙', true],
  ['a number and its text', 1, '1', true],
  ['null for what was missing', undefined, null, false],
  ['nothing written over a text', '甲', undefined, false],
  ['null for a text', '甲', null, true],
  ['a zero for what was null', null, 0, true],
  ['an empty text for what was null', null, '', true],
  ['two objects of one moment', new Date(AT), new Date(AT), false],
  ['a later moment', new Date(AT), new Date(AT + 1), true],
  ['two lists that say the same', ['310106'], ['310106'], false],
  ['a list in another order', ['310106', '310101'], ['310101', '310106'], true],
  [
    'an object whose keys the database put in another order',
    { roles: ['unit'], unitIds: [], counties: [] },
    { roles: ['unit'], counties: [], unitIds: [] },
    false,
  ],
  ['an object that says something else', { roles: ['unit'] }, { roles: ['property'] }, true],
])('%s: %j to %j is a change: %s', (_, before, after, changed) => {
  expect(changesBetween({ value: before }, { value: after }).changed).toEqual(changed ? ['value'] : [])
})

test('former and new values contain exactly the changed fields, without missing ones and the modification time', () => {
  const before = { name: '甲', area: 100, floors: 3, modifiedAt: new Date(AT) }
  expect(changesBetween(before, { name: '乙', area: 100, modifiedAt: new Date(AT + 1) })).toEqual({
    changed: ['name'],
    before: { name: '甲' },
    after: { name: '乙' },
  })
})

test('of phones, identity numbers and keys only the change itself is recorded', () => {
  const before = {
    legalPhone: '13800000001',
    tel: '021-1',
    legalIdCard: '310',
    appKey: 'a',
    secretSealed: 's',
    name: '',
  }
  const after = {
    legalPhone: '13800000002',
    tel: '021-2',
    legalIdCard: '311',
    appKey: 'b',
    secretSealed: 't',
    name: '',
  }
  expect(changesBetween(before, after)).toEqual({
    changed: ['legalPhone', 'tel', 'legalIdCard', 'appKey', 'secretSealed'],
    before: {},
    after: {},
  })
})

test('of a new record every given value is a change', () => {
  expect(changesBetween({} as { name: string; note: string | null }, { name: '甲', note: null })).toEqual({
    changed: ['name'],
    before: { name: null },
    after: { name: '甲' },
  })
})

test.each([
  [{ after: { name: '甲', linkManPhone: '13800000005' } }, { after: { name: '甲' }, changed: ['linkManPhone'] }],
  [
    { unitId: 1, before: { tel: '1' }, after: { tel: '2', area: 3 }, changed: ['area', 'tel'] },
    { unitId: 1, before: {}, after: { area: 3 }, changed: ['area', 'tel'] },
  ],
  [
    { before: null, after: { secret: 'x' } },
    { before: null, after: {}, changed: ['secret'] },
  ],
  [
    { rows: 3, after: { name: '甲' } },
    { rows: 3, after: { name: '甲' } },
  ],
  [{ tried: 'unit01' }, { tried: 'unit01' }],
])('of %j the audit keeps %j', (detail, kept) => {
  expect(withoutPersonal(detail)).toEqual(kept)
})
