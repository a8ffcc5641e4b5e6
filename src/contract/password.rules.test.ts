import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import {
  anyPassword,
  meetsStrict,
  meetsUsual,
  PASSWORDS_DIFFER,
  STRICT_PASSWORD,
  USUAL_PASSWORD,
} from './password.rules.ts'

describe('the password of a recovery or a first sign-in', () => {
  test.each(['Fire@119demo', 'Aa1!Aa1!', 'Abcdefgh1234567.', 'aA0?aaaa'])('%s is accepted', (password) =>
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
  ])('one with %s is rejected', (_why, password) => expect(meetsStrict(password)).toBe(false))
})

describe('a password changed by choice', () => {
  test.each(['abcdefg1-', 'ABCDEFG1~', 'a1!a1!a1!a1!a1!a1!aa'])('%s is accepted', (password) =>
    expect(meetsUsual(password)).toBe(true),
  )
  test.each([
    ['seven characters', 'abcde1-'],
    ['twenty-one characters', 'a1!a1!a1!a1!a1!a1!a1!'],
    ['no letter', '1234567!'],
    ['no digit', 'abcdefg!'],
    ['no symbol', 'abcdefg1'],
    ['a space', 'abcd efg1!'],
  ])('one with %s is rejected', (_why, password) => expect(meetsUsual(password)).toBe(false))
})

test('every password valid at the first sign-in is valid for later changes, and one without a required kind never is', () => {
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

test('each occasion has its rule and the documented message', () => {
  expect(STRICT_PASSWORD).toEqual({
    meets: meetsStrict,
    text: '密码长度8-16位，需包括数字、大小写字母和特殊符号',
  })
  expect(USUAL_PASSWORD).toEqual({ meets: meetsUsual, text: '密码中必须包含字母、数字、符号，长度在8~20个字符' })
  expect(PASSWORDS_DIFFER).toBe('两次输入密码不一致!')
})

test.each([
  ['', ['密码不能为空']],
  ['x', []],
  ['x'.repeat(128), []],
  ['x'.repeat(129), ['密码最多 128 位']],
])('the input %s is rejected with %j', (password, messages) => {
  expect((v.safeParse(anyPassword, password).issues ?? []).map(({ message }) => message)).toEqual(messages)
})
