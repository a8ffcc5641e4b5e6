import { and, eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { BuildingInfo } from '#contract/building-detail.ts'
import { buildingDetail } from '#contract/building-detail.ts'
import { buildingForm, type Suggestion } from '#contract/building-form.ts'
import { building as buildings, type ApproveDetail } from '#contract/building.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { approval } from '#server/schema/approval.table.ts'
import { building, buildingUnit } from '#server/schema/building.table.ts'
import { floorPlan } from '#server/schema/floor-plan.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

type Fields = InputOf<typeof buildingForm.add>

const TOLD = {
  name: '新静安大厦（一期）',
  complexName: '新静安中心',
  areaData: ['310000000000', '310100000000', '310106000000', '310106006000'],
  addressDetail: '南京西路1号',
  address: '上海市静安区南京西路1号',
  position: [121.46, 31.23],
  floorSpace: 1200.5,
  area: '18000',
  height: 30,
  upperLevel: '8',
  underLevel: 0,
  heightId: '1',
  natureId: '1',
  constructId: '4',
  buildingYear: 2010,
} satisfies Fields

const REGISTERED = 900_001

async function register(t: TestApi, some: Partial<typeof building.$inferInsert> = {}): Promise<number> {
  const id = some.id ?? REGISTERED
  await t.db.insert(building).values({
    id,
    name: '预登记大厦',
    complexName: '预登记中心',
    provinceNo: '310000',
    cityNo: '310100',
    county: '310106',
    streetNo: '310106006',
    openProjectId: `OP-${id}`,
    appKey: 'k'.repeat(32),
    createdAt: t.clock.now(),
    modifiedAt: t.clock.now(),
    ...some,
  })
  return id
}

const suggest = async (t: TestApi, token: string, keyword: string) =>
  (await t.call(buildingForm.suggest, { keyword }, token)).body.data as unknown as Suggestion[]

const rowOf = async (t: TestApi, id: number) => (await t.db.select().from(building).where(eq(building.id, id)))[0]!
const named = (t: TestApi, name: string) => t.db.select().from(building).where(eq(building.name, name))
async function json(t: TestApi, path: string, input: object, token: string) {
  const response = await t.api.request(path, {
    method: 'POST',
    headers: { 'x-auth-token': token, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  return (await response.json()) as { code: number; message: string; errors?: object }
}
const add = (t: TestApi, input: object, token: string) => json(t, buildingForm.add.path, input, token)
const bind = (t: TestApi, input: object, token: string) => json(t, buildingForm.bind.path, input, token)
const edit = (t: TestApi, input: object, token: string) =>
  json(t, buildingForm.edit.path, { iotBuildingBaseInfoVO: input }, token)
const info = async (t: TestApi, buildingId: number | string, token: string) =>
  ((await t.call(buildingDetail.info, { buildingId }, token)).body.data as unknown as BuildingInfo).buildingBaseInfo

async function own(t: TestApi, token: string) {
  const { list } = (await t.call(buildings.list, { isAccess: 1 }, token)).body.data as unknown as {
    list: { id: string; approveStatus: number | null }[]
  }
  const { id } = list.find(({ approveStatus }) => approveStatus === null)!
  return { id: Number(id), told: { ...TOLD, id: Number(id), version: (await info(t, id, token)).version } }
}

describe('suggestions', () => {
  test(
    'list pre-registered buildings with the form’s values; none for an empty keyword, a pattern or the authority',
    city.undone(async (t) => {
      await register(t, { area: 900, natureId: '2' })
      const token = await t.signIn('unit01')
      expect(await suggest(t, token, '预登记大')).toMatchObject([
        { id: String(REGISTERED), name: '预登记大厦', area: 900, natureId: '2', areaData: TOLD.areaData },
      ])
      expect(JSON.stringify(await suggest(t, token, '预登记大'))).not.toMatch(/kkkk|OP-/)
      for (const keyword of ['', ' ', '%', '_', '\\']) expect(await suggest(t, token, keyword)).toEqual([])
      expect(await suggest(t, await t.signIn('zongdui'), '预登记')).toEqual([])
      expect(await suggest(t, await t.signIn('isv01'), '预登记')).toEqual([])
    }),
  )

  test(
    'omit buildings that are bound, served by a provider, under decision, or have ever reported',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { id } = await own(t, token)
      const { name } = await rowOf(t, id)
      expect(await suggest(t, token, name)).toEqual([])
      await register(t, { providerId: (await rowOf(t, id)).providerId })
      await register(t, { id: REGISTERED + 1, approveStatus: 0 })
      expect(await suggest(t, token, '预登记')).toEqual([])
      // Unbound, but its reports exist.
      await t.db.delete(buildingUnit).where(eq(buildingUnit.buildingId, id))
      await t.db.update(building).set({ providerId: null }).where(eq(building.id, id))
      expect(await suggest(t, token, name)).toEqual([])
    }),
  )

  test(
    'omit a building with another unit’s floor plan or points, which cannot be bound',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const [id, other] = [await register(t), await register(t, { id: REGISTERED + 1 })]
      expect(await suggest(t, token, '预登记')).toHaveLength(2)
      const picture = { fileKey: 'plan', contentType: 'image/png', width: 1, height: 1, size: 1, sha256: '0' }
      await t.db.insert(floorPlan).values({ buildingId: id, floor: '1', changedAt: t.clock.now(), ...picture })
      await t.db.execute(
        sql`update point set building_id = ${other} where id = (select max(id) from point where api_id = 17)`,
      )
      expect(await suggest(t, token, '预登记')).toEqual([])
      for (const taken of [id, other]) expect((await bind(t, { ...TOLD, id: taken }, token)).code).toBe(404)
    }),
  )
})

