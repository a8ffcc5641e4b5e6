import { and, eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { approval as approvals, type ReviewRow } from '#contract/approval.ts'
import { buildingDetail } from '#contract/building-detail.ts'
import { buildingForm } from '#contract/building-form.ts'
import { building as buildings } from '#contract/building.ts'
import type { BuildingApplication } from '#contract/register-change.ts'
import { message as messages } from '#contract/message.ts'
import { tenancy } from '#contract/tenancy.ts'
import { recountAggregates } from '#server/evaluation/recount-aggregates.ts'
import { approval } from '#server/schema/approval.table.ts'
import { building, buildingUnit } from '#server/schema/building.table.ts'
import { organ } from '#server/schema/organ.table.ts'
import { unit } from '#server/schema/unit.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { preRegistered, PROPOSED, sendJson } from '../support/register-forms.ts'
import { readAudit } from '../support/read-audit.ts'

const city = await openApi()
afterAll(() => city.close())

const rowOf = async (t: TestApi, id: number) => (await t.db.select().from(building).where(eq(building.id, id)))[0]!
async function registerOf(t: TestApi, id: number) {
  const { approveStatus: _, refuseReason: __, modifiedAt: ___, ...register } = await rowOf(t, id)
  return register
}
const tieOf = async (t: TestApi, id: number) =>
  t.db
    .select()
    .from(buildingUnit)
    .where(and(eq(buildingUnit.buildingId, id), eq(buildingUnit.kind, 'bound')))
const pendingOf = async (t: TestApi, id: number) =>
  (
    await t.db
      .select()
      .from(approval)
      .where(and(eq(approval.buildingId, id), eq(approval.status, 0)))
  )[0]!
const bind = (t: TestApi, id: number, token: string, some = {}) =>
  sendJson(t, buildingForm.bind, { ...PROPOSED, ...some, id }, token)
const edit = (t: TestApi, input: object, token: string) =>
  sendJson(t, buildingForm.edit, { iotBuildingBaseInfoVO: input }, token)
const applicationOf = async (t: TestApi, buildingId: number, token: string) =>
  (
    (await t.call(buildingDetail.info, { buildingId }, token)).body.data as unknown as {
      application: BuildingApplication
    }
  ).application
const reviewOf = async (t: TestApi, token: string, approveStatus = '0') =>
  (
    (await t.call(approvals.list, { approveStatus, pageSize: 100 }, token)).body.data as unknown as {
      list: ReviewRow[]
    }
  ).list

async function approved(t: TestApi, token: string) {
  const { list } = (await t.call(buildings.list, { isAccess: 1 }, token)).body.data as unknown as {
    list: { id: string; approveStatus: number | null }[]
  }
  const id = Number(list.find(({ approveStatus }) => approveStatus === null)!.id)
  const info = (await t.call(buildingDetail.info, { buildingId: id }, token)).body.data as unknown as {
    buildingBaseInfo: Record<string, unknown>
  }
  const { position: _, status: __, modifyTime: ___, crs: ____, ...form } = info.buildingBaseInfo
  return { id, form }
}

describe('a claim', () => {
  test(
    'does not change the register while it is pending, rejected, withdrawn or released',
    city.undone(async (t) => {
      const id = await preRegistered(t)
      const before = await registerOf(t, id)
      const reviewer = await t.signIn('zhidui')
      for (const end of ['withdraw', 'release', 'refuse'] as const) {
        const token = await t.signIn('wuye01')
        expect((await bind(t, id, token)).code).toBe(200)
        expect(await registerOf(t, id)).toEqual(before)
        const { id: approveId } = await pendingOf(t, id)
        const { body } =
          end === 'withdraw'
            ? await t.call(approvals.withdraw, { approveId }, token)
            : end === 'release'
              ? await t.call(buildings.release, { buildingId: id }, token)
              : await t.call(approvals.refuse, { approveId, refuseReason: '权属不符' }, reviewer)
        expect([end, body.code]).toEqual([end, 200])
        expect(await registerOf(t, id)).toEqual(before)
        expect([end, await tieOf(t, id)]).toMatchObject([end, end === 'refuse' ? [{ confirmed: false }] : []])
      }
    }),
  )

  test(
    'that was rejected is corrected and submitted again as a claim',
    city.undone(async (t) => {
      const id = await preRegistered(t)
      const before = await registerOf(t, id)
      const token = await t.signIn('wuye01')
      await bind(t, id, token)
      const { id: approveId } = await pendingOf(t, id)
      await t.call(approvals.refuse, { approveId, refuseReason: '权属不符' }, await t.signIn('zhidui'))
      expect(await rowOf(t, id)).toMatchObject({ approveStatus: 1, refuseReason: '权属不符' })
      expect((await sendJson(t, buildingForm.add, { ...PROPOSED, id, name: '改正大厦' }, token)).code).toBe(200)
      expect(await pendingOf(t, id)).toMatchObject({ kind: 'registered', changes: { name: '改正大厦' } })
      expect(await registerOf(t, id)).toEqual(before)
    }),
  )

  test(
    'that was rejected leaves the building to the next unit, and is over once that unit claims it',
    city.undone(async (t) => {
      const id = await preRegistered(t)
      const former = await t.signIn('wuye01')
      await bind(t, id, former)
      const { id: approveId } = await pendingOf(t, id)
      const next = await t.signIn('unit01')
      const suggested = async () => (await t.call(buildingForm.suggest, { keyword: '预登记大厦' }, next)).body.data
      expect(await suggested()).toEqual([])
      await t.call(approvals.refuse, { approveId, refuseReason: '权属不符' }, await t.signIn('zhidui'))
      expect(await suggested()).toMatchObject([{ id: String(id) }])
      expect((await t.call(buildings.approveDetail, { buildingId: id }, former)).body.code).toBe(200)
      expect((await bind(t, id, next)).code).toBe(200)
      expect(await tieOf(t, id)).toHaveLength(1)
      expect(await rowOf(t, id)).toMatchObject({ approveStatus: 0, refuseReason: null })
      expect((await t.call(buildings.approveDetail, { buildingId: id }, next)).body.code).toBe(200)
      expect((await t.call(buildings.approveDetail, { buildingId: id }, former)).body.code).toBe(404)
    }),
  )

  test(
    'takes effect on approval: values, a new key, and the rights of the unit',
    city.undone(async (t) => {
      const id = await preRegistered(t)
      const token = await t.signIn('wuye01')
      await bind(t, id, token)
      const reviewer = await t.signIn('zhidui')
      const [row] = await reviewOf(t, reviewer)
      expect(row).toMatchObject({
        buildingName: '预登记大厦',
        applyType: '绑定建筑',
        approver: null,
        approveTime: null,
      })
      expect(row!.changes).toContainEqual({
        field: 'name',
        label: '建筑名称',
        before: '预登记大厦',
        after: PROPOSED.name,
      })
      expect(row!.changes).toContainEqual({
        field: 'areaData',
        label: '所在区域',
        before: '静安区 / 南京西路街道',
        after: '静安区 / 江宁路街道',
      })
      expect(row!.changes).toContainEqual({ field: 'area', label: '建筑面积', before: null, after: '18000 m²' })
      expect((await t.call(approvals.agree, { approveId: row!.id }, reviewer)).body.code).toBe(200)
      const after = await rowOf(t, id)
      expect(after).toMatchObject({ name: PROPOSED.name, area: 18_000, heightId: 3, gisX: 121.46, approveStatus: null })
      expect(after.appKey).toMatch(/^[A-Za-z0-9]{32}$/)
      expect(after.appKey).not.toBe('k'.repeat(32))
      expect(await tieOf(t, id)).toMatchObject([{ confirmed: true }])
      const detail = (await t.call(buildingDetail.detail, { buildingId: id }, token)).body.data
      expect(detail).toMatchObject({ appKey: after.appKey })
      const [decided] = await reviewOf(t, reviewer, '1')
      expect(decided).toMatchObject({
        approver: '总队监管员',
        approveTime: '2026-03-23 10:15:00',
        changes: row!.changes,
      })
    }),
  )

  test(
    'gives its unit neither the key, the tenants nor edits before its approval, and the building no safety manager',
    city.undone(async (t) => {
      const id = await preRegistered(t)
      const token = await t.signIn('wuye01')
      await bind(t, id, token)
      const before = await registerOf(t, id)
      const detail = (await t.call(buildingDetail.detail, { buildingId: id }, token)).body.data
      expect(detail).toMatchObject({ appKey: null })
      const shown = await t.call(buildingDetail.detail, { buildingId: id }, await t.signIn('zhidui'))
      expect(shown.body.data).toMatchObject({ safeManagerName: null, safeManagerPhone: null })
      const [first] = await t.db.select({ unitId: unit.id }).from(unit).limit(1)
      const times = { createdAt: t.clock.now(), modifiedAt: t.clock.now() }
      await t.db.insert(buildingUnit).values({ buildingId: id, kind: 'tenant', ...first!, ...times })
      const tenants = await t.call(tenancy.list, { buildingId: id }, token)
      expect(tenants.body).toMatchObject({ code: 409, message: '绑定申请通过后才能进行此操作' })
      const ofOne = { buildingId: id, lawCompanyId: first!.unitId }
      expect((await t.call(tenancy.detail, ofOne, token)).body.code).toBe(404)
      const where = { openProjectId: before.openProjectId, buildingId: String(id) }
      const file = new File(['x'], 'p.xlsx')
      const form = new FormData()
      for (const [name, value] of Object.entries({ ...where, file })) form.append(name, value)
      const points = await t.api.request('/point/import', {
        method: 'POST',
        headers: { 'x-auth-token': token },
        body: form,
      })
      const tenant = {
        buildingId: id,
        lawCompanyId: 1001,
        enterTime: '2026-03-01 00:00:00',
        enterArea: 80,
        label: '租户',
      }
      const refused = [
        await edit(t, { ...PROPOSED, id, natureId: '2' }, token),
        await sendJson(t, tenancy.bind, tenant, token),
        await sendJson(t, tenancy.update, tenant, token),
        await sendJson(t, tenancy.break, { buildingId: id, lawCompanyId: 1001 }, token),
        (await points.json()) as { code: number },
      ]
      expect(refused.map(({ code }) => code)).toEqual([409, 409, 409, 409, 409])
      expect(await registerOf(t, id)).toEqual(before)
    }),
  )
})

describe('an edit by a unit', () => {
  test(
    'changes the use at once; other fields wait, are shown to the unit as pending, and can be withdrawn',
    city.undone(async (t) => {
      const token = await t.signIn('unit02')
      const { id, form } = await approved(t, token)
      const before = await registerOf(t, id)
      const changed = { ...form, name: '改名大厦', area: 4321, natureId: before.natureId === '2' ? '3' : '2' }
      expect(await edit(t, changed, token)).toMatchObject({ code: 200 })
      expect(await registerOf(t, id)).toEqual({ ...before, natureId: changed.natureId })
      const shown = await applicationOf(t, id, token)
      expect(shown).toMatchObject({ applyType: '修改建筑信息', approveStatus: 0, canWithdraw: true, approver: null })
      expect(shown.changes).toEqual([
        { field: 'name', label: '建筑名称', before: before.name, after: '改名大厦' },
        { field: 'area', label: '建筑面积', before: `${before.area} m²`, after: '4321 m²' },
      ])
      const current = { ...form, version: undefined, natureId: changed.natureId }
      const again = await edit(t, { ...current, height: 5 }, token)
      expect(again).toMatchObject({ code: 409, message: '该建筑有申请正在审批，审批结束或撤回后才能修改' })
      // While another application is pending.
      expect((await edit(t, { ...current, natureId: '5' }, token)).code).toBe(200)
      const other = await t.signIn('unit01')
      expect((await t.call(approvals.withdraw, { approveId: shown.approveId }, other)).body.code).toBe(404)
      expect((await t.call(approvals.withdraw, { approveId: shown.approveId }, token)).body.code).toBe(200)
      expect(await registerOf(t, id)).toEqual({ ...before, natureId: '5' })
      expect(await rowOf(t, id)).toMatchObject({ approveStatus: null })
      expect((await reviewOf(t, await t.signIn('zhidui'))).some((row) => row.buildingId === String(id))).toBe(false)
      const late = await t.call(approvals.withdraw, { approveId: shown.approveId }, token)
      expect(late.body).toMatchObject({ code: 409 })
    }),
  )

  test(
    'into another district is decided by the city; both districts read the application and the decision',
    city.undone(async (t) => {
      const token = await t.signIn('unit02')
      const { id, form } = await approved(t, token)
      const { county } = await rowOf(t, id)
      expect(county).toBe('310115')
      const areaData = ['310000000000', '310100000000', '310106000000', '310106006000']
      const there = { ...form, areaData, provinceNo: null, cityNo: null, county: null, streetNo: null }
      expect((await edit(t, there, token)).code).toBe(200)
      expect(await rowOf(t, id)).toMatchObject({ county: '310115', approveStatus: 0 })
      await t.db.update(organ).set({ county: '310115' }).where(eq(organ.county, '310106'))
      const left = await t.signIn('jingan')
      const seen = async (action: string) => (await readAudit(t, left, { object: `building:${id}`, action })).list
      expect(await seen('buildingForm.edit')).toMatchObject([
        {
          changes: [
            { field: '申请：区', before: '浦东新区', after: '静安区' },
            { field: '申请：街道', after: '江宁路街道' },
          ],
        },
      ])
      await t.db.update(organ).set({ county: '310106' }).where(eq(organ.county, '310115'))
      expect(await seen('buildingForm.edit')).toHaveLength(1)
      const { id: approveId } = await pendingOf(t, id)
      expect((await t.call(approvals.agree, { approveId }, left)).body.code).toBe(403)
      expect((await t.call(approvals.agree, { approveId }, await t.signIn('zhidui'))).body.code).toBe(200)
      expect(await rowOf(t, id)).toMatchObject({ county: '310106', streetNo: '310106006' })
      for (const district of ['310106', '310115']) {
        await t.db.update(organ).set({ county: district }).where(eq(organ.level, 3))
        const rows = await seen('approval.agree')
        expect([district, rows.map(({ changes }) => changes)]).toEqual([
          district,
          [expect.arrayContaining([{ field: '区', before: '浦东新区', after: '静安区' }])],
        ])
      }
      await t.db.update(organ).set({ county: '310101' }).where(eq(organ.level, 3))
      expect(await seen('approval.agree')).toEqual([])
    }),
  )

  test(
    'that was rejected leaves the register, keeps its values for the next attempt, and shows reviewer and time',
    city.undone(async (t) => {
      const token = await t.signIn('unit02')
      const { id, form } = await approved(t, token)
      const before = await registerOf(t, id)
      await edit(t, { ...form, name: '改名大厦' }, token)
      const { id: approveId } = await pendingOf(t, id)
      const reviewer = await t.signIn('zhidui')
      await t.call(approvals.refuse, { approveId, refuseReason: '名称不符' }, reviewer)
      expect(await registerOf(t, id)).toEqual(before)
      expect(await applicationOf(t, id, token)).toMatchObject({
        approveStatus: 2,
        approver: '总队监管员',
        approveTime: '2026-03-23 10:15:00',
        refuseReason: '名称不符',
        canWithdraw: false,
      })
      const submitted = (await t.call(buildings.approveDetail, { buildingId: id }, token)).body.data
      expect(submitted).toMatchObject({ name: '改名大厦', version: form['version'] })
      expect((await sendJson(t, buildingForm.add, { ...form, name: '再改大厦' }, token)).code).toBe(200)
      expect(await pendingOf(t, id)).toMatchObject({ kind: 'change', changes: { name: '再改大厦' } })
      expect(await registerOf(t, id)).toEqual(before)
    }),
  )
})

test(
  'a height or use that takes effect changes the building’s type and the city’s figures',
  city.undone(async (t) => {
    const token = await t.signIn('unit02')
    const { id, form } = await approved(t, token)
    const tall = { ...form, version: undefined, natureId: '1', height: 137, area: 60_000 }
    expect((await edit(t, tall, token)).code).toBe(200)
    const { id: approveId } = await pendingOf(t, id)
    expect((await t.call(approvals.agree, { approveId }, await t.signIn('zhidui'))).body.code).toBe(200)
    expect(await rowOf(t, id)).toMatchObject({ height: 137, heightId: 4, buildingType: 2 })
    expect((await edit(t, { ...tall, natureId: '3' }, token)).code).toBe(200)
    expect(await rowOf(t, id)).toMatchObject({ natureId: '3', buildingType: 1, approveStatus: null })
    expect(await recountAggregates(t.db)).toBe(0)
  }),
)

describe('an account', () => {
  test(
    'adds and claims 20 buildings an hour and 100 a day, and is then told when it may continue',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const add = (n: number) => sendJson(t, buildingForm.add, { ...PROPOSED, name: `新增${n}号楼` }, token)
      let added = 0
      for (let hour = 0; hour < 5; hour++) {
        for (let n = 0; n < 20; n++) expect((await add((added += 1))).code).toBe(200)
        const text = hour < 4 ? '新增、绑定建筑每小时最多 20 次，请在 ' : '新增、绑定建筑每'
        expect(await add(999)).toMatchObject({ code: 429, message: expect.stringContaining(text) as string })
        t.clock.pass(3_601_000)
      }
      expect(await add(999)).toMatchObject({
        code: 429,
        message: '新增、绑定建筑每天最多 100 次，请在 2026-03-24 10:15 后再试',
      })
      const id = await preRegistered(t)
      expect((await bind(t, id, token)).code).toBe(429)
      expect((await bind(t, id, await t.signIn('wuye01'))).code).toBe(200)
      t.clock.pass(20 * 3_600_000)
      expect((await add(999)).code).toBe(200)
    }),
    120_000,
  )
})

