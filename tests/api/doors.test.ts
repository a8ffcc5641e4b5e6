import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { building } from '#contract/building.ts'
import { STRICT_PASSWORD_TEXT, USUAL_PASSWORD_TEXT } from '#contract/password.rules.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { openApi, PASSWORD, PICTURE, type TestApi } from '../support/api-context.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const NEW = 'Neu@2026fire'
const NOBODY = '13900000000'
const WRONG_CODE = { code: 400, message: '验证码错误或已过期', errors: { checkCode: '验证码错误或已过期' } }

const city = await openApi()
afterAll(() => city.close())

async function phoneOf(t: TestApi, account: string): Promise<string> {
  const found = await t.db.execute<{ phone: string }>(sql`select phone from account where account = ${account}`)
  return found.rows[0]!.phone
}

/** Asks for a code and answers it, as the phone's owner would read it. */
async function codeFor(t: TestApi, phone: string): Promise<string> {
  const { body } = await t.call(auth.sendCode, { phone })
  expect(body.code).toBe(200)
  return t.sent.at(-1)!.code
}

/** Another code than the one given. */
const notThe = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const signInByPhone = (t: TestApi, phone: string, checkCode: string, from?: string) =>
  t.call(auth.unifiedSignIn, { phone, checkCode }, null, from)

async function tryToSignIn(t: TestApi, account: string, password: string, from?: string) {
  const { photographToken } = (await t.call(auth.picture, {})).body.data as { photographToken: string }
  return t.call(auth.signIn, { account, password, photographCode: PICTURE, photographToken }, null, from)
}

const works = async (t: TestApi, token: string) => (await t.call(auth.detail, {}, token)).body.code === 200

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

test('every door opens outside a test’s transaction too, where a write must not wait for another', async () => {
  const t = await city.lasting()
  const phone = await phoneOf(t, 'unit05')
  await t.call(auth.recover, { phone, checkCode: await codeFor(t, phone) })
  expect((await t.call(auth.resetPassword, { phone, password: NEW, confirmPassword: NEW })).body.code).toBe(200)
  const ticket = await t.call(auth.ticket, {}, await t.signIn('unit05', NEW))
  const entry = await t.call(auth.detail, {}, (ticket.body.data as { ticket: string }).ticket)
  const token = entry.headers.get('x-auth-token')
  expect((await t.call(auth.revealSecret, { password: NEW }, token)).body.code).toBe(200)
  const back = { oldPassword: NEW, newPassword: PASSWORD, confirmPassword: PASSWORD }
  expect((await t.call(auth.changePassword, back, token)).body.code).toBe(200)
  t.clock.pass(MINUTE + SECOND)
  const { body } = await signInByPhone(t, phone, await codeFor(t, phone))
  const last = (body.data as { 'x-auth-token': string })['x-auth-token']
  expect((await t.call(auth.signOut, {}, last)).body.code).toBe(200)
})

describe('changing the password', () => {
  const change = (t: TestApi, token: string, newPassword: string, oldPassword = PASSWORD, account?: string) =>
    t.call(
      auth.changePassword,
      { oldPassword, newPassword, confirmPassword: newPassword, ...(account && { account }) },
      token,
    )

  test(
    'at will, by the usual rule: the session ends, the new password opens, the old one does not',
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
    'of a first sign-in, by the stricter rule; then the information is owed next',
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
    'is refused with a wrong old password, the same password again, or another account’s name',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      expect((await change(t, token, NEW, 'Wrong@1234')).body).toMatchObject({ errors: { oldPassword: '密码错误' } })
      expect((await change(t, token, PASSWORD)).body).toMatchObject({
        errors: { newPassword: '新密码不能与旧密码相同' },
      })
      expect((await change(t, token, NEW, PASSWORD, 'unit02')).body).toMatchObject({
        errors: { account: '账号不一致' },
      })
      expect(await works(t, token)).toBe(true)
    }),
  )

  test(
    'lends nobody a stolen session to guess the old password with: the eleventh is not read',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      for (let i = 1; i <= 10; i++) expect((await change(t, token, NEW, `Wrong@${i}`)).body.code).toBe(400)
      expect((await change(t, token, NEW)).body.code).toBe(429)
    }),
  )

  test(
    'is not the authority’s to do, unless it owes the change',
    city.undone(async (t) => {
      expect((await change(t, await t.signIn('zhidui'), NEW)).body.code).toBe(403)
      await t.db.execute(sql`update account set must_change_password = true where account = 'jingan'`)
      expect((await change(t, await t.signIn('jingan'), NEW)).body.code).toBe(200)
    }),
  )
})

