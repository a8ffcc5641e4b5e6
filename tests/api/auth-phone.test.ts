import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { STRICT_PASSWORD_TEXT } from '#contract/password.rules.ts'
import { openApi, PASSWORD, PICTURE, type TestApi } from '../support/api-context.ts'
import {
  codeFor,
  MINUTE,
  NEW,
  notThe,
  phoneOf,
  SECOND,
  signInByPhone,
  tryToSignIn,
  works,
  WRONG_CODE,
} from '../support/at-the-door.ts'

const NOBODY = '13900000000'

const city = await openApi()
afterAll(() => city.close())

describe('a code by SMS', () => {
  test(
    'serves once',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const code = await codeFor(t, phone)
      expect((await signInByPhone(t, phone, code)).body.code).toBe(200)
      expect((await signInByPhone(t, phone, code)).body).toMatchObject(WRONG_CODE)
    }),
  )

  test(
    'lives five minutes',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const code = await codeFor(t, phone)
      t.clock.pass(5 * MINUTE)
      expect((await signInByPhone(t, phone, code)).body).toMatchObject(WRONG_CODE)
    }),
  )

  test(
    'bears five tries, whatever they are made for and wherever from',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const code = await codeFor(t, phone)
      for (let i = 1; i <= 3; i++)
        expect((await signInByPhone(t, phone, notThe(code), `198.51.100.${i}`)).body).toMatchObject(WRONG_CODE)
      for (let i = 4; i <= 5; i++)
        expect((await t.call(auth.recover, { phone, checkCode: notThe(code) })).body).toMatchObject(WRONG_CODE)
      expect((await signInByPhone(t, phone, code)).body).toMatchObject(WRONG_CODE)
    }),
  )

  test(
    'is replaced by the next one',
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
    'is sent to a phone once a minute and ten times a day',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      await codeFor(t, phone)
      t.clock.pass(59 * SECOND)
      expect((await t.call(auth.sendCode, { phone })).body).toMatchObject({
        code: 429,
        errors: { phone: '验证码发送过于频繁，请稍后再试' },
      })
      for (let i = 2; i <= 10; i++) {
        t.clock.pass(MINUTE + SECOND)
        await codeFor(t, phone)
      }
      t.clock.pass(MINUTE + SECOND)
      expect((await t.call(auth.sendCode, { phone }, null, '198.51.100.9')).body.code).toBe(429)
      expect(t.sent).toHaveLength(10)
      t.clock.pass(24 * 60 * MINUTE)
      await codeFor(t, phone)
    }),
  )

  test(
    'is asked for twenty times an hour from one address, for whatever phones, which then lose nothing elsewhere',
    city.undone(async (t) => {
      for (let i = 0; i < 20; i++)
        expect((await t.call(auth.sendCode, { phone: `139000001${String(i).padStart(2, '0')}` })).body.code).toBe(200)
      const phone = await phoneOf(t, 'unit01')
      expect((await t.call(auth.sendCode, { phone })).body.code).toBe(429)
      expect((await t.call(auth.sendCode, { phone }, null, '198.51.100.9')).body.code).toBe(200)
    }),
  )

  test(
    'never tells whether an account has the phone: each answer is the same, only that nobody is sent anything',
    city.undone(async (t) => {
      const known = await phoneOf(t, 'unit01')
      for (const ask of [
        (phone: string) => t.call(auth.sendCode, { phone }),
        (phone: string) => t.call(auth.sendCode, { phone }),
        (phone: string) => signInByPhone(t, phone, '12ab56'),
        (phone: string) => t.call(auth.recover, { phone, checkCode: '12ab56' }),
        (phone: string) => t.call(auth.resetPassword, { phone, password: NEW, confirmPassword: NEW }),
      ]) {
        const [one, other] = [await ask(known), await ask(NOBODY)]
        expect(other.body).toEqual(one.body)
        expect(other.status).toBe(one.status)
      }
      expect(t.sent.map(({ phone }) => phone)).toEqual([known])
    }),
  )

  test(
    'is kept as a hash, and neither it nor the phone stands in the log or the audit',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const code = await codeFor(t, phone)
      const rows = await t.db.execute(sql`select row_to_json(sms_code)::text as row from sms_code`)
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
  ])('%s goes in without a picture code and is told to be of %s', (account, type) =>
    city.undone(async (t) => {
      const phone = await phoneOf(t, account)
      const { body } = await signInByPhone(t, phone, await codeFor(t, phone))
      const data = body.data as { type: string; 'x-auth-token': string }
      expect(data.type).toBe(type)
      expect((await t.call(auth.detail, {}, data['x-auth-token'])).body.data).toMatchObject({ account })
    })(),
  )

  test(
    'the unified call takes account, password and picture code too, and says the same of a wrong password',
    city.undone(async (t) => {
      const { photographToken } = (await t.call(auth.picture, {})).body.data as { photographToken: string }
      const proof = { account: 'unit01', password: PASSWORD, photographCode: PICTURE, photographToken }
      expect((await t.call(auth.unifiedSignIn, proof)).body.data).toMatchObject({ type: 'CONNECTED_UNIT' })
      const next = (await t.call(auth.picture, {})).body.data as { photographToken: string }
      const wrong = await t.call(auth.unifiedSignIn, { ...proof, ...next, password: 'Wrong@1234' })
      expect(wrong.body).toMatchObject({ code: 400, message: '用户名或密码错误' })
    }),
  )

  test(
    'a disabled account is refused although its code was right',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit10')
      expect((await signInByPhone(t, phone, await codeFor(t, phone))).body.code).toBe(403)
    }),
  )
})

