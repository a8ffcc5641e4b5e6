import { expect, test } from 'vitest'
import { readSearch, writeSearch } from './plain-search.ts'

test('a search is written to the URL and read back unchanged', () => {
  const search = { isAccess: '2', search: '江宁路 9号&"x"', page: 3, complexName: undefined, county: null }
  const written = writeSearch(search)
  expect(written).not.toContain('%22isAccess')
  expect(written).toMatch(/^\?isAccess=2&/)
  expect(readSearch(written)).toEqual({ isAccess: '2', search: '江宁路 9号&"x"', page: '3' })
  expect(writeSearch({})).toBe('')
})

test('a value typed into a URL is a string, whatever its form', () => {
  expect(readSearch('?a=true&b=%7B%22c%22%3A1%7D&b=2&d')).toEqual({ a: 'true', b: '2', d: '' })
})
