import { desc, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { account as accounts, type HandedOut } from '#contract/account.ts'
import { auth } from '#contract/auth.ts'
import { hashToken } from '#server/platform/session.ts'
import { audit } from '#server/schema/audit.table.ts'
import { recovery } from '#server/schema/sms-code.table.ts'
import { NO_METRICS, NOOP_OPERATIONS } from '#server/platform/noop-operations.ts'
import {
  changePassword,
  codeFor,
  MINUTE,
  NEW,
  phoneOf,
  SECOND,
  signInByPhone,
  ticketOf,
  tryToSignIn,
} from '../support/sign-in-pages.ts'
import { openApi, PASSWORD, PICTURE, type TestApi } from '../support/api-context.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'

const city = await openApi()
afterAll(() => city.close())

const DISABLED = { code: 403, message: '账号已停用，请联系辖区消防救援机构启用' }
const WRONG = { code: 400, message: '账号或密码错误，请核对；忘记密码请点击“忘记密码”' }
const NOT_PROVEN = { code: 403, message: '验证已过期，请返回上一步重新获取验证码' }

function during(t: TestApi, step: 'verify' | 'hash', change: () => Promise<unknown>): void {
  const { passwords } = t.deps
  Object.assign(t.deps, {
    passwords: {
      ...passwords,
      [step]: async (...given: never[]) => {
        await change()
        return (passwords[step] as (...given: never[]) => Promise<unknown>)(...given)
      },
    },
  })
}

function counting(t: TestApi): string[] {
  const counted: string[] = []
  const metrics = {
    ...NO_METRICS,
    signedIn: (way: string, result: string) => void counted.push(`${way} ${result}`),
    codeSent: (result: string) => void counted.push(`code ${result}`),
  }
  Object.assign(t.deps, { operations: { ...NOOP_OPERATIONS, metrics } })
  return counted
}

const auditOf = (t: TestApi, ...actions: string[]) =>
  t.db
    .select({ action: audit.action, account: audit.account, detail: audit.detail })
    .from(audit)
    .where(inArray(audit.action, actions))
    .orderBy(audit.id)

const disable = (t: TestApi, account: string) =>
  t.db.execute(sql`update account set status = 1 where account = ${account}`)

const sessions = async (t: TestApi) => (await t.db.execute(sql`select 1 from session where ended_at is null`)).rows

describe('a sign-in of an account', () => {
  test(
    'that is disabled is rejected with the reason, counted and recorded with its method; a failed ticket is not a guess',
    city.undone(async (t) => {
      const ticket = await ticketOf(t, await t.signIn('unit01'))
      const phone = await phoneOf(t, 'unit01')
      const code = await codeFor(t, phone)
      await disable(t, 'unit01')
      const counted = counting(t)
      expect((await tryToSignIn(t, 'unit01', PASSWORD)).body).toMatchObject(DISABLED)
      expect((await signInByPhone(t, phone, code)).body).toMatchObject(DISABLED)
      const entry = await t.call(auth.detail, {}, ticket)
      expect([entry.headers.get('x-auth-token'), entry.body]).toMatchObject([null, DISABLED])
      const tried = { action: 'auth.signInFailed', account: 'unit01' }
      expect(await auditOf(t, 'auth.signInFailed', 'auth.ticketSignIn')).toEqual([
        { ...tried, detail: { tried: 'unit01', way: '密码', reason: '账号已停用' } },
        { ...tried, detail: { tried: 'unit01', way: '短信验证码', reason: '账号已停用' } },
      ])
      expect(counted).toEqual(['password failed', 'sms failed'])
    }),
  )

  test(
    'that is disabled while its password is compared starts no session',
    city.undone(async (t) => {
      during(t, 'verify', () => disable(t, 'unit01'))
      const counted = counting(t)
      const answer = await tryToSignIn(t, 'unit01', PASSWORD)
      expect([answer.body, answer.headers.get('set-cookie')]).toMatchObject([DISABLED, null])
      expect([await sessions(t), counted.includes('password ok')]).toEqual([[], false])
    }),
  )

  test(
    'whose password is changed while the old one is compared starts no session',
    city.undone(async (t) => {
      during(t, 'verify', () =>
        t.db.execute(sql`update account set password_hash = 'another' where account = 'unit01'`),
      )
      const answer = await tryToSignIn(t, 'unit01', PASSWORD)
      expect(answer.body).toMatchObject(WRONG)
      expect(await sessions(t)).toEqual([])
    }),
  )

  test(
    'is recorded with the name for each method, and marks the browser',
    city.undone(async (t) => {
      const counted = counting(t)
      const { photographToken } = (await t.call(auth.picture, {})).body.data as { photographToken: string }
      const proof = { account: 'unit01', password: PASSWORD, photographCode: PICTURE, photographToken }
      const answer = await t.call(auth.unifiedSignIn, proof)
      expect(answer.headers.get('set-cookie')).toMatch(/^browser=/)
      const phone = await phoneOf(t, 'unit01')
      const { body } = await signInByPhone(t, phone, await codeFor(t, phone))
      const ticket = await ticketOf(t, (body.data as { 'x-auth-token': string })['x-auth-token'])
      await t.call(auth.detail, {}, ticket)
      const own = (action: string, detail = {}) => ({ action, account: 'unit01', detail })
      expect(await auditOf(t, 'auth.signIn', 'auth.smsSignIn', 'auth.ticket', 'auth.ticketSignIn')).toEqual([
        own('auth.signIn', { account: 'unit01' }),
        own('auth.smsSignIn', { account: 'unit01' }),
        own('auth.ticket'),
        own('auth.ticketSignIn', { account: 'unit01' }),
      ])
      expect(counted).toEqual(['password ok', 'code sent', 'sms ok', 'ticket ok'])
    }),
  )

  test(
    'is recorded with the method when the credential is wrong',
    city.undone(async (t) => {
      const counted = counting(t)
      const phone = await phoneOf(t, 'unit01')
      await tryToSignIn(t, 'unit01', 'Wrong@1234')
      await signInByPhone(t, phone, '12ab56')
      await t.call(auth.recover, { phone, checkCode: '12ab56' })
      const tried = `${phone.slice(0, 3)}****${phone.slice(-4)}`
      expect((await auditOf(t, 'auth.signInFailed')).map(({ detail }) => detail)).toEqual([
        { tried: 'unit01', way: '密码', reason: '不正确' },
        { tried, way: '短信验证码', reason: '不正确' },
        { tried, way: '找回密码的验证码', reason: '不正确' },
      ])
      expect(counted).toEqual(['password failed', 'sms failed', 'recovery failed'])
    }),
  )

  test(
    'is rejected at the field of the captcha when that is wrong, and by phone at the code even for an unknown phone',
    city.undone(async (t) => {
      const { photographToken } = (await t.call(auth.picture, {})).body.data as { photographToken: string }
      const proof = { account: 'unit01', password: PASSWORD, photographCode: '1111', photographToken }
      const text = '验证码错误或已过期'
      for (const call of [auth.signIn, auth.unifiedSignIn] as const)
        expect((await t.call(call, proof)).body).toMatchObject({
          code: 400,
          message: text,
          errors: { photographCode: text },
        })
      // Lost after the code was sent.
      const phone = await phoneOf(t, 'unit02')
      const code = await codeFor(t, phone)
      await t.db.execute(sql`update account set phone = null where account = 'unit02'`)
      expect((await signInByPhone(t, phone, code)).body).toMatchObject({
        code: 400,
        message: text,
        errors: { checkCode: text },
      })
      expect(await sessions(t)).toEqual([])
    }),
  )
})

describe('a change of the password', () => {
  const CHANGED = { code: 409, message: '账号已变更，请重新登录后修改' }

  test(
    'is rejected when the authority resets the password while the new one is hashed; the password handed out opens the account',
    city.undone(async (t) => {
      const [token, officer] = [await t.signIn('unit01'), await t.signIn('zhidui')]
      const { passwords } = t.deps
      const { rows } = await t.db.execute<{ id: string }>(sql`select id from account where account = 'unit01'`)
      let handedOut = ''
      during(t, 'hash', async () => {
        Object.assign(t.deps, { passwords })
        const { body } = await t.call(accounts.resetPassword, { id: rows[0]!.id }, officer)
        handedOut = (body.data as unknown as HandedOut).password
      })
      expect((await changePassword(t, token, NEW)).body).toMatchObject(CHANGED)
      expect((await tryToSignIn(t, 'unit01', NEW)).body).toMatchObject(WRONG)
      const { body } = await t.call(auth.detail, {}, await t.signIn('unit01', handedOut))
      expect(body.data).toMatchObject({ isNeedModify: 0 })
      expect(await auditOf(t, 'auth.changePassword')).toEqual([])
    }),
  )

  test(
    'is rejected when the account is disabled while the new one is hashed',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      during(t, 'hash', () => disable(t, 'unit01'))
      expect((await changePassword(t, token, NEW)).body).toMatchObject(CHANGED)
      await t.db.execute(sql`update account set status = 0 where account = 'unit01'`)
      expect((await tryToSignIn(t, 'unit01', PASSWORD)).body.code).toBe(200)
    }),
  )
})

