import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { ingest } from '#contract/ingest.ts'
import { demoKeysOf, FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { provider } from '#server/schema/provider.table.ts'
import { deskOn } from '../support/admin-desk.ts'
import { openApi } from '../support/api-context.ts'
import { SECRETS } from '../support/database-content.ts'
import { openTestDb } from '../support/open-test-db.ts'
import { programOf } from '../support/provider-program.ts'

const city = await openApi()
const town = await openTestDb()
afterAll(async () => {
  await city.close()
  await town.close()
})

test(
  'keys renewed at the console end the secret before the last rotation, too',
  city.undone(async (t) => {
    const { secret } = demoKeysOf(FIRST_PROVIDER_ID)
    const formerUntil = new Date(t.clock.now().getTime() + 3_600_000)
    await t.db
      .update(provider)
      .set({ secret: SECRETS.seal('rotated'), formerSecret: SECRETS.seal(secret), formerUntil })
      .where(eq(provider.id, FIRST_PROVIDER_ID))
    const program = programOf(t, FIRST_PROVIDER_ID)
    expect((await program.call(ingest.hello, {})).code).toBe(200)
    const desk = await deskOn({ ...town, db: t.db })
    expect((await desk('provider-keys', String(FIRST_PROVIDER_ID), '--renew')).at(-1)).toBe('原密钥已失效')
    t.clock.pass(1_000)
    expect((await program.call(ingest.hello, {})).code).toBe(401)
  }),
)
