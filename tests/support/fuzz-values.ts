import * as fc from 'fast-check'

const NASTY = [
  [
    '',
    ' ',
    '\0',
    'a\0b',
    '\u202e反',
    '\ud800',
    '\ufeff',
    '😀'.repeat(40),
    '-1',
    '0',
    '00',
    '1e309',
    'NaN',
    '-0',
    '0x1F',
  ],
  ['9'.repeat(40), '999999999999999', '1.5', '٣', "' or 1=1 --", '"; drop table account; --', '%', '_', '\\', '%00'],
  ['<script>alert(1)</script>', '../../etc/passwd', '${7*7}', '{{7*7}}', 'null', 'undefined', 'true', '[]', '{}'],
  ['2026-13-45 99:99:99', '0000-00-00 00:00:00', '9999-12-31 23:59:59', '+010000-01-01', '\r\nx-injected: 1'],
].flat()

/** Some requests pass part of the schema. */
const PLAUSIBLE = [
  ['1', '2', '7', '10', '30', '100', '1000000', '3101e8', '6', 'PROBLEM_TYPE', '310106', '2026-11-01 00:00:00'],
  ['unit01', '13800000000', 'Fire@119demo', '0000', '000000', '静安'],
].flat()

const CONTENT_TYPES = [
  ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain', 'text/xml', '', 'x'],
  ['application/json; charset=utf-16', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=b'],
  ['application/x-www-form-urlencoded; charset=gbk', 'APPLICATION/JSON', 'application/octet-stream'],
].flat()

const BROKEN_JSON = [
  ['{', '[', '"', '{"a":', '{"a":1,}', '{a:1}', 'null', '1', '"text"', '[]', '\ufeff{}', '{"a":1}{"b":2}', 'NaN'],
  ['{"id":1,"id":2}', '{"__proto__":{"id":1}}', '{"id":1e999}', `{"id":${'9'.repeat(400)}}`],
].flat()

const partNamed = (name: string) => `--b\r\nContent-Disposition: form-data; ${name}\r\n\r\n1`
const BROKEN_MULTIPART = [
  ['', '--b', '--b--', '--b\r\n\r\n', '\r\n'.repeat(500), partNamed('name="id"'), `${partNamed('')}\r\n--b--\r\n`],
  [`${partNamed('name="id"; filename="a\0.png"')}\r\n--b--\r\n`, `${partNamed('name="id"')}\r\n--c--\r\n`],
].flat()

const BROKEN_QUERIES = ['%E0%A4%A', '&&&==&', 'a', '=', '%', '%%%', '??', 'a=%00', `a=${'&a='.repeat(3_000)}`, '#']

const long = fc.integer({ min: 1_000, max: 60_000 }).map((length) => '长'.repeat(length))

export const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 3, arbitrary: fc.constantFrom(...PLAUSIBLE) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: long },
)

export const value = fc.oneof(
  text,
  fc.constantFrom(null, true, false, 0, -1, 1.5, 1e308, [], {}, [[]]),
  fc.jsonValue({ maxDepth: 4 }),
)

/** They break careless servers. */
export const strangeName = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'a[b]',
  'a.b',
  '',
  '_t',
  'lawCompanyId',
)

export const contentType = fc.constantFrom(...CONTENT_TYPES)
export const brokenMultipart = fc.constantFrom(...BROKEN_MULTIPART)
export const brokenQuery = fc.constantFrom(...BROKEN_QUERIES)
export const brokenJson = fc.oneof(
  fc.constantFrom(...BROKEN_JSON),
  fc.integer({ min: 100, max: 50_000 }).map((depth) => '['.repeat(depth)),
  fc.integer({ min: 100, max: 50_000 }).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
)
