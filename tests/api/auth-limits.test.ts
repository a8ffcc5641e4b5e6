import { sql } from 'drizzle-orm'
import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { account as accounts, type HandedOut } from '#contract/account.ts'
import { auth } from '#contract/auth.ts'
import { DEMO_SECRET_KEY } from '#server/platform/env.ts'
import { createSecrets } from '#server/platform/secrets.ts'
import { openApi, PASSWORD, PICTURE, type TestApi } from '../support/api-context.ts'
import {
  changePassword,
  codeFor,
  MINUTE,
  NEW,
  notThe,
  phoneOf,
  pictureOf,
  recoverPassword,
  SECOND,
  signInByPhone,
  WRONG_CODE,
} from '../support/sign-in-pages.ts'
import { elsewhere, fetchPicture, guessPassword, withQuickHashes } from '../support/attackers.ts'
import { openBrowser } from '../support/browser.ts'

const city = await openApi()
afterAll(() => city.close())

const HOME = '192.0.2.1'
const OFFICE = '198.51.100.20'
const LOCKED = { code: 429, message: '登录失败次数过多，请 15 分钟后再试，或改用手机登录' }

async function knownBrowser(t: TestApi, account: string, address = HOME) {
  const browser = openBrowser(t, address)
  expect((await browser.signIn(account, PASSWORD)).body.code).toBe(200)
  return browser
}