test(
  'the responsible reviewers are notified of each application; both districts of a move, and of an unbound provider',
  city.undone(async (t) => {
    const titles = async (who: string) =>
      (
        (await t.call(messages.list, { search: '【', readState: 0, pageSize: 50 }, await t.signIn(who))).body
          .data as unknown as { list: { title: string }[] }
      ).list.map(({ title }) => title)
    const before = { zhidui: (await titles('zhidui')).length, jingan: (await titles('jingan')).length }
    const pending = async () =>
      (await t.call(approvals.pending, {}, await t.signIn('zhidui'))).body.data as unknown as { applications: number }
    const { applications } = await pending()
    const token = await t.signIn('unit02')
    const id = await preRegistered(t)
    await bind(t, id, await t.signIn('wuye01'))
    await sendJson(t, buildingForm.add, PROPOSED, token)
    const { id: own, form } = await approved(t, token)
    const areaData = ['310000000000', '310100000000', '310106000000', '310106006000']
    const there = { ...form, areaData, provinceNo: null, cityNo: null, county: null, streetNo: null }
    expect((await edit(t, there, token)).code).toBe(200)
    expect(await pending()).toMatchObject({ applications: applications + 3 })
    expect((await titles('zhidui')).slice(0, 3)).toEqual([
      `【待审批】${(await rowOf(t, own)).name}`,
      `【待审批】${PROPOSED.name}`,
      '【待审批】预登记大厦',
    ])
    expect((await titles('jingan'))[0]).toBe(`【改区申请】${(await rowOf(t, own)).name}`)
    expect(await titles('jingan')).toHaveLength(before.jingan + 1)
    await t.call(buildings.releaseProvider, { buildingId: own }, token)
    expect((await titles('zhidui')).length).toBe(before.zhidui + 4)
    const { rows: letters } = await t.db.execute<{ title: string; html: string }>(
      sql`select title, message_html as html from message order by id desc limit 6`,
    )
    expect(letters.map(({ title, html }) => [title.slice(1, 4), /<a href="([^"]*)">/.exec(html)?.[1]])).toEqual([
      ['解绑服', `/buildDetail/${own}/0/baseInfo`],
      ['改区申', undefined],
      ['改区申', `/buildDetail/${own}/0/baseInfo`],
      ...Array.from({ length: 3 }, () => ['待审批', expect.stringMatching(/^\/examineList\?id=\d+$/)]),
    ])
  }),
)

