import { expect, test } from 'vitest'
import { sendCodeFace } from './send-code.ts'

const NOW = 1_000_000
const PHONE = '13900000000'
const face = (again: number, now: string | null = null, phone = PHONE) =>
  sendCodeFace(phone, { again: { [PHONE]: again }, now }, NOW)

test.each([
  ['nothing was sent', face(0), '获取验证码', true],
  ['a code is on its way', face(0, PHONE), '发送中', false],
  ['a code has just gone out', face(NOW + 60_000), '60 秒后重新获取', false],
  ['most of the minute is over', face(NOW + 1), '1 秒后重新获取', false],
  ['the minute is over', face(NOW), '获取验证码', true],
  ['another phone is typed', face(NOW + 60_000, null, '13900000001'), '获取验证码', true],
])('when %s the button shows it', (_when, { text, ready }, said, pressable) => {
  expect(text).toBe(said)
  expect(ready).toBe(pressable)
})
