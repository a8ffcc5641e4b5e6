import { expect, test } from 'vitest'
import { hostEntry } from './host-entry.ts'

test.each([
  ['entry=login', '/login'],
  ['a=1; entry=loginxf; b=2', '/loginxf'],
  ['', null],
  ['entry=elsewhere', null],
  ['myentry=login', null],
])('cookies "%s" say that / leads to %s', (cookies, page) => {
  expect(hostEntry(cookies)).toBe(page)
})
