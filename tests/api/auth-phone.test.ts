import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { STRICT_PASSWORD_TEXT } from '#contract/password.rules.ts'
import { openApi, PASSWORD, PICTURE, type TestApi } from '../support/api-context.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import {
  codeFor,
  MINUTE,
  NEW,
  notThe,
  phoneOf,
  pictureOf,
  SECOND,
  signInByPhone,
  tryToSignIn,
  works,
  WRONG_CODE,
} from '../support/sign-in-pages.ts'

const NOBODY = '13900000000'

const city = await openApi()
afterAll(() => city.close())

describe('a code by SMS', () => {
  test(
    'is valid once',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const code = await codeFor(t, phone)
      expect((await signInByPhone(t, phone, code)).body.code).toBe(200)
      expect((await signInByPhone(t, phone, code)).body).toMatchObject(WRONG_CODE)
    }),
  )

  test(
    'is valid for five minutes',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const code = await codeFor(t, phone)
      t.clock.pass(5 * MINUTE)
      expect((await signInByPhone(t, phone, code)).body).toMatchObject(WRONG_CODE)
    }),
  )

  test(
    'allows five attempts of the client it was sent for, for all purposes together',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const browser = openBrowser(t)
      const code = await codeFor(t, phone, browser)
      for (let i = 1; i <= 3; i++)
        expect((await signInByPhone(browser, phone, notThe(code))).body).toMatchObject(WRONG_CODE)
      for (let i = 4; i <= 5; i++)
        expect((await browser.call(auth.recover, { phone, checkCode: notThe(code) })).body).toMatchObject(WRONG_CODE)
      expect((await signInByPhone(browser, phone, code)).body).toMatchObject(WRONG_CODE)
    }),
  )

  test(
    'is replaced by a newer one',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const first = await codeFor(t, phone)
      t.clock.pass(MINUTE + SECOND)
      const second = await codeFor(t, phone)
      expect((await signInByPhone(t, phone, first)).body).toMatchObject(WRONG_CODE)
      expect((await signInByPhone(t, phone, second)).body.code).toBe(200)
    }),
  )

  test(
    'is sent to a phone once a minute and ten times a day per caller, from the third on with a captcha',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      await codeFor(t, phone)
      t.clock.pass(59 * SECOND)
      expect((await t.call(auth.sendCode, { phone })).body).toMatchObject({
        code: 429,
        errors: { phone: expect.stringMatching(/^验证码发送过于频繁，请 \d+ 秒后再试$/) },
      })
      t.clock.pass(2 * SECOND)
      await codeFor(t, phone)
      for (let i = 3; i <= 10; i++) {
        t.clock.pass(MINUTE + SECOND)
        expect((await t.call(auth.sendCode, { phone })).body).toMatchObject({
          code: 400,
          errors: { photographCode: '请输入图形验证码' },
        })
        const wrong = { phone, ...(await pictureOf(t)), photographCode: '1111' }
        expect((await t.call(auth.sendCode, wrong)).body).toMatchObject({
          code: 400,
          errors: { photographCode: '验证码错误或已过期' },
        })
        expect((await t.call(auth.sendCode, { phone, ...(await pictureOf(t)) })).body.code).toBe(200)
      }
      t.clock.pass(MINUTE + SECOND)
      expect((await t.call(auth.sendCode, { phone, ...(await pictureOf(t)) })).body.code).toBe(429)
      expect(t.sent).toHaveLength(10)
      t.clock.pass(24 * 60 * MINUTE)
      await codeFor(t, phone)
    }),
  )

  test(
    'is sent twenty times an hour per network, and its phones lose nothing on other networks',
    city.undone(async (t) => {
      for (let i = 0; i < 20; i++)
        expect((await t.call(auth.sendCode, { phone: `139000001${String(i).padStart(2, '0')}` })).body.code).toBe(200)
      const phone = await phoneOf(t, 'unit01')
      expect((await t.call(auth.sendCode, { phone })).body.code).toBe(429)
      expect((await t.call(auth.sendCode, { phone }, null, '198.51.100.9')).body.code).toBe(200)
    }),
  )

  test(
    'never reveals whether an account has the phone: each answer is equal, and an SMS is sent only to known phones',
    city.undone(async (t) => {
      const known = await phoneOf(t, 'unit01')
      for (const ask of [
        (phone: string) => t.call(auth.sendCode, { phone }),
        (phone: string) => t.call(auth.sendCode, { phone }),
        (phone: string) => signInByPhone(t, phone, '12ab56'),
        (phone: string) => t.call(auth.recover, { phone, checkCode: '12ab56' }),
        (phone: string) => t.call(auth.resetPassword, { phone, password: NEW, confirmPassword: NEW }),
        (phone: string) => (t.clock.pass(MINUTE + SECOND), t.call(auth.sendCode, { phone })),
        (phone: string) => (t.clock.pass(MINUTE + SECOND), t.call(auth.sendCode, { phone })),
      ]) {
        const [one, other] = [await ask(known), await ask(NOBODY)]
        expect(other.body).toEqual(one.body)
        expect(other.status).toBe(one.status)
      }
      expect(t.sent.map(({ phone }) => phone)).toEqual([known, known])
    }),
  )

  test(
    'is stored as a hash, and neither code nor phone is in the log or the audit',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const code = await codeFor(t, phone)
      const rows = await t.db.execute(sql`select row_to_json(phone_code)::text as row from phone_code`)
      expect(JSON.stringify(rows.rows)).not.toContain(`"${code}"`)
      await t.call(auth.recover, { phone, checkCode: code })
      const audit = await t.db.execute(sql`select action, detail from audit where action = 'auth.recover'`)
      expect(audit.rows).toEqual([{ action: 'auth.recover', detail: {} }])
      expect(t.logged.join('\n')).toContain('auth.recover')
      expect(t.logged.join('\n')).not.toContain(phone)
    }),
  )
})

