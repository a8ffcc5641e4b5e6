import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { ingest } from '#contract/ingest.ts'
import { demoKeysOf, FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { audit } from '#server/schema/audit.table.ts'
import { createDeps } from '#server/create-deps.ts'
import { readInstallation } from '#server/operations/installation.store.ts'
import { DEMO_SECRET_KEY, readEnv } from '#server/platform/env.ts'
import { provider } from '#server/schema/provider.table.ts'
import { pushSubscription } from '#server/schema/push.table.ts'
import { checkSecretKey, readPushKey } from '#server/operations/secret-key.ts'
import { createSecrets } from '#server/platform/secrets.ts'
import { describeStartError } from '#server/start-error.ts'
import { unit } from '#server/schema/unit.table.ts'
import { webhook } from '#server/schema/webhook.table.ts'
import { deskOn } from '../support/admin-desk.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { openTestDb } from '../support/open-test-db.ts'
import { programOf } from '../support/provider-program.ts'

const city = await openApi()
const town = await openTestDb()
const folder = mkdtempSync(join(tmpdir(), 'fire-key-'))
afterAll(async () => {
  await city.close()
  await town.close()
  rmSync(folder, { recursive: true, force: true })
})

const [KEY, OTHER] = ['ab'.repeat(32), 'cd'.repeat(32)]
const WRONG =
  'SECRET_KEY is not the key that sealed the secrets in this database (docs/operations.md, Changing SECRET_KEY)'

describe('a start', () => {
  const start = async (settings: Record<string, string>) => {
    const env = readEnv({
      DATABASE_URL: `file:${join(folder, 'db')}`,
      FILES_URL: 'memory:',
      SEED: 'none',
      LOG_LEVEL: 'silent',
      ...settings,
    })
    return createDeps(env).then(
      async ({ close }) => {
        await close()
        return 'started'
      },
      (error: unknown) => describeStartError(error),
    )
  }

  test('with a SECRET_KEY other than the database’s is rejected in one line, also before any secret is encrypted', async () => {
    expect(await start({ SECRET_KEY: KEY })).toBe('started')
    expect(await start({ SECRET_KEY: OTHER })).toBe(WRONG)
    expect(await start({})).toBe(WRONG)
    expect(await start({ SECRET_KEY: OTHER, SECRET_KEY_FORMER: KEY })).toBe('started')
    expect(await start({ SECRET_KEY: KEY })).toBe('started')
  }, 120_000)
})

test(
  'a database of an earlier version without a key check is checked by a secret of a provider or a unit',
  city.undone(async (t) => {
    expect(await readInstallation(t.db)).toBeNull()
    expect(await checkSecretKey(t.db, createSecrets(OTHER))).toBe(false)
    expect((await readInstallation(t.db))?.keyCheck).toBeNull()
    expect(await checkSecretKey(t.db, createSecrets(DEMO_SECRET_KEY))).toBe(true)
    await t.db.execute(sql`update provider set secret = ''`)
    expect(await checkSecretKey(t.db, createSecrets(OTHER))).toBe(false)
  }),
)

describe('a changed SECRET_KEY', () => {
  const secretsOf = async ({ db }: Pick<TestApi, 'db'>, key: string) => {
    const { open } = createSecrets(key)
    const providers = await db.select({ id: provider.id, secret: provider.secret }).from(provider).orderBy(provider.id)
    const units = await db.select({ id: unit.id, secret: unit.secret }).from(unit).orderBy(unit.id)
    const webhooks = await db.select().from(webhook).orderBy(webhook.id)
    const former = webhooks.flatMap(({ formerSecret }) => (formerSecret === null ? [] : [{ secret: formerSecret }]))
    return [...providers, ...units, ...webhooks, ...former].map(({ secret }) => open(secret))
  }

  test(
    'decrypts everything encrypted with the former key, which becomes invalid, while signatures of programs stay valid',
    city.undone(async (t) => {
      const { seal } = createSecrets(DEMO_SECRET_KEY)
      await t.db.execute(sql`insert into webhook (organ_id, address, secret, former_secret, created_at)
        select id, 'https://example.com/', ${seal('new')}, ${seal('former')}, now() from organ limit 1`)
      const before = await secretsOf(t, DEMO_SECRET_KEY)
      const pushKey = await readPushKey(t.db, createSecrets(DEMO_SECRET_KEY), DEMO_SECRET_KEY)
      const both = createSecrets(KEY, DEMO_SECRET_KEY)
      const desk = await deskOn({ ...town, db: t.db }, undefined, both)
      expect(await desk('rotate-key')).toEqual([`已用 SECRET_KEY 重新加密 ${before.length - 1} 个密钥`])
      expect(await secretsOf(t, KEY)).toEqual(before)
      await expect(secretsOf(t, DEMO_SECRET_KEY)).rejects.toThrow(/unable to authenticate/)
      expect([
        await checkSecretKey(t.db, createSecrets(KEY)),
        await checkSecretKey(t.db, createSecrets(DEMO_SECRET_KEY)),
      ]).toEqual([true, false])
      expect(await readPushKey(t.db, createSecrets(KEY), KEY)).toEqual(pushKey)
      const [row] = await t.db.select().from(audit).where(eq(audit.action, 'admin.rotateKey'))
      expect(row?.detail).toMatchObject({ count: before.length - 1, lost: 0 })
      // As after an interruption.
      await desk('rotate-key')
      expect(await secretsOf(t, KEY)).toEqual(before)
    }),
  )

  test(
    'without the former key changes nothing, and by force renews the units’ secrets and lists the owners',
    city.undone(async (t) => {
      const before = await secretsOf(t, DEMO_SECRET_KEY)
      await t.db.execute(sql`insert into push_subscription (endpoint, token_hash, p256dh, auth, told_at)
        select 'https://push.example.com/1', token_hash, '', '', now() from session limit 1`)
      const desk = await deskOn({ ...town, db: t.db }, undefined, createSecrets(KEY))
      await expect(desk('rotate-key')).rejects.toThrow(/未作任何更改/)
      expect(await secretsOf(t, DEMO_SECRET_KEY)).toEqual(before)
      const own = createSecrets(KEY).seal(demoKeysOf(FIRST_PROVIDER_ID).secret)
      await t.db.update(provider).set({ secret: own }).where(eq(provider.id, FIRST_PROVIDER_ID))
      const said = (await desk('rotate-key', '--force')).join('\n')
      expect(said).toContain('重新加密 1 个密钥')
      expect(said).toMatch(/须换发密钥.*：302、303、/)
      expect(said).toMatch(/单位的密钥已换发.*：501、502、/)
      const { open } = createSecrets(KEY)
      const units = (await t.db.select({ secret: unit.secret }).from(unit)).map(({ secret }) => open(secret))
      expect(new Set(units).size).toBe(units.length)
      expect(await t.db.select().from(pushSubscription)).toEqual([])
      expect(await checkSecretKey(t.db, createSecrets(KEY))).toBe(true)
    }),
  )

  test('decrypts secrets of either key with both configured, and encrypts with the new one only', () => {
    const [former, changing, after] = [createSecrets(KEY), createSecrets(OTHER, KEY), createSecrets(OTHER)]
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (plain) => {
        expect([changing.open(former.seal(plain)), changing.open(after.seal(plain))]).toEqual([plain, plain])
        expect(after.open(changing.seal(plain))).toBe(plain)
        expect(() => former.open(changing.seal(plain))).toThrow(/unable to authenticate/)
      }),
    )
  })
})

test(
  'accepts requests of programs in processes with the old, both and the new key, before and after the rotation',
  city.undone(async (t) => {
    const askWith = async (secrets: TestApi['deps']['secrets']) => {
      const { createApi } = await import('#server/create-api.ts')
      const api = createApi({ ...t.deps, secrets })
      return (await programOf({ ...t, api }, FIRST_PROVIDER_ID).call(ingest.hello, {})).code
    }
    const [old, changing, renewed] = [
      createSecrets(DEMO_SECRET_KEY),
      createSecrets(KEY, DEMO_SECRET_KEY),
      createSecrets(KEY),
    ]
    expect([await askWith(old), await askWith(changing), await askWith(renewed)]).toEqual([200, 200, 500])
    await (
      await deskOn({ ...town, db: t.db }, undefined, changing)
    )('rotate-key')
    expect([await askWith(old), await askWith(changing), await askWith(renewed)]).toEqual([500, 200, 200])
  }),
)
