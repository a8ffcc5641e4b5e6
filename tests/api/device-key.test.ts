import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { account } from '#contract/account.ts'
import { auth } from '#contract/auth.ts'
import { checkSecretKey, readDeriveKey } from '#server/operations/secret-key.ts'
import { DEMO_SECRET_KEY } from '#server/platform/env.ts'
import { createSecrets, deriveBy, firstDeriveKey } from '#server/platform/secrets.ts'
import { deskOn } from '../support/admin-desk.ts'
import { openApi, PASSWORD, type TestApi } from '../support/api-context.ts'
import { openTestDb } from '../support/open-test-db.ts'
import { changePassword, NEW, phoneOf, recoverPassword } from '../support/sign-in-pages.ts'

const city = await openApi()
const town = await openTestDb()
afterAll(async () => {
  await city.close()
  await town.close()
})

const TABLET = '0123456789abcdef0123456789abcdef'
const PHONE = 'fedcba9876543210fedcba9876543210'

async function keyOf(t: TestApi, token: string, device = TABLET): Promise<string> {
  const { body } = await t.call(auth.deviceKey, { device }, token)
  expect(body.code).toBe(200)
  return (body.data as { key: string }).key
}

const idOf = async (t: TestApi, name: string) =>
  (await t.db.execute<{ id: string }>(sql`select id::text from account where account = ${name}`)).rows[0]!.id

test(
  'a device key is 32 bytes, the same after another sign-in, and another one for each account and device',
  city.undone(async (t) => {
    const key = await keyOf(t, await t.signIn('unit01'))
    expect(Buffer.from(key, 'base64url')).toHaveLength(32)
    const again = await t.signIn('unit01')
    expect(await keyOf(t, again)).toBe(key)
    const others = [await keyOf(t, again, PHONE), await keyOf(t, await t.signIn('unit02'))]
    expect(new Set([key, ...others]).size).toBe(3)
  }),
)

test(
  'the key needs a session, and a device of 32 hexadecimal digits',
  city.undone(async (t) => {
    expect((await t.call(auth.deviceKey, { device: TABLET })).body.code).toBe(401)
    const token = await t.signIn('unit01')
    for (const device of ['', 'x'.repeat(32), TABLET.slice(1), `${TABLET}0`])
      expect((await t.call(auth.deviceKey, { device }, token)).body).toMatchObject({
        code: 400,
        errors: { device: '设备编号须为 32 位十六进制数' },
      })
  }),
)

test(
  'the answer is not stored by the browser’s HTTP cache without revalidation',
  city.undone(async (t) => {
    const { headers } = await t.call(auth.deviceKey, { device: TABLET }, await t.signIn('unit01'))
    expect(headers.get('cache-control')).toMatch(/no-store|no-cache/)
  }),
)

const CHANGES: Readonly<Record<string, (t: TestApi, token: string) => Promise<string>>> = {
  async 'a changed password'(t, token) {
    await changePassword(t, token, NEW)
    return t.signIn('unit01', NEW)
  },
  async 'a recovered password'(t) {
    await phoneOf(t, 'unit01')
    await recoverPassword(t, 'unit01', NEW)
    return t.signIn('unit01', NEW)
  },
  async 'a password reset by the authority, still to be changed'(t) {
    const { body } = await t.call(account.resetPassword, { id: await idOf(t, 'unit01') }, await t.signIn('zongdui'))
    return t.signIn('unit01', (body.data as { password: string }).password)
  },
  async 'a suspension that has ended, also without a session at its time'(t, token) {
    await t.call(auth.signOut, {}, token)
    const desk = await t.signIn('zongdui')
    const id = await idOf(t, 'unit01')
    for (const status of [1, 0] as const)
      expect((await t.call(account.enable, { id, status }, desk)).body.code).toBe(200)
    return t.signIn('unit01', PASSWORD)
  },
}

test.each(Object.entries(CHANGES))('%s changes the key', (_what, change) =>
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const key = await keyOf(t, token)
    expect(await keyOf(t, await change(t, token))).not.toBe(key)
  })(),
)

