import { expect, test } from 'vitest'
import { creditCodeFits, isIdCard, readPosition, UNIT_PHONE } from './unit.rules.ts'

test.each([
  ['13800000000', true],
  ['19912345678', true],
  ['12800000000', false],
  ['10000000000', false],
  ['1380000000', false],
  ['138000000000', false],
  ['+8613800000000', false],
  ['1380000000a', false],
])('%s is a phone of a unit’s people: %s', (text, is) => {
  expect(UNIT_PHONE.test(text)).toBe(is)
})

test.each([
  ['91350100M000100Y43', true],
  ['91350100m000100y43', true],
  ['91350100M000100Y44', false],
  ['91350100M000100Y4', false],
  ['91350100M000100YI3', false],
  ['', false],
])('the check character of %s fits: %s', (code, fits) => {
  expect(creditCodeFits(code)).toBe(fits)
})

test.each([
  ['11010519491231002X', true],
  ['11010519491231002x', true],
  ['440524188001010014', false],
  ['110105194912310021', false],
  ['110105194902310026', false],
  ['00010519491231002X', false],
  ['11010520991231002X', false],
  ['1101051949123100', false],
  ['', false],
])('%s is an identity card’s number: %s', (text, is) => {
  expect(isIdCard(text, '2026-03-23')).toBe(is)
})

test.each([
  ['["310000000000","310100000000","310106000000","310106011000"]', 4],
  ['[]', 0],
  ['[1]', null],
  ['{"a":1}', null],
  ['', null],
  ['[', null],
])('%s holds so many codes: %s', (json, count) => {
  expect(readPosition(json)?.length ?? null).toBe(count)
})