describe('signing in by phone', () => {
  test.each([
    ['unit01', 'CONNECTED_UNIT'],
    ['wuye01', 'CONNECTED_UNIT'],
    ['zhidui', 'FIRE_INSTITUTIONS'],
    ['isv01', 'SERVICE_PROVIDERS'],
  ])('%s signs in without a captcha and reads the role of %s', (account, type) =>
    city.undone(async (t) => {
      const phone = await phoneOf(t, account)
      const { body } = await signInByPhone(t, phone, await codeFor(t, phone))
      const data = body.data as { type: string; 'x-auth-token': string }
      expect(data.type).toBe(type)
      expect((await t.call(auth.detail, {}, data['x-auth-token'])).body.data).toMatchObject({ account })
    })(),
  )

  test(
    'the unified call accepts account, password and captcha, too, with the same error for a wrong password',
    city.undone(async (t) => {
      const { photographToken } = (await t.call(auth.picture, {})).body.data as { photographToken: string }
      const proof = { account: 'unit01', password: PASSWORD, photographCode: PICTURE, photographToken }
      expect((await t.call(auth.unifiedSignIn, proof)).body.data).toMatchObject({ type: 'CONNECTED_UNIT' })
      const next = (await t.call(auth.picture, {})).body.data as { photographToken: string }
      const wrong = await t.call(auth.unifiedSignIn, { ...proof, ...next, password: 'Wrong@1234' })
      expect(wrong.body).toMatchObject({ code: 400, message: '账号或密码错误，请核对；忘记密码请点击“忘记密码”' })
    }),
  )

  test(
    'a disabled account is rejected although its code was correct',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit10')
      expect((await signInByPhone(t, phone, await codeFor(t, phone))).body.code).toBe(403)
    }),
  )
})

