import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { meetsStrict, meetsUsual } from './password.rules.ts'

describe('the password of a recovery or a first sign-in', () => {
  test.each(['Fire@119demo', 'Aa1!Aa1!', 'Abcdefgh1234567.', 'aA0?aaaa'])('%s will do', (password) =>
    expect(meetsStrict(password)).toBe(true),
  )
  test.each([
    ['seven characters', 'Aa1!Aa1'],
    ['seventeen characters', 'Aa1!Aa1!Aa1!Aa1!A'],
    ['no digit', 'Abcdefg!'],
    ['no upper case', 'abcdefg1!'],
    ['no lower case', 'ABCDEFG1!'],
    ['no symbol', 'Abcdefg1'],
    ['a symbol that is not on the list', 'Abcdefg1-'],
    ['a space', 'Abcd efg1!'],
  ])('one with %s will not', (_why, password) => expect(meetsStrict(password)).toBe(false))
})

describe('a password changed at will', () => {
  test.each(['abcdefg1-', 'ABCDEFG1~', 'a1!a1!a1!a1!a1!a1!aa'])('%s will do', (password) =>
    expect(meetsUsual(password)).toBe(true),
  )
  test.each([
    ['seven characters', 'abcde1-'],
    ['twenty-one characters', 'a1!a1!a1!a1!a1!a1!a1!'],
    ['no letter', '1234567!'],
    ['no digit', 'abcdefg!'],
    ['no symbol', 'abcdefg1'],
    ['a space', 'abcd efg1!'],
  ])('one with %s will not', (_why, password) => expect(meetsUsual(password)).toBe(false))
})

test('what a first sign-in demands is enough for every later change, and a password without one of its kinds never is', () => {
  const some = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), minLength: 2, maxLength: 4 })
  const kinds = fc.tuple(some('0123456789'), some('ABCXYZ'), some('abcxyz'), some('!@#$%^&*?.'))
  fc.assert(
    fc.property(kinds, fc.nat(3), fc.constantFrom(' ', '\t', '\u3000'), (parts, left, blank) => {
      const whole = parts.join('')
      expect(meetsStrict(whole)).toBe(true)
      expect(meetsUsual(whole)).toBe(true)
      expect(meetsStrict(parts.filter((_, at) => at !== left).join(''))).toBe(false)
      expect(meetsStrict(whole.slice(0, 4) + blank + whole.slice(4, 15))).toBe(false)
    }),
  )
})