describe('a ticket', () => {
  const ticketOf = async (t: TestApi, token: string) =>
    ((await t.call(auth.ticket, {}, token)).body.data as { ticket: string }).ticket

  test(
    'opens once: its first call is answered and hands over the real token, the session it came from ends',
    city.undone(async (t) => {
      const first = await t.signIn('unit01')
      const ticket = await ticketOf(t, first)
      const entry = await t.call(auth.detail, {}, ticket)
      expect(entry.body.data).toMatchObject({ account: 'unit01' })
      const token = entry.headers.get('x-auth-token')!
      expect(token).not.toBe(ticket)
      expect(await works(t, token)).toBe(true)
      expect(await works(t, first)).toBe(false)
      const again = await t.call(auth.detail, {}, ticket)
      expect(again.status).toBe(401)
      expect(again.headers.get('x-auth-token')).toBeNull()
      expect(await works(t, token)).toBe(true)
    }),
  )

  test(
    'opens nothing after sixty seconds, nor for an account disabled meanwhile',
    city.undone(async (t) => {
      const late = await ticketOf(t, await t.signIn('unit01'))
      t.clock.pass(MINUTE)
      expect(await works(t, late)).toBe(false)
      const barred = await ticketOf(t, await t.signIn('unit02'))
      await t.db.execute(sql`update account set status = 1 where account = 'unit02'`)
      expect(await works(t, barred)).toBe(false)
    }),
  )

  test.each([
    ['signing out', (t: TestApi, token: string) => t.call(auth.signOut, {}, token)],
    ['a second sign-in', (t: TestApi) => t.signIn('unit01')],
    [
      'a password change',
      (t: TestApi, token: string) =>
        t.call(auth.changePassword, { oldPassword: PASSWORD, newPassword: NEW, confirmPassword: NEW }, token),
    ],
  ])('opens nothing once the session it came from is over by %s', (_how, end) =>
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const ticket = await ticketOf(t, token)
      await end(t, token)
      expect(await works(t, ticket)).toBe(false)
    })(),
  )

  test('opens one session however many come with it at once', async () => {
    const t = await city.lasting()
    const ticket = await ticketOf(t, await t.signIn('unit13'))
    const entries = await Promise.all(Array.from({ length: 20 }, () => t.call(auth.detail, {}, ticket)))
    expect(entries.filter(({ headers }) => headers.has('x-auth-token'))).toHaveLength(1)
  })

  test(
    'is kept as a hash and stands in no log line, nor does the token it became',
    city.undone(async (t) => {
      const ticket = await ticketOf(t, await t.signIn('unit01'))
      const kept = await t.db.execute(sql`select row_to_json(ticket)::text as row from ticket`)
      expect(kept.rows).toHaveLength(1)
      expect(JSON.stringify(kept.rows)).not.toContain(ticket)
      const token = (await t.call(auth.detail, {}, ticket)).headers.get('x-auth-token')!
      for (const secret of [ticket, token]) expect(t.logged.join('\n')).not.toContain(secret)
    }),
  )
})

test(
  'what has run out is swept: no phone, code or ticket stays behind',
  city.undone(async (t) => {
    const phone = await phoneOf(t, 'unit01')
    await t.call(auth.recover, { phone, checkCode: await codeFor(t, phone) })
    t.clock.pass(MINUTE + SECOND)
    await codeFor(t, phone)
    await t.call(auth.ticket, {}, await t.signIn('unit02'))
    t.clock.pass(10 * MINUTE)
    await sweep(t.deps)
    const left = await t.db.execute(sql`
      select 1 from sms_code union all select 1 from recovery union all select 1 from ticket`)
    expect(left.rows).toHaveLength(0)
  }),
)