describe('wrong passwords', () => {
  test(
    'lock the pair of account and network for fifteen minutes: the eleventh is not compared, nor the correct one',
    city.undone((t) =>
      withQuickHashes(t, async (compared) => {
        for (let i = 1; i <= 10; i++)
          expect((await guessPassword(t, 'unit01', `Wrong@${i}`, `198.51.100.${i}`)).body.code).toBe(400)
        expect((await guessPassword(t, 'unit01', PASSWORD, '198.51.100.99')).body).toMatchObject(LOCKED)
        expect(compared).toHaveLength(10)
        expect((await guessPassword(t, 'unit01', PASSWORD, OFFICE.replace('51.100', '51.101'))).body.code).toBe(200)
        expect((await guessPassword(t, 'unit02', PASSWORD, '198.51.100.99')).body.code).toBe(200)
        t.clock.pass(15 * MINUTE + SECOND)
        expect((await guessPassword(t, 'unit01', PASSWORD, '198.51.100.99')).body.code).toBe(200)
      }),
    ),
  )

  test(
    'lock an account after a hundred in an hour, except in a browser that signed in before',
    city.undone((t) =>
      withQuickHashes(t, async (compared) => {
        const browser = await knownBrowser(t, 'unit01')
        for (let i = 0; i < 100; i++)
          expect((await guessPassword(t, 'unit01', 'Wrong@1234', elsewhere(i))).body.code).toBe(400)
        expect((await guessPassword(t, 'unit01', PASSWORD, OFFICE)).body).toMatchObject(LOCKED)
        expect(compared).toHaveLength(101)
        expect((await browser.signIn('unit01', PASSWORD)).body.code).toBe(200)
        t.clock.pass(15 * MINUTE + SECOND)
        expect((await guessPassword(t, 'unit01', PASSWORD, OFFICE)).body.code).toBe(200)
      }),
    ),
  )

  test(
    'are counted for an hour: ninety-nine, then ten an hour later, do not lock the account',
    city.undone((t) =>
      withQuickHashes(t, async () => {
        for (let i = 0; i < 99; i++) await guessPassword(t, 'unit01', 'Wrong@1234', elsewhere(i))
        t.clock.pass(60 * MINUTE)
        for (let i = 0; i < 10; i++) await guessPassword(t, 'unit01', 'Wrong@1234', elsewhere(i))
        expect((await guessPassword(t, 'unit01', PASSWORD, OFFICE)).body.code).toBe(200)
      }),
    ),
  )

  test(
    'over many accounts lock their network after a hundred, except for browsers that signed in before',
    city.undone((t) =>
      withQuickHashes(t, async () => {
        const browser = await knownBrowser(t, 'unit02', OFFICE)
        for (let i = 0; i < 100; i++) await guessPassword(t, `guess${i}`, 'Wrong@1234', OFFICE)
        expect((await guessPassword(t, 'unit01', PASSWORD, OFFICE)).body).toMatchObject(LOCKED)
        expect((await guessPassword(t, 'unit01', PASSWORD, HOME)).body.code).toBe(200)
        expect((await browser.signIn('unit02', PASSWORD)).body.code).toBe(200)
      }),
    ),
  )

  test(
    'rejected by a lock are not counted: attempts on a locked account do not lock the network',
    city.undone((t) =>
      withQuickHashes(t, async () => {
        for (let i = 0; i < 150; i++) await guessPassword(t, 'unit01', 'Wrong@1234', OFFICE)
        expect((await guessPassword(t, 'unit02', PASSWORD, OFFICE)).body.code).toBe(200)
      }),
    ),
  )

  test(
    'in a browser that signed in before have their own limit of ten, independent of other callers',
    city.undone((t) =>
      withQuickHashes(t, async () => {
        const browser = await knownBrowser(t, 'unit01')
        for (let i = 1; i <= 10; i++) expect((await browser.signIn('unit01', `Wrong@${i}`)).body.code).toBe(400)
        expect((await browser.signIn('unit01', PASSWORD)).body).toMatchObject(LOCKED)
        // Limits of their own.
        expect((await guessPassword(t, 'unit01', PASSWORD, HOME)).body.code).toBe(200)
        expect((await browser.signIn('unit02', PASSWORD)).body.code).toBe(200)
        t.clock.pass(15 * MINUTE + SECOND)
        expect((await browser.signIn('unit01', PASSWORD)).body.code).toBe(200)
      }),
    ),
  )

  test(
    'restart at zero after the correct one, and the attempts of others remain',
    city.undone((t) =>
      withQuickHashes(t, async () => {
        for (let round = 0; round < 3; round++) {
          for (let i = 0; i < 9; i++) await guessPassword(t, 'unit01', 'Wrong@1234', HOME)
          expect((await guessPassword(t, 'unit01', PASSWORD, HOME)).body.code).toBe(200)
        }
        // Seventy-three remain for all networks.
        for (let i = 0; i < 73; i++)
          expect((await guessPassword(t, 'unit01', 'Wrong@1234', elsewhere(i))).body.code).toBe(400)
        expect((await guessPassword(t, 'unit01', 'Wrong@1234', elsewhere(99))).body.code).toBe(429)
      }),
    ),
  )

  test(
    'of others do not prevent a signed-in user from changing the password',
    city.undone((t) =>
      withQuickHashes(t, async () => {
        const token = await t.signIn('unit01')
        for (let i = 0; i < 110; i++) await guessPassword(t, 'unit01', 'Wrong@1234', elsewhere(i))
        const input = { oldPassword: PASSWORD, newPassword: 'Neu@2026fire', confirmPassword: 'Neu@2026fire' }
        expect((await t.call(auth.changePassword, input, token)).body.code).toBe(200)
      }),
    ),
  )

  test.each([
    ['one network', () => OFFICE, 10],
    ['a thousand networks', elsewhere, 100],
  ])(
    'a thousand at once from %s: no more than the limit are compared',
    async (_where, from, most) => {
      const t = await city.lasting()
      await t.deps.limits.clearStarting('guess')
      const pictures: string[] = []
      while (pictures.length < 1000) pictures.push(await fetchPicture(t))
      await withQuickHashes(t, async (compared) => {
        const answers = await Promise.all(
          pictures.map((photographToken, i) => {
            const password = i === 999 ? PASSWORD : `Wrong@${i}`
            const input = { account: 'unit23', password, photographCode: PICTURE, photographToken }
            return t.call(auth.signIn, input, null, from(i))
          }),
        )
        const counted = (code: number) => answers.filter(({ body }) => body.code === code).length
        expect(compared.length).toBeLessThanOrEqual(most)
        expect([counted(200), counted(400) <= compared.length]).toEqual([0, true])
        // Beyond the database's capacity.
        expect(counted(400) + counted(429) + counted(503)).toBe(1000)
      })
      await t.deps.limits.clearStarting('guess')
    },
    180_000,
  )
})

describe('wrong repeated passwords of a signed-in user', () => {
  async function lock(t: TestApi) {
    const token = await t.signIn('unit01')
    for (let i = 0; i < 10; i++) expect((await changePassword(t, token, NEW, 'Wrong@1234')).body.code).toBe(400)
    const { body } = await changePassword(t, token, NEW)
    expect(body).toMatchObject({ code: 429, message: '密码输错次数过多，请 15 分钟后再试' })
  }

  test(
    'no longer lock the forced change after the authority reset the password',
    city.undone(async (t) => {
      await lock(t)
      const { rows } = await t.db.execute<{ id: string }>(sql`select id from account where account = 'unit01'`)
      const { body } = await t.call(accounts.resetPassword, { id: rows[0]!.id }, await t.signIn('zhidui'))
      const { password } = body.data as unknown as HandedOut
      const fresh = await t.signIn('unit01', password)
      expect((await changePassword(t, fresh, NEW, password)).body.code).toBe(200)
    }),
  )

  test(
    'no longer lock a change after the password was recovered by phone',
    city.undone(async (t) => {
      await lock(t)
      await recoverPassword(t, 'unit01', NEW)
      const fresh = await t.signIn('unit01', NEW)
      expect((await changePassword(t, fresh, 'Alt@2027wasser', NEW)).body.code).toBe(200)
    }),
  )
})