describe('recovery', () => {
  const reset = (browser: TestBrowser, phone: string, password = NEW) =>
    browser.call(auth.resetPassword, { phone, password, confirmPassword: password })
  const NOT_PROVEN = { code: 403, message: '验证已过期，请返回上一步重新获取验证码' }

  async function prove(t: TestApi, phone: string): Promise<TestBrowser> {
    const browser = openBrowser(t)
    const answer = await browser.call(auth.recover, { phone, checkCode: await codeFor(t, phone, browser) })
    expect(answer.body.code).toBe(200)
    return browser
  }

  test(
    'verifies the phone and sets a password: the new one opens the account, the old one and the old session do not',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const phone = await phoneOf(t, 'unit01')
      expect((await reset(await prove(t, phone), phone)).body.code).toBe(200)
      expect(await works(t, token)).toBe(false)
      expect((await tryToSignIn(t, 'unit01', PASSWORD)).body.code).toBe(400)
      expect(await works(t, await t.signIn('unit01', NEW))).toBe(true)
    }),
  )

  test(
    'sets no password without its first step, for another phone, after ten minutes or twice; from another network it does',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      expect((await reset(openBrowser(t), phone)).body).toMatchObject(NOT_PROVEN)
      const late = await prove(t, phone)
      expect((await reset(late, await phoneOf(t, 'unit02'))).body).toMatchObject(NOT_PROVEN)
      t.clock.pass(10 * MINUTE)
      expect((await reset(late, phone)).body).toMatchObject(NOT_PROVEN)
      const browser = await prove(t, phone)
      const shown = (path: string) => browser.cookies.headerFor({ url: `http://x${path}`, credentials: 'same-origin' })
      expect(shown(auth.resetPassword.path)).toMatch(/(^|; )recovery=[\w-]{43}$/)
      expect(shown(auth.recover.path)).not.toContain('recovery=')
      // A phone that left the office's network is the same client.
      expect((await reset(browser.at('198.51.100.9'), phone)).body.code).toBe(200)
      expect(shown(auth.resetPassword.path)).not.toContain('recovery=')
      expect((await reset(browser, phone, 'Other@2026fire')).body).toMatchObject(NOT_PROVEN)
    }),
  )

  test(
    'belongs to the client that passed the first step: no other one sets the password or uses an attempt',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const browser = await prove(t, phone)
      const stranger = openBrowser(t)
      for (let i = 1; i <= 12; i++) expect((await reset(stranger, phone)).body).toMatchObject(NOT_PROVEN)
      stranger.cookies.keep(new Headers({ 'set-cookie': `recovery=${'x'.repeat(43)}; Path=/` }))
      for (let i = 1; i <= 12; i++) expect((await reset(stranger, phone)).body).toMatchObject(NOT_PROVEN)
      for (let i = 1; i <= 9; i++) expect((await reset(browser, phone, 'Password1!')).body.code).toBe(400)
      expect((await reset(browser, phone)).body.code).toBe(200)
    }),
  )

  test(
    'hashes at most ten passwords per proof',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const browser = await prove(t, phone)
      for (let i = 1; i <= 10; i++) expect((await reset(browser, phone, PASSWORD)).body.code).toBe(400)
      expect((await reset(browser, phone)).body.code).toBe(429)
      expect((await reset(await prove(t, (t.clock.pass(MINUTE + SECOND), phone)), phone)).body.code).toBe(200)
    }),
  )

  test(
    'requires a password of the stricter rule, entered twice; a rejected one can be corrected',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const browser = await prove(t, phone)
      for (const bad of ['Short1!', 'nouppercase1!', 'Fire@119demo-is-long', 'Hash1tag-only'])
        expect((await reset(browser, phone, bad)).body).toMatchObject({
          code: 400,
          errors: { password: STRICT_PASSWORD_TEXT },
        })
      const apart = await browser.call(auth.resetPassword, { phone, password: NEW, confirmPassword: `${NEW}!` })
      expect(apart.body).toMatchObject({ code: 400, errors: { confirmPassword: '两次输入密码不一致!' } })
      expect((await reset(browser, phone)).body.code).toBe(200)
    }),
  )

  test(
    'ends when another account gets the phone: the proof opens neither account',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const browser = await prove(t, phone)
      await t.db.execute(sql`update account set phone = null where account = 'unit01'`)
      expect((await reset(browser, phone)).body).toMatchObject(NOT_PROVEN)
    }),
  )

  test(
    'unlocks an account locked by failures, and counts as the change required at the first sign-in',
    city.undone(async (t) => {
      for (let i = 1; i <= 11; i++) await tryToSignIn(t, 'unitnew', 'Wrong@1234')
      expect((await tryToSignIn(t, 'unitnew', PASSWORD)).body.code).toBe(429)
      const phone = await phoneOf(t, 'unitnew')
      await reset(await prove(t, phone), phone)
      const token = await t.signIn('unitnew', NEW)
      expect((await t.call(auth.detail, {}, token)).body.data).toMatchObject({ isNeedModify: 1 })
    }),
  )
})