describe('recovery', () => {
  const reset = (t: TestApi, phone: string, password = NEW, from?: string) =>
    t.call(auth.resetPassword, { phone, password, confirmPassword: password }, null, from)
  const NOT_PROVEN = { code: 403, message: '请先完成手机号验证' }

  async function prove(t: TestApi, phone: string) {
    expect((await t.call(auth.recover, { phone, checkCode: await codeFor(t, phone) })).body.code).toBe(200)
  }

  test(
    'proves the phone and sets a password: it opens, the old one and the session it had do not',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const phone = await phoneOf(t, 'unit01')
      await prove(t, phone)
      expect((await reset(t, phone)).body.code).toBe(200)
      expect(await works(t, token)).toBe(false)
      expect((await tryToSignIn(t, 'unit01', PASSWORD)).body.code).toBe(400)
      expect(await works(t, await t.signIn('unit01', NEW))).toBe(true)
    }),
  )

  test(
    'sets no password without its first step, from another address, after ten minutes, or twice',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      expect((await reset(t, phone)).body).toMatchObject(NOT_PROVEN)
      await prove(t, phone)
      expect((await reset(t, phone, NEW, '198.51.100.9')).body).toMatchObject(NOT_PROVEN)
      t.clock.pass(10 * MINUTE)
      expect((await reset(t, phone)).body).toMatchObject(NOT_PROVEN)
      await prove(t, phone)
      expect((await reset(t, phone)).body.code).toBe(200)
      expect((await reset(t, phone, 'Other@2026fire')).body).toMatchObject(NOT_PROVEN)
    }),
  )

  test(
    'takes a password by the stricter rule only, twice the same; a refused one may be mended',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      await prove(t, phone)
      for (const bad of ['Short1!', 'nouppercase1!', 'Fire@119demo-is-long', 'Hash1tag-only'])
        expect((await reset(t, phone, bad)).body).toMatchObject({
          code: 400,
          errors: { password: STRICT_PASSWORD_TEXT },
        })
      const apart = await t.call(auth.resetPassword, { phone, password: NEW, confirmPassword: `${NEW}!` })
      expect(apart.body).toMatchObject({ code: 400, errors: { confirmPassword: '两次输入密码不一致!' } })
      expect((await reset(t, phone)).body.code).toBe(200)
    }),
  )

  test(
    'opens an account that failures had locked, and pays the change a first sign-in owes',
    city.undone(async (t) => {
      for (let i = 1; i <= 11; i++) await tryToSignIn(t, 'unitnew', 'Wrong@1234', `198.51.100.${i}`)
      const phone = await phoneOf(t, 'unitnew')
      await prove(t, phone)
      await reset(t, phone)
      const token = await t.signIn('unitnew', NEW)
      expect((await t.call(auth.detail, {}, token)).body.data).toMatchObject({ isNeedModify: 1 })
    }),
  )
})
