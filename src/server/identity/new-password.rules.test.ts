import { createHash } from 'node:crypto'
import { assert, constantFrom, property, string, stringMatching } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { oneTimePassword } from './one-time-password.ts'
import { COMMON_WORDS, KEYBOARD_ROWS } from './common-words.ts'
import {
  COMMON_PASSWORD,
  countPieces,
  NAME_PASSWORD,
  passwordFault,
  spellingsOf,
  SAME_PASSWORD,
} from './new-password.rules.ts'

describe('the pieces of a text', () => {
  test.each([
    ['', 0],
    ['k', 1],
    ['kv', 2],
    ['password', 1],
    ['PassWord', 1],
    ['p@ssw0rd', 1],
    ['pa$$word', 1],
    ['adm1n', 1],
    ['1ove', 1],
    ['f!re', 1],
    ['xiaofang119', 2],
    ['passwordpassword', 2],
    ['12345678', 1],
    ['87654321', 1],
    ['aaaaaaaa', 1],
    ['abcdefgh', 1],
    ['hgfedcba', 1],
    ['aceg', 4],
    ['zz', 1],
    ['zy', 2],
    ['zyx', 1],
    ['qwert', 1],
    ['trewq', 1],
    ['1qaz2wsx', 1],
    ['!@#$', 1],
    ['gf', 2],
    ['1998', 1],
    ['2026', 1],
    ['2126', 4],
    ['1898', 4],
    ['19981', 2],
    ['aab', 2],
    ['112233', 3],
    ['kpassword', 2],
    ['passwordk', 2],
  ])('%j of %i', (text, pieces) => {
    expect(countPieces(text)).toBe(pieces)
  })

  test('a word from the given list is one piece, as a whole only', () => {
    expect(countPieces('test540', spellingsOf(['test540']))).toBe(1)
    expect(countPieces('test54', spellingsOf(['test540']))).toBe(6)
    expect(countPieces('x'.repeat(32), spellingsOf([]))).toBe(1)
    const long = 'kvmzkvmpkvmqkvmgkvmtkvmbkvmhkvmj'
    expect(countPieces(`${long}w`, spellingsOf([long]))).toBe(2)
  })

  test('each character adds at most one, and none removes any beyond the pieces it completes', () => {
    assert(
      property(string({ maxLength: 20 }), string({ maxLength: 3 }), (text, more) => {
        const pieces = countPieces(text)
        expect(countPieces(text + more)).toBeLessThanOrEqual(pieces + more.length)
        expect(pieces).toBeLessThanOrEqual(text.length)
        expect(pieces > 0).toBe(text.length > 0)
      }),
    )
  })
})

describe('a new password', () => {
  test.each([
    'password1!',
    '12345678a!',
    'Passw0rd!',
    'Qwer1234!',
    'Abc12345!',
    'Admin@123',
    'Shanghai@2026',
    '1qaz@WSX',
  ])('%s is too common', (password) => {
    expect(passwordFault(password, 'unit01')).toBe(COMMON_PASSWORD)
  })

  test.each([
    ['test540!', 'test540'],
    ['TEST540!a', 'test540'],
    ['test540!', 'TEST540'],
    ['!jingan01', 'Jingan01'],
    ['dw42000123#1', 'dw42000123'],
    ['gkmgkm1', 'gkm'],
  ])('%s is too similar to the account %s', (password, account) => {
    expect(passwordFault(password, account)).toBe(NAME_PASSWORD)
    expect(passwordFault(password, 'somebody-else')).toBeNull()
  })

  test.each([
    ['Fire@119demo', 'unit01'],
    ['Neu@2026fire', 'unit01'],
    ['Another@119', 'unit01'],
    ['nouppercase-1', 'unit01'],
    // They occur in too many good passwords.
    ['ab7kv!', 'ab'],
    ['gkgkgk', 'gk'],
    ['test540!kvm', 'test540'],
  ])('%s of account %s is accepted', (password, account) => {
    expect(passwordFault(password, account)).toBeNull()
  })

  test('of a common word and two more characters is rejected, in any spelling', () => {
    const word = constantFrom(...COMMON_WORDS)
    const written = constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.replaceAll('a', '@').replaceAll('o', '0'),
      (text: string) => text.replaceAll('i', '1').replaceAll('s', '$'),
      (text: string) => text.replaceAll('l', '1').replaceAll('e', '3').replaceAll('t', '7'),
    )
    assert(
      property(word, written, stringMatching(/^[kvm#][kvm#]$/), (common, write, two) => {
        for (const text of [write(common) + two, two + write(common), two[0] + write(common) + two[1]])
          expect([text, passwordFault(text, 'unit01')]).toEqual([text, COMMON_PASSWORD])
      }),
      { numRuns: 1000 },
    )
  })

  test.each(KEYBOARD_ROWS)('of the keys %s, forwards or backwards, and two more characters is rejected', (row) => {
    const keys = row.slice(0, 8)
    for (const text of [keys, keys.toUpperCase(), Array.from(keys).toReversed().join('')])
      expect(passwordFault(`m${text}v`, 'unit01')).toBe(COMMON_PASSWORD)
  })

  test('that the platform generates is never rejected', () => {
    const made = Array.from({ length: 2000 }, (_, at) =>
      oneTimePassword(createHash('sha256').update(String(at)).digest('base64url')),
    )
    expect(made.filter((password) => passwordFault(password, 'unit01') !== null)).toEqual([])
  })
})

test('is rejected with its own reason', () => {
  expect([COMMON_PASSWORD, NAME_PASSWORD, SAME_PASSWORD]).toEqual([
    '密码过于常见，容易被猜到，请换一个',
    '密码与账号过于相似，请换一个',
    '新密码不能与旧密码相同',
  ])
})