describe('a session', () => {
  test.each([
    ['a second sign-in', (t: TestApi) => t.signIn('unit01')],
    ['signing out', (t: TestApi, token: string) => t.call(auth.signOut, {}, token)],
    [
      'a password change',
      (t: TestApi, token: string) =>
        t.call(auth.changePassword, { oldPassword: PASSWORD, newPassword: NEW, confirmPassword: NEW }, token),
    ],
    [
      'a reset',
      async (t: TestApi) => {
        const phone = await phoneOf(t, 'unit01')
        await t.call(auth.recover, { phone, checkCode: await codeFor(t, phone) })
        return t.call(auth.resetPassword, { phone, password: NEW, confirmPassword: NEW })
      },
    ],
    [
      'disabling the account',
      (t: TestApi) => t.db.execute(sql`update account set status = 1 where account = 'unit01'`),
    ],
  ])('is over after %s: its token works no more', (_how, end) =>
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      await end(t, token)
      expect(await works(t, token)).toBe(false)
      expect((await t.call(building.entered, {}, token)).status).toBe(401)
    })(),
  )
})

describe("the unit's secret", () => {
  const reveal = (t: TestApi, token: string, password: string) => t.call(auth.revealSecret, { password }, token)

  test(
    'is shown whole after the password, is its own unit’s, and the showing is audited without it',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { body } = await reveal(t, token, PASSWORD)
      const { secret } = body.data as { secret: string }
      const [own] = (
        await t.db.execute<{ secret: string; id: string }>(
          sql`select u.id, u.secret from unit u join account a on a.unit_id = u.id where a.account = 'unit01'`,
        )
      ).rows
      expect(secret).toBe(own!.secret)
      const audit = await t.db.execute(sql`
        select a.account, detail from audit join account a on a.id = audit.account_id
        where action = 'auth.revealSecret' and a.account = 'unit01'`)
      expect(audit.rows).toEqual([{ account: 'unit01', detail: { unitId: Number(own!.id) } }])
      expect(t.logged.join('\n')).not.toContain(secret)
    }),
  )

  test(
    'stays hidden from a wrong password, the eleventh time from the right one too, and from the authority',
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

describe('a thousand guesses at once, each from another address', () => {
  const address = (i: number) => `10.${i % 200}.${Math.floor(i / 200)}.7`

  test('of a password: at most ten are compared', { timeout: 180_000 }, async () => {
    const t = await city.lasting()
    const compared: string[] = []
    const real = { ...t.deps.passwords }
    Object.assign(t.deps.passwords, {
      verify: (_hash: string | null, plain: string) => {
        compared.push(plain)
        return Promise.resolve(plain === PASSWORD)
      },
    })
    try {
      const pictures: { photographToken: string }[] = []
      while (pictures.length < 1000) {
        const some = await Promise.all(
          Array.from({ length: 25 }, () => t.call(auth.picture, {}, null, address(pictures.length))),
        )
        pictures.push(...some.map(({ body }) => body.data))
      }
      const answers = await Promise.all(
        pictures.map(({ photographToken }, i) => {
          const password = i === 999 ? PASSWORD : `Wrong@${i}`
          const proof = { account: 'unit23', password, photographCode: PICTURE, photographToken }
          return t.call(auth.signIn, proof, null, address(i))
        }),
      )
      expect(compared.length).toBeLessThanOrEqual(10)
      expect(answers.filter(({ body }) => body.code === 400)).toHaveLength(compared.length)
      expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(0)
    } finally {
      Object.assign(t.deps.passwords, real)
    }
  })

  test('of a code: at most five are compared, the right one among the others opens nothing', async () => {
    const t = await city.lasting()
    const phone = await phoneOf(t, 'unit39')
    const code = await codeFor(t, phone)
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, i) => signInByPhone(t, phone, i === 999 ? code : notThe(code), address(i))),
    )
    const left = await t.db.execute(sql`select tries_left from sms_code where phone = ${phone}`)
    expect(left.rows).toEqual([{ tries_left: 0 }])
    expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(0)
    expect((await signInByPhone(t, phone, code)).body).toMatchObject(WRONG_CODE)
  })
})

describe('who guesses names', () => {
  test(
    'learns nothing: a known and an unknown account are answered alike, by either call, locked or not',
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
