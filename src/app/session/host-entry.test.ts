import { expect, test } from 'vitest'
import { hostEntry } from './host-entry.ts'

test.each([
  ['entry=login', '/login'],
  ['a=1; entry=loginxf; b=2', '/loginxf'],
  ['', null],
  ['entry=elsewhere', null],
  ['myentry=login', null],
])('with the cookies "%s" / redirects to %s', (cookies, page) => {
  expect(hostEntry(cookies)).toBe(page)
})
