import { and, eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { approval as approvals } from '#contract/approval.ts'
import { authority } from '#contract/authority.ts'
import { buildingForm } from '#contract/building-form.ts'
import { building as buildings } from '#contract/building.ts'
import { dashboard } from '#contract/dashboard.ts'
import { score } from '#contract/score.ts'
import { approval } from '#server/schema/approval.table.ts'
import { building } from '#server/schema/building.table.ts'
import { recountAggregates } from '#server/evaluation/recount-aggregates.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { preRegistered, PROPOSED, sendJson } from '../support/register-forms.ts'

const city = await openApi()
afterAll(() => city.close())

async function figuresOf(t: TestApi, token: string) {
  const data = async <T>(answer: Promise<{ body: { data: unknown } }>) => (await answer).body.data as T
  const area = { provinceNo: '', cityNo: '', countyNo: '' }
  const overview = await data<{
    totalCount: number
    accessedCount: number
    accessingCount: number
    noAccessCount: number
  }>(t.call(dashboard.accessOverview, area, token))
  const head = await data<Record<string, number>>(t.call(buildings.headStatistics, {}, token))
  const listed = async (input: object) =>
    (await data<{ total: number }>(t.call(buildings.list, { ...input, pageSize: 1 }, token))).total
  const access = await data<{ buildingNum: number }>(t.call(dashboard.buildingAccess, {}, token))
  const served = await data<{ buildingCount: number }[]>(t.call(authority.isvRanking, area, token))
  const lists = {
    all: await listed({}),
    accessed: await listed({ isAccess: 1 }),
    accessing: await listed({ isAccess: 2 }),
    none: await listed({ isAccess: '0,3' }),
  }
  expect(lists).toEqual({
    all: overview.totalCount,
    accessed: overview.accessedCount,
    accessing: overview.accessingCount,
    none: overview.noAccessCount,
  })
  const { conditions: _, ...states } = head
  expect(Object.values(states).reduce((sum, of) => sum + of, 0)).toBe(lists.all)
  expect(access.buildingNum).toBe(lists.all)
  expect((await listed({ preRegistered: 1 })) + (await listed({ preRegistered: 0 }))).toBe(lists.all)
  return {
    overview,
    served: served.reduce((sum, { buildingCount }) => sum + buildingCount, 0),
    rates: await data<unknown>(t.call(dashboard.areaRanking, { ...area, rankType: 0 }, token)),
    scores: await data<unknown>(t.call(score.overview, { ...area, days: 7 }, token)),
    preRegistered: await listed({ preRegistered: 1 }),
  }
}

test(
  'the city counts the register: an added building from its approval on, a pre-registered one always',
  city.undone(async (t) => {
    const reviewer = await t.signIn('zhidui')
    const before = await figuresOf(t, reviewer)
    const unit = await t.signIn('unit01')
    for (let n = 0; n < 12; n++)
      expect((await sendJson(t, buildingForm.add, { ...PROPOSED, name: `新增${n}号楼` }, unit)).code).toBe(200)
    const added = await t.db
      .select({ id: building.id, approveId: approval.id })
      .from(building)
      .innerJoin(approval, eq(approval.buildingId, building.id))
      .where(and(eq(building.registered, false), eq(building.complexName, PROPOSED.complexName)))
      .orderBy(building.id)
    expect(added).toHaveLength(12)
    await t.db.update(building).set({ providerId: 301, accessStatus: 1 }).where(eq(building.id, added[0]!.id))
    await t.db.execute(sql`insert into score_day (building_id, day, score) values (${added[0]!.id}, '2026-03-23', 3)`)
    expect(await figuresOf(t, reviewer)).toEqual(before)
    await t.call(approvals.refuse, { approveId: added[1]!.approveId, refuseReason: '重复' }, reviewer)
    await t.call(approvals.withdraw, { approveId: added[2]!.approveId }, unit)
    expect(await figuresOf(t, reviewer)).toEqual(before)
    // Its unit counts it.
    const own = await t.call(buildings.list, { search: '新增', pageSize: 100 }, unit)
    expect(own.body.data).toMatchObject({ total: 11 })
    await t.call(approvals.agree, { approveId: added[0]!.approveId }, reviewer)
    const after = await figuresOf(t, reviewer)
    expect(after.overview.totalCount).toBe(before.overview.totalCount + 1)
    expect(after.overview.accessedCount).toBe(before.overview.accessedCount + 1)
    expect(after.served).toBe(before.served + 1)
    expect(after.scores).not.toEqual(before.scores)
    await preRegistered(t)
    const last = await figuresOf(t, reviewer)
    expect(last.overview.totalCount).toBe(before.overview.totalCount + 2)
    expect(last.preRegistered).toBe(before.preRegistered + 1)
    expect(await recountAggregates(t.db)).toBe(0)
  }),
)

test(
  'a building approved this month is not counted in the city of last month',
  city.undone(async (t) => {
    const reviewer = await t.signIn('zhidui')
    const contrast = async () =>
      (
        (await t.call(dashboard.accessOverview, { provinceNo: '', cityNo: '', countyNo: '' }, reviewer)).body
          .data as unknown as { contrastLastMonthNoAccess: number }
      ).contrastLastMonthNoAccess
    const before = await contrast()
    const unit = await t.signIn('unit01')
    await sendJson(t, buildingForm.add, PROPOSED, unit)
    const [row] = await t.db.select().from(building).where(eq(building.name, PROPOSED.name))
    await t.db
      .update(building)
      .set({ createdAt: new Date('2026-01-05T00:00:00Z') })
      .where(eq(building.id, row!.id))
    const [asked] = await t.db.select().from(approval).where(eq(approval.buildingId, row!.id))
    t.clock.pass(120_000)
    await t.call(approvals.agree, { approveId: asked!.id }, reviewer)
    expect(await contrast()).toBe(before + 1)
  }),
)
