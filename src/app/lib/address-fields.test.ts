import { expect, test } from 'vitest'
import { searchOf, choiceField, formField, idField, pageField, sizeField, wordField } from './address-fields.ts'

const read = searchOf({
  tab: choiceField(['approve']),
  type: choiceField([1, 2]),
  word: wordField,
  day: formField(/^\d{4}-\d{2}-\d{2}$/),
  id: idField,
  page: pageField,
  size: sizeField([10, 20]),
})

test.each([
  [{}, {}],
  [
    { tab: 'approve', type: 2, word: '静安', id: 7, page: 3, size: 20 },
    { tab: 'approve', type: 2, word: '静安', id: '7', page: 3, size: 20 },
  ],
  [
    { type: '1', page: '2', size: '10', word: 12 },
    { type: 1, page: 2, size: 10, word: '12' },
  ],
  [{ tab: 'other', type: 3, page: 0, size: 11, id: '0', day: '2026-1-1' }, {}],
  [{ page: 1.5, id: 'x', tab: null, type: {}, size: [] }, {}],
  [{ page: 'Infinity', word: '字'.repeat(65) }, {}],
  [
    { day: '2026-03-23', word: '' },
    { day: '2026-03-23', word: '' },
  ],
])('a URL with %j is read as %j', (search, found) => {
  expect(read(search)).toEqual(found)
})

test('an unknown field is dropped, and an invalid value becomes undefined', () => {
  expect(read({ html: '<b>', toString: 'x' })).toStrictEqual({})
  expect({ page: 'abc', ...read({ page: 'abc' }) }).toStrictEqual({ page: undefined })
})
