import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { clampPage, pageAfterResize, pageCount, pagesShown, rowNumber, rowsOfPage } from './pager-math.ts'

test('an empty list has one page', () => {
  expect(pageCount(0, 10)).toBe(1)
  expect(pageCount(10, 10)).toBe(1)
  expect(pageCount(11, 10)).toBe(2)
})

test('a page without rows of a list that has some is one on its way', () => {
  expect(rowsOfPage({ list: [], total: 0 })).toEqual([])
  expect(rowsOfPage({ list: ['a'], total: 11 })).toEqual(['a'])
  expect(rowsOfPage({ list: [], total: 10 })).toBeUndefined()
})

test('a jump beyond the ends goes to the end', () => {
  expect(clampPage(0, 9)).toBe(1)
  expect(clampPage(-3, 9)).toBe(1)
  expect(clampPage(10, 9)).toBe(9)
  expect(clampPage(3.9, 9)).toBe(3)
  expect(clampPage(Number.NaN, 9)).toBe(1)
})

test('rows are numbered across pages', () => {
  expect(rowNumber(1, 5, 0)).toBe(1)
  expect(rowNumber(3, 5, 4)).toBe(15)
})

test('a larger page contains the first row of the former one', () => {
  expect(pageAfterResize(4, 5, 10)).toBe(2)
  expect(pageAfterResize(1, 10, 50)).toBe(1)
  expect(pageAfterResize(2, 50, 10)).toBe(6)
})

test('few pages are all shown, many show both ends and the neighbours', () => {
  expect(pagesShown(1, 1)).toEqual([1])
  expect(pagesShown(7, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(pagesShown(4, 13)).toEqual([1, 2, 3, 4, 5, 'gap', 13])
  expect(pagesShown(5, 13)).toEqual([1, 'gap', 4, 5, 6, 'gap', 13])
  expect(pagesShown(10, 13)).toEqual([1, 'gap', 9, 10, 11, 12, 13])
})

test('the row of buttons has a constant length and always includes the current page', () => {
  for (let count = 8; count <= 30; count += 1) {
    for (let page = 1; page <= count; page += 1) {
      expect(pagesShown(page, count)).toHaveLength(7)
      expect(pagesShown(page, count)).toContain(page)
    }
  }
})

test('every row of every page has the number of its position in the list', () => {
  fc.assert(
    fc.property(fc.nat(2000), fc.constantFrom(5, 10, 20, 30, 40, 50), (total, size) => {
      const numbers = Array.from({ length: pageCount(total, size) }, (_, page) =>
        Array.from({ length: Math.min(size, total - page * size) }, (_row, at) => rowNumber(page + 1, size, at)),
      ).flat()
      expect(numbers).toEqual(Array.from({ length: total }, (_, at) => at + 1))
    }),
    { numRuns: 30 },
  )
})