test(
  'the present district of a moved building gets a message of what moves, with a link that it may open',
  city.undone(async (t) => {
    const token = await t.signIn('unit02')
    const { id, form } = await approved(t, token)
    const { county, name } = await rowOf(t, id)
    await t.db.update(organ).set({ county }).where(eq(organ.level, 3))
    const areaData = ['310000000000', '310100000000', '310106000000', '310106006000']
    const there = { ...form, areaData, provinceNo: null, cityNo: null, county: null, streetNo: null }
    expect((await edit(t, there, token)).code).toBe(200)
    const { rows } = await t.db.execute<{ title: string; html: string }>(
      sql`select m.title, m.message_html as html from message m join message_receiver r on r.message_id = m.id
        join account a on a.id = r.account_id where a.account = 'jingan' order by m.id desc limit 1`,
    )
    const { title, html } = rows[0]!
    expect(title).toBe(`【改区申请】${name}`)
    expect(html).toContain('改到静安区，审批通过后生效。')
    expect(/<a href="([^"]*)">/.exec(html)?.[1]).toBe(`/buildDetail/${id}/0/baseInfo`)
    const seen = await t.call(buildingDetail.info, { buildingId: id }, await t.signIn('jingan'))
    expect(seen.body.code).toBe(200)
  }),
)
