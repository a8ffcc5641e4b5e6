import { eq, like } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { hashToken } from '#server/platform/session.ts'
import { session } from '#server/schema/session.table.ts'
import { phoneCode } from '#server/schema/sms-code.table.ts'
import { openApi, PASSWORD, type TestApi } from '../support/api-context.ts'
import {
  codeFor,
  MINUTE,
  NEW,
  phoneOf,
  recoverPassword,
  SECOND,
  signInByPhone,
  WRONG_CODE,
} from '../support/sign-in-pages.ts'
import { elsewhere } from '../support/attackers.ts'
import { openBrowser } from '../support/browser.ts'

const city = await openApi()
afterAll(() => city.close())

/** Before it is used up. */
function beforeCodeIsUsed(t: TestApi, change: () => Promise<unknown>): void {
  const { db } = t.deps
  const remove: typeof db.delete = (table) => {
    const query = db.delete(table)
    const run = query.execute.bind(query)
    return Object.assign(query, {
      execute: async (...given: Parameters<typeof run>) => {
        await change()
        return run(...given)
      },
    })
  }
  const hooked = new Proxy(db, {
    get: (target, name): unknown => (name === 'delete' ? remove : Reflect.get(target, name, target)),
  })
  Object.assign(t.deps, { db: hooked })
}

describe('a code by SMS that is right opens nothing', () => {
  test(
    'once another call of its client has used it',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const code = await codeFor(t, phone)
      beforeCodeIsUsed(t, () => t.db.delete(phoneCode).where(eq(phoneCode.phone, phone)))
      expect((await signInByPhone(t, phone, code)).body).toMatchObject(WRONG_CODE)
    }),
  )

  test(
    'once its client was sent a newer one',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const code = await codeFor(t, phone)
      beforeCodeIsUsed(t, () =>
        t.db.update(phoneCode).set({ codeHash: 'newer' }).where(like(phoneCode.caller, 'network:%')),
      )
      expect((await signInByPhone(t, phone, code)).body).toMatchObject(WRONG_CODE)
    }),
  )
})

describe('a request for a code that the picture code refuses', () => {
  const ask = async (t: TestApi, phone: string, from: string) =>
    (await t.call(auth.sendCode, { phone }, null, from)).body.code

  test(
    'is none of the thirty a day that strangers may make without one',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      for (let i = 0; i < 2; i++, t.clock.pass(MINUTE + SECOND)) expect(await ask(t, phone, elsewhere(0))).toBe(200)
      for (let i = 0; i < 40; i++) expect(await ask(t, phone, elsewhere(0))).toBe(400)
      for (let i = 1; i <= 28; i++) expect(await ask(t, phone, elsewhere(i))).toBe(200)
      expect(await ask(t, phone, elsewhere(29))).toBe(400)
    }),
  )

  test(
    'once those thirty were made makes room for none, and is none of its caller’s own',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      for (let i = 0; i < 30; i++) expect(await ask(t, phone, elsewhere(i))).toBe(200)
      for (let i = 0; i < 30; i++) expect(await ask(t, phone, elsewhere(30))).toBe(400)
    }),
  )
})

test(
  'each browser that signed in before has its own limit for codes',
  city.undone(async (t) => {
    const phone = await phoneOf(t, 'unit01')
    for (const browser of [openBrowser(t), openBrowser(t)]) {
      await browser.signIn('unit01', PASSWORD)
      expect((await browser.call(auth.sendCode, { phone })).body.code).toBe(200)
    }
  }),
)

test(
  'a recovered password ends the session with that reason',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    await recoverPassword(t, 'unit01', NEW)
    const ended = await t.db
      .select({ endReason: session.endReason })
      .from(session)
      .where(eq(session.tokenHash, hashToken(token)))
    expect(ended).toEqual([{ endReason: 'password' }])
  }),
)