test(
  'a changed SECRET_KEY leaves the key as it was: before, during and after the rotation',
  city.undone(async (t) => {
    const other = 'cd'.repeat(32)
    const keyUnder = async (own: string, former?: string) => {
      const secrets = createSecrets(own, former)
      const derive = deriveBy(await readDeriveKey(t.db, secrets, former ?? own))
      Object.assign(t.deps, { secrets: { ...secrets, derive } })
      return keyOf(t, await t.signIn('unit01'))
    }
    const key = await keyUnder(DEMO_SECRET_KEY)
    expect(await keyUnder(other, DEMO_SECRET_KEY)).toBe(key)
    const desk = await deskOn({ ...town, db: t.db }, undefined, createSecrets(other, DEMO_SECRET_KEY))
    await desk('rotate-key')
    expect(await keyUnder(other)).toBe(key)
  }),
)

test(
  'the first key is derived from the former SECRET_KEY during a rotation, from the own one after it',
  city.undone(async (t) => {
    const [other, both] = ['cd'.repeat(32), createSecrets('cd'.repeat(32), DEMO_SECRET_KEY)]
    const first = async () => {
      await t.db.execute(sql`update installation set derive_key = null`)
      return readDeriveKey(t.db, both, other, DEMO_SECRET_KEY)
    }
    await t.db.execute(sql`delete from installation`)
    expect(await checkSecretKey(t.db, createSecrets(DEMO_SECRET_KEY))).toBe(true)
    expect(await first()).toEqual(firstDeriveKey(DEMO_SECRET_KEY))
    await (
      await deskOn({ ...town, db: t.db }, undefined, both)
    )('rotate-key')
    expect(await first()).toEqual(firstDeriveKey(other))
  }),
)

test(
  'the first key of a new installation cannot be derived from SECRET_KEY, and is the same at the next start',
  city.undone(async (t) => {
    const secrets = createSecrets(DEMO_SECRET_KEY)
    await t.db.execute(sql`delete from installation`)
    await t.db.execute(sql`truncate account cascade`)
    expect(await checkSecretKey(t.db, secrets)).toBe(true)
    const first = await readDeriveKey(t.db, secrets, DEMO_SECRET_KEY)
    expect(first).not.toEqual(firstDeriveKey(DEMO_SECRET_KEY))
    expect(await readDeriveKey(t.db, secrets, DEMO_SECRET_KEY)).toEqual(first)
  }),
)

test('processes that start at once on a new installation get one key', async () => {
  const secrets = createSecrets(DEMO_SECRET_KEY)
  expect(await checkSecretKey(town.db, secrets)).toBe(true)
  for (let n = 0; n < 10; n++) {
    await town.db.execute(sql`update installation set derive_key = null`)
    const keys = await Promise.all([1, 2].map(() => readDeriveKey(town.db, secrets, DEMO_SECRET_KEY)))
    keys.push(await readDeriveKey(town.db, secrets, DEMO_SECRET_KEY))
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  }
})

test(
  'a rotation after a leak changes the key to one that neither SECRET_KEY gives',
  city.undone(async (t) => {
    const other = 'cd'.repeat(32)
    const both = createSecrets(other, DEMO_SECRET_KEY)
    const former = await readDeriveKey(t.db, createSecrets(DEMO_SECRET_KEY), DEMO_SECRET_KEY)
    const desk = await deskOn({ ...town, db: t.db }, undefined, both)
    await desk('rotate-key', '--leaked')
    const key = await readDeriveKey(t.db, createSecrets(other), other)
    for (const known of [former, firstDeriveKey(DEMO_SECRET_KEY), firstDeriveKey(other)]) expect(key).not.toEqual(known)
  }),
)

test(
  'a suspended account gets no key',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    await t.call(account.enable, { id: await idOf(t, 'unit01'), status: 1 }, await t.signIn('zongdui'))
    expect((await t.call(auth.deviceKey, { device: TABLET }, token)).status).toBe(401)
  }),
)
