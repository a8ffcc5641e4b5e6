import * as v from 'valibot'
import { expect, test } from 'vitest'
import { webAddress } from './web-address.ts'

test.each(['https://example.com', 'HTTP://example.com/a?b#c', '/portal/detail?type=1', '/'])(
  'a link may be %s',
  (address) => {
    expect(v.parse(webAddress, address)).toBe(address)
  },
)

test.each([
  '',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://example.com/1',
  'file:///etc/passwd',
  '//example.com',
  '/\\example.com',
  'https://',
  'example.com',
])('%j is not allowed as a link', (address) => {
  expect(v.parse(webAddress, address)).toBe('')
})

test('a value that is no string is not allowed', () => {
  expect(v.parse(webAddress, null)).toBe('')
})
