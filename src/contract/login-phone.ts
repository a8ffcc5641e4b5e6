import * as v from 'valibot'
import { auth, phone, phoneForm } from './auth.ts'
import { group, type OutputOf } from './endpoint.ts'
import { maybeText, nothing } from './fields.ts'

const { password } = auth.revealSecret.input.entries

export const loginPhoneForm = v.object({ phone, checkCode: phoneForm.entries.checkCode, password })

export const loginPhone = group('loginPhone', {
  detail: {
    method: 'GET',
    path: '/field/v1/login-phone',
    encoding: 'query',
    access: 'session',
    effect: false,
    whileIncomplete: true,
    input: v.object({}),
    output: v.object({
      /** Masked. */
      phone: maybeText,
      /** Safety manager's phone as a suggestion; null if it already is the sign-in phone. */
      proposed: maybeText,
      isManagers: v.boolean(),
    }),
    summary: '本人账号的登录手机号（已脱敏），用于验证码登录和找回密码；`proposed` 为本单位消防安全管理人的电话。',
  },
  sendCode: {
    method: 'POST',
    path: '/field/v1/login-phone/code',
    encoding: 'json',
    access: 'session',
    effect: true,
    whileIncomplete: true,
    input: v.object({ phone }),
    output: nothing,
    errors: [429],
    summary: '向新的登录手机号发送验证码，只能用于更换本账号的登录手机号。每个账号每天限 10 次。',
  },
  change: {
    method: 'POST',
    path: '/field/v1/login-phone',
    encoding: 'json',
    access: 'session',
    effect: true,
    whileIncomplete: true,
    input: loginPhoneForm,
    output: nothing,
    errors: [409, 429],
    summary: '设置或更换登录手机号，须提供登录密码和发送到新手机号的验证码；原手机号收到短信通知。记入操作审计。',
  },
})

export type LoginPhone = OutputOf<typeof loginPhone.detail>