describe('recovery', () => {
  const reset = (browser: TestBrowser, phone: string) =>
    browser.call(auth.resetPassword, { phone, password: NEW, confirmPassword: NEW })

  async function prove(t: TestApi, phone: string): Promise<TestBrowser> {
    const browser = openBrowser(t)
    const answer = await browser.call(auth.recover, { phone, checkCode: await codeFor(t, phone, browser) })
    expect(answer.headers.get('set-cookie')).toMatch(
      /^recovery=[\w-]{43}; Max-Age=600; Path=\/user\/forgetPsdSecond; HttpOnly/,
    )
    return browser
  }

  test(
    'stores its proof for exactly ten minutes, as a hash with the network and whether the phone is known',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const browser = await prove(t, phone)
      const shown = browser.cookies.headerFor({
        url: `http://x${auth.resetPassword.path}`,
        credentials: 'same-origin',
      })
      const token = /recovery=([\w-]{43})/.exec(shown)![1]!
      expect(await t.db.select().from(recovery)).toEqual([
        {
          phone,
          tokenHash: hashToken(token),
          address: '192.0.2.1',
          expiresAt: new Date(t.clock.now().getTime() + 10 * MINUTE),
          known: true,
        },
      ])
      t.clock.pass(10 * MINUTE - 1)
      const done = await reset(browser, phone)
      expect(done.body.code).toBe(200)
      expect(done.headers.get('set-cookie')).toMatch(/^recovery=; Max-Age=0; Path=\/user\/forgetPsdSecond; HttpOnly/)
      expect(await t.db.select().from(recovery)).toEqual([])
      expect(await auditOf(t, 'auth.recover', 'auth.resetPassword')).toEqual([
        { action: 'auth.recover', account: 'unit01', detail: {} },
        { action: 'auth.resetPassword', account: 'unit01', detail: { account: 'unit01' } },
      ])
    }),
  )

  test(
    'of a phone that lost its account is stored as for an unknown phone, and recorded without an account',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const browser = openBrowser(t)
      const checkCode = await codeFor(t, phone, browser)
      await t.db.execute(sql`update account set phone = null where account = 'unit01'`)
      expect((await browser.call(auth.recover, { phone, checkCode })).body.code).toBe(200)
      expect(await t.db.select({ known: recovery.known }).from(recovery)).toEqual([{ known: false }])
      expect(await auditOf(t, 'auth.recover')).toEqual([{ action: 'auth.recover', account: null, detail: {} }])
      expect((await reset(browser, phone)).body).toMatchObject(NOT_PROVEN)
    }),
  )

  test(
    'verified again replaces the earlier proof',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const first = await prove(t, phone)
      t.clock.pass(MINUTE + SECOND)
      const second = await prove(t, phone)
      expect((await reset(first, phone)).body).toMatchObject(NOT_PROVEN)
      expect((await reset(second, phone)).body.code).toBe(200)
    }),
  )

  test.each([
    ['another account', 'unit02'],
    ['no account', null],
  ])('sets no password when the phone belongs to %s by the time the new one is hashed', (_, next) =>
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const browser = await prove(t, phone)
      const before = await t.db.execute(sql`select account, password_hash from account order by id`)
      during(t, 'hash', async () => {
        await t.db.execute(sql`update account set phone = null where account = 'unit01'`)
        await t.db.execute(sql`update account set phone = ${phone} where account = ${next}`)
      })
      const answer = await reset(browser, phone)
      expect([answer.body, answer.headers.get('set-cookie')]).toMatchObject([NOT_PROVEN, null])
      const after = await t.db.execute(sql`select account, password_hash from account order by id`)
      expect(after.rows).toEqual(before.rows)
    })(),
  )

  test(
    'sets no password when another call used the proof by the time the new one is hashed',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const browser = await prove(t, phone)
      during(t, 'hash', () => t.db.delete(recovery).where(eq(recovery.phone, phone)))
      expect((await reset(browser, phone)).body).toMatchObject(NOT_PROVEN)
    }),
  )

  test(
    'leaves the proofs of other phones, and is rejected without a cookie',
    city.undone(async (t) => {
      const [phone, other] = [await phoneOf(t, 'unit01'), await phoneOf(t, 'unit02')]
      const browser = await prove(t, phone)
      const second = await prove(t, other)
      expect((await reset(openBrowser(t), phone)).body).toMatchObject(NOT_PROVEN)
      expect((await reset(browser, phone)).body.code).toBe(200)
      expect(await t.db.select({ phone: recovery.phone }).from(recovery)).toEqual([{ phone: other }])
      expect((await reset(second, other)).body.code).toBe(200)
    }),
  )
})

test(
  'an SMS failure is logged and counted, and is not visible in the answer',
  city.undone(async (t) => {
    const counted = counting(t)
    Object.assign(t.deps.sms, { send: () => Promise.reject(new Error('no credit left')) })
    const { body } = await t.call(auth.sendCode, { phone: await phoneOf(t, 'unit01') })
    expect(body.code).toBe(200)
    await expect.poll(() => counted).toEqual(['code failed'])
    const line = t.logged.map((one) => JSON.parse(one) as Record<string, unknown>).find(({ err }) => err)
    expect(line).toMatchObject({ msg: 'SMS not sent', err: { message: 'no credit left' } })
    expect((await t.db.select().from(audit).orderBy(desc(audit.id)).limit(1))[0]?.detail ?? {}).not.toHaveProperty(
      'phone',
    )
  }),
)
