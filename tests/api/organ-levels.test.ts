import { and, eq, ne, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { account } from '#contract/account.ts'
import { auditLog } from '#contract/audit-log.ts'
import { building as buildings } from '#contract/building.ts'
import { dashboard } from '#contract/dashboard.ts'
import { type ManagedDetail, unitManagement } from '#contract/unit-management.ts'
import { organ } from '#server/schema/organ.table.ts'
import { building, buildingUnit } from '#server/schema/building.table.ts'
import { unit } from '#server/schema/unit.table.ts'
import { openApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

const JINGAN = '310106'

test.each([0, 4, -1])('an authority of the unknown level %i has an empty scope', (level) =>
  city.undone(async (t) => {
    await t.db.update(organ).set({ level }).where(eq(organ.county, JINGAN))
    const token = await t.signIn('jingan')
    const told = async (call: Parameters<typeof t.call>[0], input: object = {}) =>
      (await t.call(call, input as never, token)).body.data
    for (const call of [buildings.list, buildings.allList, unitManagement.list, account.list, account.companies])
      expect([call.id, await told(call)]).toEqual([call.id, expect.objectContaining({ total: 0 })])
    expect(await told(auditLog.list)).toMatchObject({ list: [] })
    expect(await told(dashboard.accessOverview)).toMatchObject({ totalCount: 0 })
    expect(await told(dashboard.areaRanking, { rankType: '0' })).toEqual([])
  })(),
)

test(
  'tenancies of a unit are listed to a district for its own buildings, to the city for all',
  city.undone(async (t) => {
    const [own] = await t.db.select().from(unit).where(eq(unit.county, JINGAN)).orderBy(unit.id).limit(1)
    const first = async (where: ReturnType<typeof eq>) =>
      (await t.db.select().from(building).where(where).orderBy(building.id).limit(1))[0]!
    const [near, far] = [await first(eq(building.county, JINGAN)), await first(ne(building.county, JINGAN))]
    await t.db.delete(buildingUnit).where(and(eq(buildingUnit.unitId, own!.id), sql`kind = 'tenant'`))
    const row = { unitId: own!.id, kind: 'tenant' as const, createdAt: t.clock.now(), modifiedAt: t.clock.now() }
    await t.db.insert(buildingUnit).values([near, far].map(({ id }) => ({ ...row, buildingId: id })))
    const namesFor = async (who: string) => {
      const { body } = await t.call(unitManagement.detail, { lawCompanyId: own!.id }, await t.signIn(who))
      return (body.data as unknown as ManagedDetail).buildInfo.map(({ buildingName }) => buildingName).sort()
    }
    expect(await namesFor('jingan')).toEqual([near.name])
    expect(await namesFor('zhidui')).toEqual([near.name, far.name].sort())
  }),
)
