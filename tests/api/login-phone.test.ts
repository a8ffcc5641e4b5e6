import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { auth } from '#contract/auth.ts'
import { loginPhone } from '#contract/login-phone.ts'
import { account } from '#server/schema/account.table.ts'
import { audit } from '#server/schema/audit.table.ts'
import { unit } from '#server/schema/unit.table.ts'
import { openApi, PASSWORD, type TestApi } from '../support/api-context.ts'
import {
  codeFor,
  MINUTE,
  NEW,
  notThe,
  phoneOf,
  recoverPassword,
  SECOND,
  signInByPhone,
} from '../support/sign-in-pages.ts'
import { withQuickHashes } from '../support/attackers.ts'

const city = await openApi()
afterAll(() => city.close())

const UNUSED = '13700000001'
const ELSE = '13700000002'

const ACCOUNTS = ['unit01', 'unit02', 'wuye01', 'zongdui', 'zhidui', 'jingan', 'isv01'] as const
const PASSWORDS = { right: PASSWORD, wrong: 'Wrong@119demo', none: '' } as const
const CODES = [
  'right',
  'wrong',
  'none',
  'expired',
  'used',
  'of another phone',
  'of another account',
  'for sign-in',
] as const
const NUMBERS = ['new', 'the own', 'another account’s'] as const

type Code = (typeof CODES)[number]

const phonesOf = async (t: TestApi) =>
  new Map(
    (await t.db.select().from(account).orderBy(account.id)).map(({ account: name, phone }) => [name, phone] as const),
  )

async function codeTo(t: TestApi, token: string, phone: string): Promise<string> {
  const { body } = await t.call(loginPhone.sendCode, { phone }, token)
  return body.code === 200 ? t.sent.at(-1)!.code : '000000'
}

async function typed(t: TestApi, kind: Code, token: string, phone: string, others: string): Promise<string> {
  switch (kind) {
    case 'right':
      return codeTo(t, token, phone)
    case 'wrong':
      return notThe(await codeTo(t, token, phone))
    case 'none':
      return ''
    case 'expired': {
      const code = await codeTo(t, token, phone)
      t.clock.pass(5 * MINUTE + SECOND)
      return code
    }
    case 'used': {
      const code = await codeTo(t, token, phone)
      await t.call(loginPhone.change, { phone, checkCode: code, password: PASSWORD }, token)
      await t.db.execute(sql`update account set phone = null where phone = ${phone}`)
      return code
    }
    case 'of another phone':
      return codeTo(t, token, ELSE)
    case 'of another account':
      return codeTo(t, others, phone)
    case 'for sign-in': {
      await t.call(auth.sendCode, { phone })
      return t.sent.at(-1)?.code ?? '000000'
    }
  }
}

test(
  'the phone of an account changes only with the current password and a code sent to an unused new phone',
  city.undone(async (t) => {
    const tokens = new Map<string, string>()
    for (const name of [...ACCOUNTS, 'unit05']) tokens.set(name, await t.signIn(name))
    const others = tokens.get('unit05')!
    const used = await phoneOf(t, 'unit06')
    const surprises: string[] = []
    let cells = 0
    let changes = 0
    await withQuickHashes(t, async () => {
      for (const name of ACCOUNTS)
        for (const hasPhone of [true, false])
          for (const [given, password] of Object.entries(PASSWORDS))
            for (const kind of CODES)
              for (const number of NUMBERS) {
                cells += 1
                await t.db.execute(sql`savepoint cell`)
                if (!hasPhone) await t.db.update(account).set({ phone: null }).where(eq(account.account, name))
                const own = hasPhone ? await phoneOf(t, name) : null
                const phone = { new: UNUSED, 'the own': own ?? '', 'another account’s': used }[number]
                const token = tokens.get(name)!
                const checkCode = await typed(t, kind, token, phone, others)
                const before = await phonesOf(t)
                const informed = t.notified.length
                const { code } = (await t.call(loginPhone.change, { phone, checkCode, password }, token)).body
                const after = await phonesOf(t)
                const isProven = given === 'right' && kind === 'right' && number === 'new'
                const wanted = isProven ? new Map([...before, [name, phone]]) : before
                const told = t.notified.slice(informed).map((one) => one.phone)
                const rows = await t.db.select().from(audit).where(eq(audit.action, 'loginPhone.change'))
                const isAudited = rows.some(({ account: by }) => by === name)
                const cell = `${name} with ${own ? 'a' : 'no'} phone, password ${given}, code ${kind}, number ${number}`
                if (code === 200 ? !isProven : isProven) surprises.push(`${cell}: ${code}`)
                if (JSON.stringify([...after]) !== JSON.stringify([...wanted])) surprises.push(`${cell}: phones`)
                if (JSON.stringify(told) !== JSON.stringify(isProven && own ? [own] : []))
                  surprises.push(`${cell}: informed ${told.length}`)
                if (isProven && !isAudited) surprises.push(`${cell}: no audit row`)
                if (isProven) changes += 1
                await t.db.execute(sql`rollback to savepoint cell`)
              }
    })
    console.log(`${cells} cells, ${changes} changes, ${surprises.length} surprises`)
    expect(surprises.slice(0, 30)).toEqual([])
    expect(changes).toBe(ACCOUNTS.length * 2)
  }),
  600_000,
)

