import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLimits, type LimitRule } from './rate-limit.ts'

const client = new PGlite()
const db = drizzle(client)
const limits = createLimits(db)

const signIn: LimitRule = { points: 10, windowSec: 900, blockSec: 900 }
const start = new Date('2026-11-20T02:00:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)

async function fail(times: number, key = 'account:unit01', now = start) {
  for (let i = 0; i < times; i += 1) {
    await limits.take(key, signIn, now)
  }
}

beforeAll(async () => {
  await db.execute(sql`create table rate_limit (
    key text primary key, points integer not null,
    window_ends_at timestamptz not null, blocked_until timestamptz)`)
}, 60_000)
beforeEach(() => db.execute(sql`truncate rate_limit`))
afterAll(() => client.close())

test('ten wrong passwords are compared and the eleventh is rejected without comparison', async () => {
  await fail(9)
  expect(await limits.take('account:unit01', signIn, start)).toEqual({ allowed: true, retryAfterSec: 0, left: 0 })
  expect(await limits.take('account:unit01', signIn, start)).toEqual({ allowed: false, retryAfterSec: 900, left: 0 })
})

test('a lock ends fifteen minutes after the tenth failure, and further attempts do not extend it', async () => {
  await fail(9)
  await fail(1, 'account:unit01', after(600))
  await fail(5, 'account:unit01', after(1000))
  expect(await limits.take('account:unit01', signIn, after(1499))).toMatchObject({ allowed: false, retryAfterSec: 1 })
  expect(await limits.take('account:unit01', signIn, after(1500))).toEqual({ allowed: true, retryAfterSec: 0, left: 9 })
})

test('a clock that is set back locks no account: counts and locks in the future are void', async () => {
  await fail(9, 'account:unit01', after(7200))
  await fail(10, 'account:unit02', after(7200))
  for (const key of ['account:unit01', 'account:unit02'])
    expect(await limits.take(key, signIn, start)).toEqual({ allowed: true, retryAfterSec: 0, left: 9 })
})

test('processes with clocks some seconds apart count together', async () => {
  for (let i = 0; i < 10; i += 1) await fail(1, 'account:unit01', after(i % 2 === 0 ? 5 : 0))
  expect(await limits.take('account:unit01', signIn, start)).toMatchObject({ allowed: false, retryAfterSec: 900 })
})

test('after a lock there are ten attempts again, even inside the former window', async () => {
  const short: LimitRule = { points: 2, windowSec: 900, blockSec: 60 }
  await limits.take('k', short, start)
  await limits.take('k', short, start)
  expect(await limits.take('k', short, after(61))).toMatchObject({ allowed: true, left: 1 })
  expect(await limits.take('k', short, after(62))).toMatchObject({ allowed: true, left: 0 })
  expect(await limits.take('k', short, after(63))).toMatchObject({ allowed: false, retryAfterSec: 59 })
})

test('nine failures expire after fifteen minutes', async () => {
  await fail(9)
  expect(await limits.take('account:unit01', signIn, after(900))).toMatchObject({ allowed: true, left: 9 })
})

test('a correct tenth attempt does not lock', async () => {
  await fail(10)
  await limits.giveBack('account:unit01')
  expect(await limits.take('account:unit01', signIn, start)).toMatchObject({ allowed: true, left: 0 })
})

test('an attacker who signs in to an own account in between gains no attempts for the network', async () => {
  const address = 'address:203.0.113.7'
  for (let i = 0; i < 9; i += 1) {
    await fail(1, address)
    await limits.take(address, signIn, start)
    await limits.giveBack(address)
  }
  expect(await limits.take(address, signIn, start)).toMatchObject({ allowed: true, left: 0 })
  expect(await limits.take(address, signIn, start)).toMatchObject({ allowed: false })
})

test('of a hundred concurrent guesses ten are answered', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => limits.take('account:unit01', signIn, start)))
  expect(answers.filter((answer) => answer.allowed)).toHaveLength(10)
})

test('one account’s lock does not apply to another’s, and clearing removes it', async () => {
  await fail(11)
  expect(await limits.take('account:unit02', signIn, start)).toMatchObject({ allowed: true, left: 9 })
  await limits.clear('account:unit01')
  expect(await limits.take('account:unit01', signIn, start)).toMatchObject({ allowed: true, left: 9 })
})

test('a rule without a lock time rejects until its window ends', async () => {
  const perMinute: LimitRule = { points: 1, windowSec: 60, blockSec: 0 }
  await limits.take('token', perMinute, start)
  expect(await limits.take('token', perMinute, after(20))).toMatchObject({ allowed: false, retryAfterSec: 40 })
  expect(await limits.take('token', perMinute, after(60))).toMatchObject({ allowed: true })

  const three: LimitRule = { ...perMinute, points: 3 }
  await limits.take('page', three, start)
  await limits.take('page', three, after(10))
  await limits.take('page', three, after(20))
  expect(await limits.take('page', three, after(30))).toMatchObject({ allowed: false, retryAfterSec: 30 })
})

test('a count in a transaction is rolled back with it', async () => {
  await expect(
    db.transaction(async (tx) => {
      expect(await createLimits(tx).take('account:unit01', signIn, start)).toMatchObject({ allowed: true, left: 9 })
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect(await limits.take('account:unit01', signIn, start)).toMatchObject({ left: 9 })
})

test('cleaning up deletes expired rows and keeps locks and running windows', async () => {
  await fail(1, 'old')
  await fail(10, 'locked', after(100))
  await fail(1, 'running', after(800))
  expect(await limits.sweep(after(950))).toBe(1)
  expect(await limits.take('locked', signIn, after(951))).toMatchObject({ allowed: false })
})