describe('the cookie of a browser that signed in', () => {
  test(
    'is HttpOnly, same-site, and reveals neither account nor person',
    city.undone(async (t) => {
      const { headers } = await guessPassword(t, 'unit01', PASSWORD, HOME)
      const [line = ''] = headers.getSetCookie()
      expect(line).toMatch(/^browser=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict$/)
      expect(line).not.toContain('unit01')
      const { rows } = await t.db.execute<{ id: string }>(sql`select id from account where account = 'unit01'`)
      const [, , sealed = ''] = line.split(';')[0]!.split('.')
      expect(Buffer.from(sealed, 'base64url').toString()).not.toContain(rows[0]!.id)
    }),
  )

  test(
    'gives a separate limit to the accounts of that browser only, five at most',
    city.undone((t) =>
      withQuickHashes(t, async () => {
        const browser = openBrowser(t)
        const all = ['unit01', 'unit02', 'unit05', 'unit06', 'unit13', 'unit23']
        for (const name of all) expect((await browser.signIn(name, PASSWORD)).body.code).toBe(200)
        for (const name of [...all, 'unit39'])
          for (let i = 0; i < 10; i++) await guessPassword(t, name, 'Wrong@1234', HOME)
        const codes = []
        for (const name of [...all, 'unit39']) codes.push((await browser.signIn(name, PASSWORD)).body.code)
        expect(codes).toEqual([429, 200, 200, 200, 200, 200, 429])
      }),
    ),
  )

  test.each([
    ['a made-up one', () => 'browser 1 11'],
    ['one of another installation', () => createSecrets('ab'.repeat(32)).seal('browser x 11')],
    ['another sealed text of this one', () => createSecrets(DEMO_SECRET_KEY).seal('other x 11')],
    ['an empty one', () => ''],
  ])('has no effect when it is %s', (_what, made) =>
    city.undone((t) =>
      withQuickHashes(t, async () => {
        const { rows } = await t.db.execute<{ id: string }>(sql`select id from account where account = 'unit01'`)
        expect(rows[0]!.id).toBe('11')
        for (let i = 0; i < 10; i++) await guessPassword(t, 'unit01', 'Wrong@1234', HOME)
        const cookie = `browser=${encodeURIComponent(made())}`
        expect((await guessPassword(t, 'unit01', PASSWORD, HOME, cookie)).body.code).toBe(429)
      }),
    )(),
  )
})

