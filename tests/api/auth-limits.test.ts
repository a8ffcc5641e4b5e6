import { sql } from 'drizzle-orm'
import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { DEMO_SECRET_KEY } from '#server/env.ts'
import { createSecrets } from '#server/secrets.ts'
import { openApi, PASSWORD, PICTURE, type TestApi } from '../support/api-context.ts'
import {
  codeFor,
  MINUTE,
  notThe,
  phoneOf,
  pictureOf,
  SECOND,
  signInByPhone,
  WRONG_CODE,
} from '../support/at-the-door.ts'
import { elsewhere, fetchPicture, guessPassword, withQuickHashes } from '../support/attackers.ts'
import { openBrowser } from '../support/browser.ts'

const city = await openApi()
afterAll(() => city.close())

const HOME = '192.0.2.1'
const OFFICE = '198.51.100.20'
const LOCKED = { code: 429, message: '登录失败次数过多，请 15 分钟后再试' }

/** A browser at home in which the account has signed in before. */
async function knownBrowser(t: TestApi, account: string, address = HOME) {
  const browser = openBrowser(t, address)
  expect((await browser.signIn(account, PASSWORD)).body.code).toBe(200)
  return browser
}

describe('wrong passwords', () => {
  test(
    'lock the pair of account and network: the eleventh is not read, nor the right one, for fifteen minutes',
    city.undone((t) =>
      withQuickHashes(t, async (compared) => {
        for (let i = 1; i <= 10; i++)
          expect((await guessPassword(t, 'unit01', `Wrong@${i}`, `198.51.100.${i}`)).body.code).toBe(400)
        expect((await guessPassword(t, 'unit01', PASSWORD, '198.51.100.99')).body).toMatchObject(LOCKED)
        expect(compared).toHaveLength(10)
        // The account elsewhere, and the network's other accounts, are open.
        expect((await guessPassword(t, 'unit01', PASSWORD, OFFICE.replace('51.100', '51.101'))).body.code).toBe(200)
        expect((await guessPassword(t, 'unit02', PASSWORD, '198.51.100.99')).body.code).toBe(200)
        t.clock.pass(15 * MINUTE + SECOND)
        expect((await guessPassword(t, 'unit01', PASSWORD, '198.51.100.99')).body.code).toBe(200)
      }),
    ),
  )

  test(
    'lock an account as a whole after a hundred in an hour, but never the browser that signed in before',
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
    'are forgotten by the hour: ninety-nine, then an hour, then ten are no lock of the account',
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
    'of a hundred over many accounts lock their network, but no browser in it that signed in before',
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
    'that a lock refuses count nowhere: one caller at a locked account locks no network',
    city.undone((t) =>
      withQuickHashes(t, async () => {
        for (let i = 0; i < 150; i++) await guessPassword(t, 'unit01', 'Wrong@1234', OFFICE)
        expect((await guessPassword(t, 'unit02', PASSWORD, OFFICE)).body.code).toBe(200)
      }),
    ),
  )

  test(
    'in a browser that signed in before are its own ten, which no other caller uses up',
    city.undone((t) =>
      withQuickHashes(t, async () => {
        const browser = await knownBrowser(t, 'unit01')
        for (let i = 1; i <= 10; i++) expect((await browser.signIn('unit01', `Wrong@${i}`)).body.code).toBe(400)
        expect((await browser.signIn('unit01', PASSWORD)).body).toMatchObject(LOCKED)
        // The same network without the cookie, and the same browser with another account, have theirs.
        expect((await guessPassword(t, 'unit01', PASSWORD, HOME)).body.code).toBe(200)
        expect((await browser.signIn('unit02', PASSWORD)).body.code).toBe(200)
        t.clock.pass(15 * MINUTE + SECOND)
        expect((await browser.signIn('unit01', PASSWORD)).body.code).toBe(200)
      }),
    ),
  )

  test(
    'after the right one begin anew, and leave the tries of others as they were',
    city.undone((t) =>
      withQuickHashes(t, async () => {
        for (let round = 0; round < 3; round++) {
          for (let i = 0; i < 9; i++) await guessPassword(t, 'unit01', 'Wrong@1234', HOME)
          expect((await guessPassword(t, 'unit01', PASSWORD, HOME)).body.code).toBe(200)
        }
        // Twenty-seven of the account's hundred are spent: seventy-three are left for all networks together.
        for (let i = 0; i < 73; i++)
          expect((await guessPassword(t, 'unit01', 'Wrong@1234', elsewhere(i))).body.code).toBe(400)
        expect((await guessPassword(t, 'unit01', 'Wrong@1234', elsewhere(99))).body.code).toBe(429)
      }),
    ),
  )

  test(
    'of anybody do not keep a signed-in person from changing their password',
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
    'a thousand at once from %s: no more than may be are compared',
    async (_where, from, most) => {
      const t = await city.lasting()
      await t.deps.limits.clearStarting('guess')
      // One after another: only the guesses come at once.
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
        // What the database cannot take at once is refused as a whole.
        expect(counted(400) + counted(429) + counted(503)).toBe(1000)
      })
      await t.deps.limits.clearStarting('guess')
    },
    180_000,
  )
})

