import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { ingest } from '#contract/ingest.ts'
import { demoKeysOf, FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { countDocking } from '#server/registry/count-docking.ts'
import { provider } from '#server/schema/provider.table.ts'
import { openApi, PASSWORD } from '../support/api-context.ts'
import { programOf } from '../support/provider-program.ts'

const city = await openApi()
afterAll(() => city.close())

describe('a provider', () => {
  test(
    'that passed its review reads its key and, after the password, its signing secret',
    city.undone(async (t) => {
      const token = await t.signIn('isv01')
      const keys = demoKeysOf(FIRST_PROVIDER_ID)
      const user = (await t.call(auth.detail, {}, token)).body.data as { appKey: string; secret: string }
      expect(user.appKey).toBe(keys.appKey)
      expect(user.secret).toContain('*')
      expect((await t.call(auth.revealSecret, { password: 'Wrong@119' }, token)).body.code).toBe(400)
      const shown = (await t.call(auth.revealSecret, { password: PASSWORD }, token)).body.data as { secret: string }
      const program = programOf(t, FIRST_PROVIDER_ID, { appKey: user.appKey, secret: shown.secret })
      expect((await program.call(ingest.hello, {})).code).toBe(200)
      expect(t.logged.join('\n')).not.toContain(shown.secret)
    }),
  )

  test(
    'has no readable key before it passed its review',
    city.undone(async (t) => {
      await t.db.update(provider).set({ status: 2 }).where(eq(provider.id, FIRST_PROVIDER_ID))
      const token = await t.signIn('isv01')
      expect((await t.call(auth.detail, {}, token)).body.data).toMatchObject({ appKey: null, secret: null })
      expect((await t.call(auth.revealSecret, { password: PASSWORD }, token)).body).toMatchObject({
        code: 403,
        message: '服务商尚未通过审核，暂无授权信息',
      })
    }),
  )

  test(
    'is connected as far as its buildings are, by item type; without buildings, or without points, not at all',
    city.undone(async (t) => {
      const docking = async () =>
        (
          await t.db
            .select({ id: provider.id, status: provider.accessStatus, percent: provider.mustPercent })
            .from(provider)
            .orderBy(provider.id)
        ).map((row) => [row.id - FIRST_PROVIDER_ID, row.status, row.percent])
      await countDocking(t.db)
      const counted = await docking()
      expect(counted.filter(([, , percent]) => percent !== 0).length).toBeGreaterThan(1)
      await t.db.execute(sql`update building set provider_id = null where provider_id <> ${FIRST_PROVIDER_ID}`)
      await countDocking(t.db)
      expect(await docking()).toEqual([counted[0], ...counted.slice(1).map(([id]) => [id, 0, 0])])
      const own = sql`building_id in (select id from building where provider_id = ${FIRST_PROVIDER_ID})`
      await t.db.execute(sql`update building_state set connected = '{}' where ${own}`)
      await countDocking(t.db)
      expect((await docking())[0]).toEqual([0, 0, 0])
      // The fourth is not required.
      await t.db.execute(sql`update building_state set connected = '{1,2,3,4}' where building_id = (
        select min(building_id) from building_state where ${own})`)
      await t.db.execute(sql`update building_state set connected = '{63,15}' where building_id = (
        select max(building_id) from building_state where ${own})`)
      await countDocking(t.db)
      expect((await docking())[0]).toEqual([0, 2, 56])
      await t.db.execute(sql`delete from point where ${own}`)
      await countDocking(t.db)
      expect((await docking())[0]).toEqual([0, 0, 0])
    }),
  )
})
