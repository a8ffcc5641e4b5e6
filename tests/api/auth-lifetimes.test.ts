import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { SIGNED_IN_ELSEWHERE } from '#contract/errors.ts'
import { findLiveSession, hashToken, liveSessions } from '#server/platform/session.ts'
import { download } from '#server/schema/download.table.ts'
import { session } from '#server/schema/session.table.ts'
import { ticket } from '#server/schema/ticket.table.ts'
import { DAY, MINUTE, phoneOf, SECOND, signInByPhone, codeFor, ticketOf, works } from '../support/sign-in-pages.ts'
import { openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

const OVER = { code: 401, message: '登录已失效，请重新登录' }

const rowOf = async (t: TestApi, token: string) =>
  (
    await t.db
      .select()
      .from(session)
      .where(eq(session.tokenHash, hashToken(token)))
  )[0]!

async function live(t: TestApi, token: string): Promise<string | null> {
  const hash = hashToken(token)
  const found = await findLiveSession(t.db, hash, t.clock.now())
  expect(await liveSessions(t.db, [hash], t.clock.now())).toEqual(new Set(found ? [hash] : []))
  return found?.account ?? null
}

async function accountId(t: TestApi, account: string): Promise<number> {
  const found = await t.db.execute<{ id: string }>(sql`select id from account where account = ${account}`)
  return Number(found.rows[0]!.id)
}

describe('a session', () => {
  test(
    'ends after exactly a week without a call, to the millisecond',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      t.clock.pass(7 * DAY)
      expect(await live(t, token)).toBe('unit01')
      expect(await works(t, token)).toBe(true)
      t.clock.pass(7 * DAY + 1)
      expect(await live(t, token)).toBeNull()
      expect((await t.call(auth.detail, {}, token)).body).toMatchObject(OVER)
      expect(await rowOf(t, token)).toMatchObject({ endReason: 'expired', endedAt: t.clock.now() })
    }),
  )

  test(
    'ends after exactly thirty days, whatever its activity',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      for (let day = 0; day < 30; day += 6) {
        t.clock.pass(6 * DAY)
        expect(await works(t, token)).toBe(true)
      }
      expect(await live(t, token)).toBe('unit01')
      t.clock.pass(1)
      expect(await live(t, token)).toBeNull()
      expect((await t.call(auth.detail, {}, token)).body).toMatchObject(OVER)
    }),
  )

  test(
    'stores the time of a call once the stored one is more than five minutes old, in its own row only',
    city.undone(async (t) => {
      const [token, other] = [await t.signIn('unit01'), await t.signIn('unit02')]
      const begun = t.clock.now()
      expect(await rowOf(t, token)).toMatchObject({ createdAt: begun, lastSeenAt: begun, address: '192.0.2.1' })
      t.clock.pass(5 * MINUTE)
      await works(t, token)
      expect((await rowOf(t, token)).lastSeenAt).toEqual(begun)
      t.clock.pass(1)
      await live(t, token)
      expect((await rowOf(t, token)).lastSeenAt).toEqual(begun)
      await works(t, token)
      expect((await rowOf(t, token)).lastSeenAt).toEqual(t.clock.now())
      expect((await rowOf(t, other)).lastSeenAt).toEqual(begun)
    }),
  )

  test(
    'that ended answers its own token with its own reason, whatever ended later sessions',
    city.undone(async (t) => {
      const first = await t.signIn('unit01')
      const second = await t.signIn('unit01')
      const replacedAt = t.clock.now()
      t.clock.pass(SECOND)
      await t.call(auth.signOut, {}, second)
      expect((await t.call(auth.detail, {}, first)).body).toMatchObject({ code: 401, message: SIGNED_IN_ELSEWHERE })
      expect((await t.call(auth.detail, {}, second)).body).toMatchObject(OVER)
      expect(await rowOf(t, first)).toMatchObject({ endReason: 'replaced', endedAt: replacedAt })
      expect(await rowOf(t, second)).toMatchObject({ endReason: 'signed-out', endedAt: t.clock.now() })
      expect([await live(t, first), await live(t, second)]).toEqual([null, null])
    }),
  )

  test(
    'of a disabled account is rejected even if its row has no end; an unknown token has no session',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      expect(await live(t, token)).toBe('unit01')
      await t.db.execute(sql`update account set status = 1 where account = 'unit01'`)
      expect(await live(t, token)).toBeNull()
      expect((await t.call(auth.detail, {}, token)).body).toMatchObject(OVER)
      expect(await live(t, 'no-such-token')).toBeNull()
      expect((await t.call(auth.detail, {}, 'no-such-token')).body).toMatchObject(OVER)
    }),
  )

  test(
    'is found among others that ended, expired or belong to disabled accounts',
    city.undone(async (t) => {
      const idle = await t.signIn('unit05')
      t.clock.pass(6 * DAY)
      const [active, signedOut, disabled] = [
        await t.signIn('unit01'),
        await t.signIn('unit02'),
        await t.signIn('isv01'),
      ]
      t.clock.pass(DAY + 1)
      await t.call(auth.signOut, {}, signedOut)
      await t.db.execute(sql`update account set status = 1 where account = 'isv01'`)
      const hashes = [idle, active, signedOut, disabled, 'no-such-token'].map(hashToken)
      expect(await liveSessions(t.db, hashes, t.clock.now())).toEqual(new Set([hashToken(active)]))
      expect(await liveSessions(t.db, [], t.clock.now())).toEqual(new Set())
    }),
  )

  test(
    'ends with its tickets and download URLs; those of other accounts and their sessions remain',
    city.undone(async (t) => {
      const tokens = { unit01: await t.signIn('unit01'), unit02: await t.signIn('unit02') }
      const now = t.clock.now()
      const later = new Date(now.getTime() + MINUTE)
      const longGone = new Date(now.getTime() - DAY)
      const tickets = { unit01: await ticketOf(t, tokens.unit01), unit02: await ticketOf(t, tokens.unit02) }
      const file = { fileKey: 'x', fileName: 'x', contentType: 'text/plain' }
      const [own, other] = [await accountId(t, 'unit01'), await accountId(t, 'unit02')]
      await t.db.insert(download).values([
        { ...file, ticketHash: 'own', accountId: own, expiresAt: later },
        { ...file, ticketHash: 'old', accountId: own, expiresAt: longGone },
        { ...file, ticketHash: 'other', accountId: other, expiresAt: later },
      ])
      await t.call(auth.signOut, {}, tokens.unit01)
      expect(await works(t, tokens.unit02)).toBe(true)
      const rows = await t.db
        .select({ hash: download.ticketHash, expiresAt: download.expiresAt, usedAt: download.usedAt })
        .from(download)
        .orderBy(download.ticketHash)
      expect(rows).toEqual([
        { hash: 'old', expiresAt: longGone, usedAt: null },
        { hash: 'other', expiresAt: later, usedAt: null },
        { hash: 'own', expiresAt: now, usedAt: new Date(now.getTime() - 10 * MINUTE) },
      ])
      expect(await t.db.select({ of: ticket.accountId }).from(ticket)).toEqual([{ of: other }])
      expect(await works(t, tickets.unit02)).toBe(true)
    }),
  )

  test(
    'has the role, level, district, unit and pending requirements of its account',
    city.undone(async (t) => {
      const read = async (account: string) => {
        const token = await t.signIn(account)
        const found = await findLiveSession(t.db, hashToken(token), t.clock.now())
        expect(found?.tokenHash).toBe(hashToken(token))
        return found
      }
      expect(await read('unit01')).toMatchObject({
        account: 'unit01',
        accountId: await accountId(t, 'unit01'),
        actor: { role: 'unit', organLevel: null },
        organId: null,
        providerId: null,
        county: null,
        owesPassword: false,
        owesInformation: false,
      })
      expect(await read('unitnew')).toMatchObject({ owesPassword: true, owesInformation: true })
      expect(await read('jingan')).toMatchObject({
        actor: { role: 'government', organLevel: 3 },
        unitId: null,
        county: '310106',
        owesInformation: false,
      })
      expect((await read('isv01'))?.providerId).toEqual(expect.any(Number))
    }),
  )
})