describe('codes by SMS', () => {
  test(
    'that others request and guess leave the code of the owner valid',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const browser = openBrowser(t)
      const code = await codeFor(t, phone, browser)
      for (let i = 0; i < 20; i++) {
        const from = elsewhere(i)
        expect((await t.call(auth.sendCode, { phone }, null, from)).body.code).toBe(200)
        for (let tries = 0; tries < 3; tries++)
          expect((await signInByPhone(t, phone, notThe(code), from)).body).toMatchObject(WRONG_CODE)
      }
      expect((await signInByPhone(browser, phone, code)).body.code).toBe(200)
    }),
  )

  test(
    'are valid for the client that requested them on any network, and for no other client',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const browser = openBrowser(t)
      const code = await codeFor(t, phone, browser)
      expect((await signInByPhone(t, phone, code, OFFICE)).body).toMatchObject(WRONG_CODE)
      expect((await signInByPhone(openBrowser(t, OFFICE), phone, code)).body).toMatchObject(WRONG_CODE)
      expect((await signInByPhone(browser.at(OFFICE), phone, code)).body.code).toBe(200)
      // Without cookies: the network.
      t.clock.pass(MINUTE + SECOND)
      const other = await phoneOf(t, 'unit02')
      expect((await signInByPhone(t, other, await codeFor(t, other), HOME.replace(/1$/, '77'))).body.code).toBe(200)
    }),
  )

  test(
    'need no captcha in a browser that signed in before, whatever others requested',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const browser = await knownBrowser(t, 'unit01')
      for (let i = 0; i < 2; i++) {
        expect((await t.call(auth.sendCode, { phone }, null, HOME)).body.code).toBe(200)
        t.clock.pass(MINUTE + SECOND)
      }
      expect((await t.call(auth.sendCode, { phone }, null, HOME)).body.code).toBe(400)
      for (let i = 0; i < 10; i++) {
        expect((await browser.call(auth.sendCode, { phone })).body.code).toBe(200)
        t.clock.pass(MINUTE + SECOND)
      }
      expect((await browser.call(auth.sendCode, { phone })).body.code).toBe(429)
      expect((await t.call(auth.sendCode, { phone, ...(await pictureOf(t)) }, null, HOME)).body.code).toBe(200)
    }),
  )

  test(
    'to one phone need a captcha from unknown clients after thirty in a day, and are never blocked',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const browser = await knownBrowser(t, 'unit01')
      for (let i = 0; i < 30; i++)
        expect((await t.call(auth.sendCode, { phone }, null, elsewhere(i))).body.code).toBe(200)
      expect((await t.call(auth.sendCode, { phone }, null, OFFICE)).body).toMatchObject({
        code: 400,
        errors: { photographCode: '请输入图形验证码' },
      })
      const shown = { phone, ...(await pictureOf(t)) }
      expect((await t.call(auth.sendCode, shown, null, OFFICE)).body.code).toBe(200)
      expect((await browser.call(auth.sendCode, { phone })).body.code).toBe(200)
      const other = await phoneOf(t, 'unit02')
      expect((await t.call(auth.sendCode, { phone: other }, null, OFFICE)).body.code).toBe(200)
    }),
  )

  test(
    'rejected by the captcha are not counted',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      for (let i = 0; i < 2; i++, t.clock.pass(MINUTE + SECOND)) await codeFor(t, phone)
      for (let i = 0; i < 40; i++) expect((await t.call(auth.sendCode, { phone })).body.code).toBe(400)
      for (let i = 3; i <= 10; i++, t.clock.pass(MINUTE + SECOND))
        expect((await t.call(auth.sendCode, { phone, ...(await pictureOf(t)) })).body.code).toBe(200)
    }),
  )

  test('of a thousand concurrent guesses five are compared, and the correct one among the rest fails', async () => {
    const t = await city.lasting()
    const phone = await phoneOf(t, 'unit39')
    const browser = openBrowser(t)
    const code = await codeFor(t, phone, browser)
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, i) =>
        signInByPhone(
          i % 2 === 0 ? browser : t,
          phone,
          i > 900 ? code : notThe(code),
          i % 2 === 0 ? HOME : elsewhere(i),
        ),
      ),
    )
    expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(0)
    const left = await t.db.execute(sql`select min(tries_left) as least from phone_code where phone = ${phone}`)
    expect(left.rows).toEqual([{ least: 0 }])
    expect((await signInByPhone(browser, phone, code)).body.code).not.toBe(200)
  })

  test(
    'allow a hundred guesses an hour in all, from any number of networks',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const browser = await knownBrowser(t, 'unit01')
      for (let i = 0; i < 100; i++)
        expect((await signInByPhone(t, phone, '000000', elsewhere(i))).body).toMatchObject(WRONG_CODE)
      expect((await signInByPhone(t, phone, '000000', OFFICE)).body).toMatchObject(LOCKED)
      const code = await codeFor(t, phone, browser)
      expect((await signInByPhone(browser, phone, code)).body.code).toBe(200)
    }),
  )
})

test('attempts of others do not stop the owner of an account from signing in by password and by code', async () => {
  const t = await city.lasting()
  const phone = await phoneOf(t, 'unit06')
  const act = record({
    what: constantFrom('password', 'send', 'code', 'recover', 'reset'),
    from: integer({ min: 0, max: 30 }),
  })
  await withQuickHashes(t, () =>
    assert(
      asyncProperty(array(act, { minLength: 1, maxLength: 90 }), async (acts) => {
        for (const key of ['guess', 'sms', 'recover']) await t.deps.limits.clearStarting(key)
        const owner = openBrowser(t, HOME)
        const code = await codeFor(t, phone, owner)
        for (const { what, from } of acts) {
          const address = elsewhere(from)
          const password = 'Neu@2026fire'
          if (what === 'password') await guessPassword(t, 'unit06', 'Wrong@1234', address)
          if (what === 'send') await t.call(auth.sendCode, { phone }, null, address)
          if (what === 'code') await signInByPhone(t, phone, '000000', address)
          if (what === 'recover') await t.call(auth.recover, { phone, checkCode: '000000' }, null, address)
          if (what === 'reset')
            await t.call(auth.resetPassword, { phone, password, confirmPassword: password }, null, address)
        }
        expect((await signInByPhone(owner, phone, code)).body.code).toBe(200)
        expect((await guessPassword(t, 'unit06', PASSWORD, OFFICE)).body.code).toBe(200)
      }),
      { numRuns: 20 },
    ),
  )
}, 300_000)
