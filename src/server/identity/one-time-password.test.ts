import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { meetsStrict, meetsUsual } from '#contract/password.rules.ts'
import { oneTimePassword } from './one-time-password.ts'

const passwords = Array.from({ length: 2000 }, (_, at) =>
  oneTimePassword(createHash('sha256').update(String(at)).digest('base64url')),
)

test('a one-time password meets every password rule', () => {
  expect(passwords.filter((one) => !meetsStrict(one) || !meetsUsual(one))).toEqual([])
  expect(passwords.filter((one) => one.length !== 12 || /[0O1lIo]/.test(one))).toEqual([])
})

test('one-time passwords differ, and no position always has the same kind of character', () => {
  expect(new Set(passwords).size).toBe(passwords.length)
  for (let at = 0; at < 12; at += 1) expect(new Set(passwords.map((one) => one.charAt(at))).size).toBeGreaterThan(40)
})
