import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { auth } from '#contract/auth.ts'
import { PASSWORD, PICTURE, type TestApi } from './api-context.ts'
import { openBrowser, type TestBrowser } from './browser.ts'

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const DAY = 24 * 60 * MINUTE

export const NEW = 'Neu@2026fire'

export const WRONG_CODE = {
  code: 400,
  message: '验证码错误或已过期',
  errors: { checkCode: '验证码错误或已过期' },
}

export async function phoneOf(t: TestApi, account: string): Promise<string> {
  const found = await t.db.execute<{ phone: string }>(sql`select phone from account where account = ${account}`)
  return found.rows[0]!.phone
}

export async function pictureOf({ call }: Pick<TestBrowser, 'call'>) {
  const { photographToken } = (await call(auth.picture, {})).body.data as { photographToken: string }
  return { photographCode: PICTURE, photographToken }
}

/** @param client default: without cookies */
export async function codeFor(t: TestApi, phone: string, client: Pick<TestBrowser, 'call'> = t): Promise<string> {
  const { body } = await client.call(auth.sendCode, { phone })
  expect([body.code, body.message]).toEqual([200, '操作成功'])
  return t.sent.at(-1)!.code
}

export const notThe = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

export const signInByPhone = (t: Pick<TestApi, 'call'>, phone: string, checkCode: string, from?: string) =>
  t.call(auth.unifiedSignIn, { phone, checkCode }, null, from)

/**
 * Signs in with a solved captcha.
 * @returns the response of any status
 */
export async function tryToSignIn(t: TestApi, account: string, password: string, from?: string) {
  const { photographToken } = (await t.call(auth.picture, {})).body.data as { photographToken: string }
  return t.call(auth.signIn, { account, password, photographCode: PICTURE, photographToken }, null, from)
}

export const works = async (t: TestApi, token: string) => (await t.call(auth.detail, {}, token)).body.code === 200

export async function ticketOf(t: TestApi, token: string): Promise<string> {
  return ((await t.call(auth.ticket, {}, token)).body.data as { ticket: string }).ticket
}

export async function recoverPassword(t: TestApi, account: string, password: string): Promise<void> {
  const browser = openBrowser(t)
  const phone = await phoneOf(t, account)
  await browser.call(auth.recover, { phone, checkCode: await codeFor(t, phone, browser) })
  const { body } = await browser.call(auth.resetPassword, { phone, password, confirmPassword: password })
  expect(body.code).toBe(200)
}

export const changePassword = (t: TestApi, token: string, newPassword: string, oldPassword = PASSWORD) =>
  t.call(auth.changePassword, { oldPassword, newPassword, confirmPassword: newPassword }, token)
