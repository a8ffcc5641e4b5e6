import { expect, test } from 'vitest'
import { newDigits } from './sms-code.ts'

function digitsOf(number: number): string {
  const bytes = Buffer.alloc(32, 0xff)
  bytes.writeUIntBE(number, 0, 6)
  return newDigits({ newToken: () => bytes.toString('base64url') })
}

test.each([
  [0, '000000'],
  [7, '000007'],
  [1_000_007, '000007'],
  [999_999, '999999'],
  [2 ** 48 - 1, '710655'],
])('a token that begins with %i gives the code %s', (number, code) => {
  expect(digitsOf(number)).toBe(code)
})