describe('the cookie of a browser that signed in', () => {
  test(
    'is HttpOnly, for this site alone, and tells neither account nor person',
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
    'opens its own limit for the accounts of that browser alone, five at most',
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
  ])('gives nothing when it is %s', (_what, made) =>
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
    'that strangers ask for and guess at leave the code of its owner as it was',
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
    'serve the client that asked for them, wherever it has gone meanwhile, and no other',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const browser = openBrowser(t)
      const code = await codeFor(t, phone, browser)
      expect((await signInByPhone(t, phone, code, OFFICE)).body).toMatchObject(WRONG_CODE)
      expect((await signInByPhone(openBrowser(t, OFFICE), phone, code)).body).toMatchObject(WRONG_CODE)
      expect((await signInByPhone(browser.at(OFFICE), phone, code)).body.code).toBe(200)
      // A client without cookies is its network.
      t.clock.pass(MINUTE + SECOND)
      const other = await phoneOf(t, 'unit02')
      expect((await signInByPhone(t, other, await codeFor(t, other), HOME.replace(/1$/, '77'))).body.code).toBe(200)
    }),
  )

  test(
    'need no picture in a browser that signed in before, whatever strangers asked for',
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
      // Its limit is not the network's.
      expect((await t.call(auth.sendCode, { phone, ...(await pictureOf(t)) }, null, HOME)).body.code).toBe(200)
    }),
  )

  test(
    'to one phone need a picture from every stranger once thirty were sent in a day; nobody is refused',
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
    'that a picture code refuses count nowhere',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      for (let i = 0; i < 2; i++, t.clock.pass(MINUTE + SECOND)) await codeFor(t, phone)
      for (let i = 0; i < 40; i++) expect((await t.call(auth.sendCode, { phone })).body.code).toBe(400)
      for (let i = 3; i <= 10; i++, t.clock.pass(MINUTE + SECOND))
        expect((await t.call(auth.sendCode, { phone, ...(await pictureOf(t)) })).body.code).toBe(200)
    }),
  )

  test('a thousand guesses at once: five are compared, and the right one among the others opens nothing', async () => {
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
    'are guessed at a hundred times an hour in all, from however many networks',
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

test('whatever strangers do elsewhere, the owner of an account signs in by password and by code', async () => {
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

describe('whether an account exists', () => {
  /** What a call makes the server do, as far as a caller could measure it. */
  async function tracedBy(t: TestApi, name: string, phone: string) {
    const trace: string[] = []
    const { limits, passwords } = t.deps
    const [take, verify] = [limits.take, passwords.verify]
    const plain = (key: string) => key.replaceAll(name, 'NAME').replaceAll(phone, 'PHONE')
    Object.assign(limits, {
      take: (...args: Parameters<typeof take>) => (trace.push(`take ${plain(args[0])}`), take(...args)),
    })
    Object.assign(passwords, {
      verify: (...args: Parameters<typeof verify>) => (trace.push('verify'), verify(...args)),
    })
    const rows = async () =>
      Number((await t.db.execute<{ n: string }>(sql`select count(*) as n from audit`)).rows[0]!.n)
    const before = await rows()
    const answers = []
    const client = openBrowser(t, HOME)
    for (let i = 0; i < 12; i++) {
      answers.push((await guessPassword(t, name, 'Wrong@1234', HOME)).body)
      const { photographToken } = (await t.call(auth.picture, {}, null, elsewhere(i))).body.data as never
      const proof = { account: name, password: 'Wrong@1234', photographCode: '0000', photographToken }
      answers.push((await t.call(auth.unifiedSignIn, proof, null, elsewhere(i))).body)
      answers.push((await client.call(auth.sendCode, { phone })).body)
      answers.push((await client.call(auth.unifiedSignIn, { phone, checkCode: '12ab56' })).body)
      answers.push((await client.call(auth.recover, { phone, checkCode: '12ab56' })).body)
      t.clock.pass(MINUTE + SECOND)
    }
    Object.assign(limits, { take })
    Object.assign(passwords, { verify })
    return { answers, trace: trace.filter((line) => !line.includes('picture:')), rows: (await rows()) - before }
  }

  test(
    'shows neither in an answer nor in what is compared, counted and written',
    city.undone(async (t) => {
      const known = await tracedBy(t, 'unit01', await phoneOf(t, 'unit01'))
      await t.deps.limits.clearStarting('guess')
      await t.deps.limits.clearStarting('sms')
      const unknown = await tracedBy(t, 'nobody01', '13900000000')
      expect(known.trace.length).toBeGreaterThan(100)
      expect(unknown).toEqual(known)
    }),
  )
})
