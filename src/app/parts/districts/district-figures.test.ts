import { expect, test } from 'vitest'
import { firesIn } from './district-figures.ts'

const list = [{ countyNo: '310101' }, { countyNo: '310106' }, { countyNo: '310101' }]

test('a district has no fires only if all fires were read', () => {
  const counts = (total: number) => ['310101', '310104'].map((code) => firesIn(code, { list, total }))
  expect(counts(3)).toEqual([2, 0])
  expect(counts(4)).toEqual([2, undefined])
})
