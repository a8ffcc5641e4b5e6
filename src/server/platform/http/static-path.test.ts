import { expect, test } from 'vitest'
import { readStaticPath } from './static-path.ts'

const at = (path: string) => readStaticPath(`http://127.0.0.1:8080${path}`)

test.each([
  '',
  '/',
  '/login',
  '/socialData',
  '/wlw/3101060001',
  '/login/',
  '/portal/detail?type=4&html=a.js',
  '/search/%E6%B6%88%E9%98%B2',
  '/a/10:32',
  '/login#x.js',
])('a path of the router returns the shell: %s', (path) => expect(at(path)).toBe('shell'))

test('a file is a path under /assets/ or with an extension', () => {
  expect(at('/assets/index-Bx1.js?v=1')).toEqual({ file: 'assets/index-Bx1.js' })
  expect(at('/assets/noext')).toEqual({ file: 'assets/noext' })
  expect(at('/assets/')).toEqual({ file: 'assets/' })
  expect(at('/sw.js')).toEqual({ file: 'sw.js' })
  expect(at('/icons/%E5%9B%BE.png')).toEqual({ file: 'icons/图.png' })
})

test.each([
  '/../package.json',
  '/assets/../../package.json',
  '/assets/..',
  '/./sw.js',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/assets/%2E%2e%2fsw.js',
  '/assets/..%2f..%2fpackage.json',
  '/assets/..%5c..%5cpackage.json',
  '/assets/..\\..\\package.json',
  '/assets/%252e%252e/package.json',
  '/assets/a.js%00.png',
  '//assets/a.js',
  '//evil.example/login',
  '/assets//a.js',
  '/%2Fassets/a.js',
  '/.env',
  '/assets/.git/config',
  '/assets/%',
  '/assets/%c0%ae%c0%ae/a.js',
  '/assets/a.js%0d%0aX: 1',
  '/assets/a.js::$DATA',
])('a path that imitates another is rejected: %s', (path) => expect(at(path)).toBe('refused'))
