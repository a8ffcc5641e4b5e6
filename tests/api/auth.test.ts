import { afterAll, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { auth } from '#contract/auth.ts'
import { building } from '#contract/building.ts'
import { openApi, PASSWORD, PICTURE, type TestApi } from '../support/api-context.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const city = await openApi()
afterAll(() => city.close())

async function tryToSignIn(t: TestApi, account: string, password: string, from?: string) {
  const { body } = await t.call(auth.picture, {})
  const { photographToken } = body.data as { photographToken: string }
  return t.call(auth.signIn, { account, password, photographCode: PICTURE, photographToken }, null, from)
}

describe('signing in', () => {
  test(
    'a unit signs in and reads its identity, with its secret masked',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { body } = await t.call(auth.detail, {}, token)
      expect(body.code).toBe(200)
      expect(body.data).toMatchObject({
        account: 'unit01',
        role: 'unit',
        isNeedModify: 1,
        isNeedEdit: 1,
        organLevel: null,
      })
      expect((body.data as { secret: string }).secret).toMatch(/^.{2}\*{12}.{2}$/)
    }),
  )

  test(
    'a unit at its first sign-in must change its password before any other call',
    city.undone(async (t) => {
      const token = await t.signIn('unitnew')
      expect((await t.call(auth.detail, {}, token)).body.data).toMatchObject({ isNeedModify: 0, isNeedEdit: 0 })
      const refused = await t.call(building.entered, {}, token)
      expect(refused.body).toMatchObject({ code: 403, message: '请先修改初始密码' })
      expect((await t.call(auth.signOut, {}, token)).body.code).toBe(200)
    }),
  )

  test(
    'a second sign-in ends the first session, whose next call is answered with that reason and HTTP 401',
    city.undone(async (t) => {
      const first = await t.signIn('unit01')
      const second = await t.signIn('unit01')
      const ended = await t.call(auth.detail, {}, first)
      expect(ended.status).toBe(401)
      expect(ended.body).toMatchObject({
        code: 401,
        message: '您的账号已在其他设备登录!',
        msg: '您的账号已在其他设备登录!',
      })
      expect((await t.call(auth.detail, {}, second)).body.code).toBe(200)
    }),
  )

  test(
    'a session ends on sign-out, after a week without a call and after thirty days',
    city.undone(async (t) => {
      const out = await t.signIn('unit01')
      await t.call(auth.signOut, {}, out)
      expect((await t.call(auth.detail, {}, out)).body.code).toBe(401)

      const idle = await t.signIn('unit01')
      t.clock.pass(8 * DAY)
      expect((await t.call(auth.detail, {}, idle)).body.code).toBe(401)

      const busy = await t.signIn('unit01')
      for (let day = 0; day < 29; day += 5) {
        t.clock.pass(5 * DAY)
        expect((await t.call(auth.detail, {}, busy)).body.code).toBe(200)
      }
      t.clock.pass(DAY)
      expect((await t.call(auth.detail, {}, busy)).body.code).toBe(401)
    }),
  )

  test(
    'a captcha is valid once and for five minutes',
    city.undone(async (t) => {
      const { body } = await t.call(auth.picture, {})
      const { photographToken } = body.data as { photographToken: string }
      const answer = { account: 'unit01', password: PASSWORD, photographCode: PICTURE, photographToken }
      expect((await t.call(auth.signIn, answer)).body.code).toBe(200)
      expect((await t.call(auth.signIn, answer)).body).toMatchObject({
        code: 400,
        errors: { photographCode: '验证码错误或已过期' },
      })
      const late = await t.call(auth.picture, {})
      t.clock.pass(5 * MINUTE + 1)
      const lateToken = (late.body.data as { photographToken: string }).photographToken
      expect((await t.call(auth.signIn, { ...answer, photographToken: lateToken })).body.code).toBe(400)
    }),
  )

  test(
    'a network that requests captchas too often waits a minute, others do not',
    city.undone(async (t) => {
      const ask = async (from: string) => (await t.call(auth.picture, {}, null, from)).body.code
      for (let i = 0; i < 120; i++) expect(await ask('192.0.2.9')).toBe(200)
      expect([await ask('192.0.2.9'), await ask('192.0.2.10')]).toEqual([429, 200])
      t.clock.pass(MINUTE)
      expect(await ask('192.0.2.9')).toBe(200)
    }),
  )

  test(
    'a disabled account is rejected after its password was correct',
    city.undone(async (t) => {
      await t.db.execute(sql`update account set status = 1 where account = 'unit02'`)
      expect((await tryToSignIn(t, 'unit02', PASSWORD)).body.code).toBe(403)
      expect((await tryToSignIn(t, 'unit02', 'wrong')).body.message).toBe(
        '账号或密码错误，请核对；忘记密码请点击“忘记密码”',
      )
    }),
  )
})

describe('guessing a password', () => {
  test(
    'a known and an unknown account are answered alike',
    city.undone(async (t) => {
      const known = await tryToSignIn(t, 'unit01', 'Wrong@1234')
      const unknown = await tryToSignIn(t, 'nobody', 'Wrong@1234')
      expect(unknown.body).toEqual(known.body)
    }),
  )
})

describe('a change during a sign-in', () => {
  test.each([
    ['a password that is changed', sql`update account set password_hash = 'x' where account = 'unit02'`, 400],
    ['an account that is disabled', sql`update account set status = 1 where account = 'unit02'`, 403],
  ])('%s between the comparison and the session starts no session', (_what, change, code) =>
    city.undone(async (t) => {
      const { verify } = t.deps.passwords
      Object.assign(t.deps.passwords, {
        verify: async (hash: string | null, plain: string) => {
          const right = await verify(hash, plain)
          await t.db.execute(change)
          return right
        },
      })
      try {
        expect((await tryToSignIn(t, 'unit02', PASSWORD)).body.code).toBe(code)
        expect((await t.db.execute(sql`select 1 from session`)).rows).toEqual([])
      } finally {
        Object.assign(t.deps.passwords, { verify })
      }
    })(),
  )
})

describe('stored data', () => {
  test(
    'a token is stored as a hash only and is in no log line, and each sign-in adds an audit row',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      await t.call(auth.detail, {}, token)
      const rows = await t.db.execute(sql`select row_to_json(session)::text as row from session`)
      expect(JSON.stringify(rows.rows)).not.toContain(token)
      const log = t.logged.join('\n')
      expect(log).toContain('auth.signIn')
      expect(log).not.toContain(token)
      expect(log).not.toContain(PASSWORD)
      const audit = await t.db.execute(sql`select action, detail from audit where action = 'auth.signIn'`)
      expect(audit.rows).toEqual([{ action: 'auth.signIn', detail: { account: 'unit01' } }])
    }),
  )

  test(
    'the audit rejects changes',
    city.undone(async (t) => {
      await t.signIn('unit01')
      await expect(t.db.transaction((tx) => tx.execute(sql`update audit set action = 'x'`))).rejects.toThrow(
        /Failed query/,
      )
      await expect(t.db.transaction((tx) => tx.execute(sql`delete from audit`))).rejects.toThrow(/Failed query/)
    }),
  )
})