test.each(ACCOUNTS)(
  '%s changes the phone, signs in with it and recovers a password by it; former phones sign in no more and are notified',
  (name) =>
    city.undone(async (t) => {
      const former = await phoneOf(t, name)
      for (const phone of [UNUSED, ELSE]) {
        const token = await t.signIn(name)
        const { body } = await t.call(
          loginPhone.change,
          { phone, checkCode: await codeTo(t, token, phone), password: PASSWORD },
          token,
        )
        expect(body.code).toBe(200)
      }
      for (const gone of [former, UNUSED]) {
        t.clock.pass(2 * MINUTE)
        expect((await signInByPhone(t, gone, await codeFor(t, gone))).body.code).toBe(400)
      }
      expect((await signInByPhone(t, ELSE, await codeFor(t, ELSE))).body.code).toBe(200)
      t.clock.pass(2 * MINUTE)
      await recoverPassword(t, name, NEW)
      await t.signIn(name, NEW)
      expect(t.notified.map(({ phone }) => phone)).toEqual([former, UNUSED])
      expect(t.notified[0]!.text).toContain(`账号${name}的`)
      expect(t.notified[0]!.text).not.toContain(UNUSED)
    })(),
)

test(
  'its owner reads the phone masked, and the manager’s phone as a proposal while it is not the account’s phone',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const read = async () => (await t.call(loginPhone.detail, {}, token)).body.data
    const phone = await phoneOf(t, 'unit01')
    const masked = `${phone.slice(0, 3)}****${phone.slice(-4)}`
    await t.db.update(unit).set({ safeManagerPhone: UNUSED })
    expect(await read()).toEqual({ phone: masked, proposed: UNUSED, isManagers: false })
    await t.db.update(unit).set({ safeManagerPhone: phone })
    expect(await read()).toEqual({ phone: masked, proposed: null, isManagers: true })
    await t.db.update(unit).set({ safeManagerPhone: null })
    expect(await read()).toEqual({ phone: masked, proposed: null, isManagers: false })
    const officer = await t.signIn('zongdui')
    await t.db.update(account).set({ phone: null }).where(eq(account.account, 'zongdui'))
    expect((await t.call(loginPhone.detail, {}, officer)).body.data).toEqual({
      phone: null,
      proposed: null,
      isManagers: false,
    })
  }),
)

test(
  'a code for a new phone is invalid for sign-in and recovery, even if the phone belongs to another account',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const others = await phoneOf(t, 'unit02')
    const code = await codeTo(t, token, others)
    expect((await signInByPhone(t, others, code)).body.code).toBe(400)
    expect((await t.call(auth.recover, { phone: others, checkCode: code })).body.code).toBe(400)
    const { body } = await t.call(loginPhone.change, { phone: others, checkCode: code, password: PASSWORD }, token)
    expect([body.code, body.errors]).toEqual([409, { phone: '该手机号已用于其他账号，请换一个' }])
  }),
)

test(
  'an account sends one code a minute to a phone and ten a day in all',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const ask = async (phone: string) => (await t.call(loginPhone.sendCode, { phone }, token)).body.code
    expect([await ask(UNUSED), await ask(UNUSED)]).toEqual([200, 429])
    const codes = []
    for (let at = 0; at < 11; at += 1) codes.push(await ask(`137000001${String(at).padStart(2, '0')}`))
    expect(codes).toEqual([...Array.from({ length: 9 }, () => 200), 429, 429])
  }),
)

test(
  'wrong passwords are counted: after ten the correct one is rejected, and the phone stays',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const before = await phonesOf(t)
    const checkCode = await codeTo(t, token, UNUSED)
    const change = async (password: string) =>
      (await t.call(loginPhone.change, { phone: UNUSED, checkCode, password }, token)).body.code
    for (let at = 0; at < 10; at += 1) expect(await change('Wrong@119demo')).toBe(400)
    expect(await change(PASSWORD)).toBe(429)
    expect(await phonesOf(t)).toEqual(before)
  }),
)

test('of several accounts that set one phone concurrently one gets it', async () => {
  const t = await city.lasting()
  const names = ['unit01', 'unit02', 'wuye01', 'zhidui', 'jingan', 'unit05', 'unit06']
  const before = await phonesOf(t)
  const ready: { token: string; checkCode: string }[] = []
  for (const name of names) {
    const token = await t.signIn(name)
    ready.push({ token, checkCode: await codeTo(t, token, '13700000009') })
  }
  const codes = await Promise.all(
    ready.map(async ({ token, checkCode }) => {
      const { body } = await t.call(loginPhone.change, { phone: '13700000009', checkCode, password: PASSWORD }, token)
      return body.code
    }),
  )
  expect(codes.filter((code) => code === 200)).toHaveLength(1)
  expect(codes.filter((code) => code === 409)).toHaveLength(names.length - 1)
  for (const [name, phone] of before) await t.db.update(account).set({ phone }).where(eq(account.account, name))
})

test(
  'a change remains when the SMS to the former phone fails, and the failure is logged without the phone',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const former = await phoneOf(t, 'unit01')
    Object.assign(t.deps.sms, { notify: () => Promise.reject(new Error('gateway down')) })
    const checkCode = await codeTo(t, token, UNUSED)
    const { body } = await t.call(loginPhone.change, { phone: UNUSED, checkCode, password: PASSWORD }, token)
    expect(body.code).toBe(200)
    await vi.waitUntil(() => t.logged.some((line) => line.includes('SMS not sent')))
    expect(t.logged.join()).not.toContain(former)
    expect(await phoneOf(t, 'unit01')).toBe(UNUSED)
  }),
)
