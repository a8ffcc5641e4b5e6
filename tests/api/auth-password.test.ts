import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { building } from '#contract/building.ts'
import { STRICT_PASSWORD_TEXT, USUAL_PASSWORD_TEXT } from '#contract/password.rules.ts'
import { COMMON_PASSWORD, NAME_PASSWORD, SAME_PASSWORD } from '#server/identity/new-password.rules.ts'
import { openApi, PASSWORD, type TestApi } from '../support/api-context.ts'
import { changePassword, codeFor, NEW, phoneOf, tryToSignIn, works } from '../support/sign-in-pages.ts'
import { openBrowser } from '../support/browser.ts'

const city = await openApi()
afterAll(() => city.close())

describe('changing the password', () => {
  const change = (t: TestApi, token: string, newPassword: string, oldPassword = PASSWORD, account?: string) =>
    t.call(
      auth.changePassword,
      { oldPassword, newPassword, confirmPassword: newPassword, ...(account && { account }) },
      token,
    )

  test(
    'by the user’s choice follows the usual rule and ends the session; the new password opens the account, the old one does not',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      for (const bad of ['abcdefgh1', 'a1!', 'abcdefghijklmnopqrs1!'])
        expect((await change(t, token, bad)).body).toMatchObject({
          code: 400,
          errors: { newPassword: USUAL_PASSWORD_TEXT },
        })
      const long = 'nouppercase-needed-1'
      expect((await change(t, token, long, PASSWORD, 'unit01')).body.code).toBe(200)
      expect(await works(t, token)).toBe(false)
      expect((await tryToSignIn(t, 'unit01', PASSWORD)).body.code).toBe(400)
      expect(await works(t, await t.signIn('unit01', long))).toBe(true)
    }),
  )

  test(
    'at the first sign-in follows the stricter rule; then the unit’s information is required',
    city.undone(async (t) => {
      const token = await t.signIn('unitnew')
      expect((await change(t, token, 'nouppercase-1')).body).toMatchObject({
        errors: { newPassword: STRICT_PASSWORD_TEXT },
      })
      for (const endpoint of [building.entered, auth.ticket])
        expect((await t.call(endpoint, {}, token)).body).toMatchObject({ code: 403, message: '请先修改初始密码' })
      expect((await change(t, token, NEW)).body.code).toBe(200)
      const next = await t.signIn('unitnew', NEW)
      expect((await t.call(auth.detail, {}, next)).body.data).toMatchObject({ isNeedModify: 1 })
      expect((await t.call(building.entered, {}, next)).body).toMatchObject({ code: 403, message: '请先完善单位信息' })
    }),
  )

  test(
    'is rejected with a wrong old password, with the same password, or with the name of another account',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      expect((await change(t, token, NEW, 'Wrong@1234')).body).toMatchObject({ errors: { oldPassword: '密码错误' } })
      expect((await change(t, token, PASSWORD)).body).toMatchObject({
        errors: { newPassword: '新密码不能与旧密码相同' },
      })
      expect((await change(t, token, NEW, PASSWORD, 'unit02')).body).toMatchObject({
        errors: { account: '账号已变更，请重新登录后修改' },
      })
      expect(await works(t, token)).toBe(true)
    }),
  )

  test(
    'limits guesses of the old password in a stolen session: the eleventh is not compared',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      for (let i = 1; i <= 10; i++) expect((await change(t, token, NEW, `Wrong@${i}`)).body.code).toBe(400)
      expect((await change(t, token, NEW)).body.code).toBe(429)
    }),
  )

  test(
    'is not available to the authority, unless a change is required',
    city.undone(async (t) => {
      expect((await change(t, await t.signIn('zhidui'), NEW)).body.code).toBe(403)
      await t.db.execute(sql`update account set must_change_password = true where account = 'jingan'`)
      expect((await change(t, await t.signIn('jingan'), NEW)).body.code).toBe(200)
    }),
  )
})

describe('a new password that is common, resembles the account name or equals the current one is rejected at its field', () => {
  async function changeBy(t: TestApi, account: string) {
    const token = await t.signIn(account)
    return (password: string) => changePassword(t, token, password)
  }

  async function recoverBy(t: TestApi, account: string) {
    const browser = openBrowser(t)
    const phone = await phoneOf(t, account)
    await browser.call(auth.recover, { phone, checkCode: await codeFor(t, phone, browser) })
    return (password: string) => browser.call(auth.resetPassword, { phone, password, confirmPassword: password })
  }

  test.each([
    ['at will', 'unit01', 'Unit01?9', changeBy, 'newPassword'],
    ['at a first sign-in', 'unitnew', 'Unitnew?9', changeBy, 'newPassword'],
    ['on recovery', 'unit01', 'Unit01?9', recoverBy, 'password'],
  ] as const)('%s', (_, account, nearName, by, field) =>
    city.undone(async (t) => {
      const set = await by(t, account)
      for (const [password, fault] of [
        ['Password1!', COMMON_PASSWORD],
        [nearName, NAME_PASSWORD],
        [PASSWORD, SAME_PASSWORD],
      ] as const)
        expect([password, (await set(password)).body]).toMatchObject([
          password,
          { code: 400, errors: { [field]: fault } },
        ])
      expect((await set(NEW)).body.code).toBe(200)
    })(),
  )
})

describe("the unit's secret", () => {
  const reveal = (t: TestApi, token: string, password: string) => t.call(auth.revealSecret, { password }, token)

  test(
    'is shown in full after the password, to its own unit only, and the audit records it without the secret',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { body } = await reveal(t, token, PASSWORD)
      const { secret } = body.data as { secret: string }
      const [own] = (
        await t.db.execute<{ secret: string; id: string }>(
          sql`select u.id, u.secret from unit u join account a on a.unit_id = u.id where a.account = 'unit01'`,
        )
      ).rows
      expect(secret).toBe(t.deps.secrets.open(own!.secret))
      const audit = await t.db.execute(sql`
        select a.account, detail from audit join account a on a.id = audit.account_id
        where action = 'auth.revealSecret' and a.account = 'unit01'`)
      expect(audit.rows).toEqual([{ account: 'unit01', detail: { unitId: Number(own!.id) } }])
      expect(t.logged.join('\n')).not.toContain(secret)
    }),
  )

  test(
    'is not shown after a wrong password, after ten wrong ones, or to the authority',
    city.undone(async (t) => {
      const [token, other] = [await t.signIn('unit01'), await t.signIn('zhidui')]
      for (let i = 1; i <= 10; i++)
        expect((await reveal(t, token, `Wrong@${i}`)).body).toMatchObject({ errors: { password: '密码错误' } })
      expect((await reveal(t, token, PASSWORD)).body.code).toBe(429)
      const authority = await t.call(auth.revealSecret, { password: PASSWORD }, other, '198.51.100.9')
      expect(authority.body.code).toBe(403)
    }),
  )
})

describe('a caller who guesses names', () => {
  test(
    'gets the same answer for a known and an unknown account, from either call, locked or not',
    city.undone(async (t) => {
      for (let i = 1; i <= 12; i++) {
        const from = `198.51.100.${i}`
        const known = await tryToSignIn(t, 'unit01', 'Wrong@1234', from)
        const unknown = await tryToSignIn(t, 'no-such-unit', 'Wrong@1234', `203.0.113.${i}`)
        expect(unknown.body).toEqual(known.body)
      }
    }),
  )
})