describe('binding', () => {
  test(
    'binds the building to the unit and submits the form to the authority; the register does not change',
    city.undone(async (t) => {
      const id = await register(t)
      const token = await t.signIn('wuye01')
      expect(await bind(t, { ...TOLD, id }, token)).toMatchObject({ code: 200 })
      expect(await rowOf(t, id)).toMatchObject({
        name: '预登记大厦',
        heightId: null,
        area: null,
        gisX: null,
        natureId: null,
        appKey: 'k'.repeat(32),
        approveStatus: 0,
      })
      expect(await t.db.select().from(approval).where(eq(approval.buildingId, id))).toMatchObject([
        { kind: 'registered', status: 0, changes: { name: TOLD.name, area: 18_000, gisX: 121.46, natureId: '1' } },
      ])
      expect((await info(t, id, token)).name).toBe('预登记大厦')
      const submitted = (await t.call(buildings.approveDetail, { buildingId: id }, token)).body.data
      expect(submitted).toMatchObject({ name: TOLD.name, heightId: 3, areaData: TOLD.areaData })
    }),
  )

  test(
    'succeeds for the first unit; the second gets the answer for an unknown building',
    city.undone(async (t) => {
      const id = await register(t)
      const [one, two] = [await t.signIn('unit01'), await t.signIn('wuye01')]
      expect((await bind(t, { ...TOLD, id }, one)).code).toBe(200)
      const late = await bind(t, { ...TOLD, id, name: '迟到者' }, two)
      expect(late).toMatchObject({ code: 404, message: expect.stringContaining('可能已被其他单位绑定') as string })
      expect(await bind(t, { ...TOLD, id: 999_999_999 }, two)).toEqual(late)
      expect(await t.db.select().from(approval).where(eq(approval.buildingId, id))).toMatchObject([
        { changes: { name: TOLD.name } },
      ])
      expect(await t.db.select().from(buildingUnit).where(eq(buildingUnit.buildingId, id))).toHaveLength(1)
    }),
  )

  test('rejects buildings bound to others', async () => {
    const t = await city.lasting()
    const theirs = await t.db
      .select({ id: buildingUnit.buildingId })
      .from(buildingUnit)
      .where(eq(buildingUnit.kind, 'bound'))
      .limit(20)
    const token = await t.signIn('unit01')
    const codes = []
    for (const { id } of theirs) codes.push((await bind(t, { ...TOLD, id }, token)).code)
    expect(new Set(codes)).toEqual(new Set([404]))
    expect(await named(t, TOLD.name)).toEqual([])
  })

  test(
    'that is released frees the building for the next unit',
    city.undone(async (t) => {
      const id = await register(t)
      const token = await t.signIn('unit01')
      await bind(t, { ...TOLD, id }, token)
      await t.db.update(approval).set({ status: 2 }).where(eq(approval.buildingId, id))
      await t.db.update(building).set({ approveStatus: 1, refuseReason: '权属不符' }).where(eq(building.id, id))
      await t.call(buildings.release, { buildingId: id }, token)
      expect(await rowOf(t, id)).toMatchObject({ approveStatus: null, refuseReason: null })
      expect(await suggest(t, await t.signIn('wuye01'), '预登记大厦')).toMatchObject([{ id: String(id) }])
    }),
  )
})