describe('a ticket', () => {
  test(
    'is valid until the last millisecond of its minute; an expired, used or invented one is answered as an ended session',
    city.undone(async (t) => {
      const first = await ticketOf(t, await t.signIn('unit01'))
      t.clock.pass(MINUTE - 1)
      const entry = await t.call(auth.detail, {}, first)
      expect(entry.body.code).toBe(200)
      expect(await works(t, entry.headers.get('x-auth-token')!)).toBe(true)
      const late = await ticketOf(t, entry.headers.get('x-auth-token')!)
      t.clock.pass(MINUTE)
      for (const value of [first, late, 'made-up']) {
        const answer = await t.call(auth.detail, {}, value)
        expect([answer.headers.get('x-auth-token'), answer.body]).toMatchObject([null, OVER])
      }
    }),
  )

  test(
    'opens its own account while other accounts have tickets, too',
    city.undone(async (t) => {
      const names = ['unit01', 'unit02', 'unit05'] as const
      const tickets = []
      for (const name of names) tickets.push(await ticketOf(t, await t.signIn(name)))
      for (const [at, value] of tickets.entries())
        expect((await t.call(auth.detail, {}, value)).body.data).toMatchObject({ account: names[at] })
    }),
  )
})

test(
  'a code by SMS is valid until the last millisecond of its five minutes',
  city.undone(async (t) => {
    const phone = await phoneOf(t, 'unit01')
    const code = await codeFor(t, phone)
    t.clock.pass(5 * MINUTE - 1)
    expect((await signInByPhone(t, phone, code)).body.code).toBe(200)
  }),
)