describe('adding', () => {
  test(
    'creates a building that awaits approval and is visible to its unit, with derived values',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const form = new URLSearchParams(Object.entries(TOLD).map(([k, value]) => [k, String(value)]))
      form.set('areaData', JSON.stringify(TOLD.areaData))
      form.delete('position')
      const response = await t.api.request(buildingForm.add.path, {
        method: 'POST',
        headers: { 'x-auth-token': token },
        body: form,
      })
      expect(await response.json()).toMatchObject({ code: 200, data: null })
      const [row] = await named(t, TOLD.name)
      expect(row).toMatchObject({ county: '310106', streetNo: '310106006', heightId: 3, gisX: null, approveStatus: 0 })
      const asked = await t.db.select().from(approval).where(eq(approval.buildingId, row!.id))
      expect(asked).toMatchObject([{ kind: 'building', status: 0, reason: '新增建筑' }])
      const shown = (await t.call(buildings.approveList, { search: TOLD.name }, token)).body.data as unknown
      expect(shown).toMatchObject({ total: 1, list: [{ id: String(row!.id), approveStatus: 0 }] })
    }),
  )

  test('with an invalid value is rejected at the field in Chinese, and adds nothing', async () => {
    const t = await city.lasting()
    const token = await t.signIn('unit01')
    const before = await t.db.$count(building)
    const wrong: [keyof typeof TOLD, unknown, string][] = [
      ['name', '', '请输入建筑名称'],
      ['name', '静安大厦(一期)', '请使用中文括号'],
      ['complexName', '中心)', '请使用中文括号'],
      ['areaData', [], '请选择所在区域'],
      ['areaData', ['310000000000', '310100000000', '310106000000', '310101002000'], '请选择所在区域'],
      ['addressDetail', ' ', '请输入详细地址'],
      ['address', '', '请拖动地图选择实际地址'],
      ['floorSpace', '一千', '请输入数字'],
      ['area', 10_000_000, '建筑面积应小于 1000 万 m²'],
      ['area', '-1', '请输入数字'],
      ['height', 0, '请输入大于 0 的数字'],
      ['upperLevel', 0, '请输入大于 0 的整数'],
      ['upperLevel', '2.5', '请输入大于 0 的整数'],
      ['upperLevel', 10_000, '请输入小于 10000 的整数'],
      ['underLevel', '-1', '请输入整数值'],
      ['natureId', '99', '请选择使用性质'],
      ['constructId', '', '请选择结构类型'],
      ['buildingYear', 1948, '请核实竣工年份'],
      ['buildingYear', 2027, '请核实竣工年份'],
    ]
    for (const [field, value, text] of wrong) {
      const answer = await add(t, { ...TOLD, [field]: value }, token)
      expect([field, value, answer.code, answer.errors]).toEqual([field, value, 400, { [field]: text }])
    }
    expect(await t.db.$count(building)).toBe(before)
  })

  test(
    'is not available to the authority and providers, nor where the installation binds buildings itself',
    city.undone(async (t) => {
      for (const who of ['zongdui', 'isv01']) expect((await add(t, TOLD, await t.signIn(who))).code).toBe(403)
      const id = await register(t)
      const token = await t.signIn('unit01')
      Object.assign(t.deps.settings, { site: { ...t.deps.settings.site, selfBinding: false } })
      expect((await add(t, TOLD, token)).code).toBe(403)
      expect((await bind(t, { ...TOLD, id }, token)).code).toBe(403)
      expect(await suggest(t, token, '预登记')).toEqual([])
      expect(await named(t, TOLD.name)).toEqual([])
    }),
  )

  test(
    'after a rejection corrects the building and submits it again',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      await add(t, TOLD, token)
      const { id } = (await named(t, TOLD.name))[0]!
      const again = { ...TOLD, id, height: 10, upperLevel: 1 }
      expect((await add(t, again, token)).code).toBe(409)
      await t.db.update(approval).set({ status: 2 }).where(eq(approval.buildingId, id))
      await t.db.update(building).set({ approveStatus: 1, refuseReason: '面积不符' }).where(eq(building.id, id))
      const told = (await t.call(buildings.approveDetail, { buildingId: id }, token)).body
        .data as unknown as ApproveDetail
      expect(told).toMatchObject({ name: TOLD.name, areaData: TOLD.areaData, refuseReason: '面积不符' })
      expect((await add(t, { ...again, version: 'another' }, token)).code).toBe(409)
      expect((await add(t, again, await t.signIn('wuye01'))).code).toBe(404)
      expect((await add(t, { ...again, version: told.version }, token)).code).toBe(200)
      expect(await rowOf(t, id)).toMatchObject({ heightId: 1, approveStatus: 0, refuseReason: null })
      const pending = and(eq(approval.buildingId, id), eq(approval.status, 0))
      expect(await t.db.select().from(approval).where(pending)).toMatchObject([{ kind: 'building' }])
    }),
  )
})

describe('editing', () => {
  test(
    'by the authority changes exactly the submitted values, and an older version does not overwrite it',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { id, told } = await own(t, token)
      const before = await rowOf(t, id)
      expect(await edit(t, told, await t.signIn('zongdui'))).toMatchObject({ code: 200 })
      expect(await rowOf(t, id)).toMatchObject({
        name: TOLD.name,
        heightId: 3,
        gisY: 31.23,
        appKey: before.appKey,
        accessStatus: before.accessStatus,
        providerId: before.providerId,
        approveStatus: null,
      })
      const late = await edit(t, { ...told, name: '后来者' }, token)
      expect(late.code).toBe(409)
      expect((await rowOf(t, id)).name).toBe(TOLD.name)
    }),
  )

  test(
    'by the authority changes the building’s type with its use, area and height',
    city.undone(async (t) => {
      const { id, told } = await own(t, await t.signIn('unit01'))
      const officer = await t.signIn('zongdui')
      const steps = [
        [{ height: 120 }, 2],
        [{ height: 120, natureId: '3', area: 50_000 }, 1],
        [{}, null],
      ] as const
      for (const [some, buildingType] of steps) {
        expect((await edit(t, { ...told, version: undefined, ...some }, officer)).code).toBe(200)
        expect(await rowOf(t, id)).toMatchObject({ buildingType })
      }
    }),
  )

  test(
    'that was queued is compared with the result of the account’s earlier queued edits',
    city.undone(async (t) => {
      const { told } = await own(t, await t.signIn('unit01'))
      const officer = await t.signIn('zongdui')
      async function change(key: string, complexName: string, ...follows: string[]) {
        const keyOf = (name: string) => name.repeat(32)
        const response = await t.api.request(buildingForm.edit.path, {
          method: 'POST',
          headers: {
            'x-auth-token': officer,
            'content-type': 'application/json',
            'idempotency-key': keyOf(key),
            follows: follows.map(keyOf).join(),
          },
          body: JSON.stringify({ iotBuildingBaseInfoVO: { ...told, complexName } }),
        })
        return ((await response.json()) as { code: number }).code
      }
      expect(await change('a', '甲建筑群')).toBe(200)
      expect(await change('b', '乙建筑群', 'a')).toBe(200)
      expect(await change('c', '丙建筑群', 'a')).toBe(409)
      expect(await change('d', '丁建筑群', 'a', 'b')).toBe(200)
    }),
  )

  test(
    'reports an invalid value by its path in the call',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { told } = await own(t, token)
      const at = 'iotBuildingBaseInfoVO.'
      const answer = await edit(t, { ...told, name: 'a(b)', natureId: '1' }, token)
      expect(answer).toMatchObject({ code: 400, errors: { [`${at}name`]: '请使用中文括号' } })
      const unknown = await edit(t, { ...told, buildingYear: 2027, natureId: '99' }, token)
      expect(unknown.errors).toEqual({
        [`${at}buildingYear`]: '请核实竣工年份',
        [`${at}natureId`]: '请选择使用性质',
      })
    }),
  )

  test(
    'is limited to the responsible units and the authority of the area; for others the building does not exist',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { id, told } = await own(t, token)
      await t.db.update(building).set({ county: '310115', streetNo: '310115004' }).where(eq(building.id, id))
      const fresh = { ...told, version: undefined }
      expect((await edit(t, fresh, await t.signIn('unit02'))).code).toBe(404)
      expect((await edit(t, fresh, await t.signIn('isv01'))).code).toBe(403)
      expect((await edit(t, fresh, await t.signIn('jingan'))).code).toBe(404)
      expect((await edit(t, fresh, await t.signIn('zongdui'))).code).toBe(200)
      // Editable by 静安, but not out of its scope.
      const away = { ...fresh, areaData: ['310000000000', '310100000000', '310101000000', '310101002000'] }
      const refused = await edit(t, away, await t.signIn('jingan'))
      expect(refused.errors).toEqual({ 'iotBuildingBaseInfoVO.areaData': '只能选择本辖区' })
      expect((await edit(t, fresh, await t.signIn('jingan'))).code).toBe(200)
    }),
  )

  test(
    'is rejected while the authority decides about the building itself',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      await add(t, TOLD, token)
      const { id } = (await named(t, TOLD.name))[0]!
      expect(await edit(t, { ...TOLD, id, area: 17_000 }, token)).toMatchObject({ code: 409 })
      expect((await rowOf(t, id)).area).toBe(18_000)
      expect((await edit(t, { ...TOLD, id, area: 17_000 }, await t.signIn('zongdui'))).code).toBe(200)
    }),
  )
})
