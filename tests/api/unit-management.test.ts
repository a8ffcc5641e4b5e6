import { and, count, eq, sql, type SQL } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { account as accountCalls } from '#contract/account.ts'
import { auth } from '#contract/auth.ts'
import { tenancy, type Tenant } from '#contract/tenancy.ts'
import { unit as contract } from '#contract/unit.ts'
import { type ManagedDetail, unitManagement, type UnitPage } from '#contract/unit-management.ts'
import { account } from '#server/schema/account.table.ts'
import { audit } from '#server/schema/audit.table.ts'
import { building, buildingUnit } from '#server/schema/building.table.ts'
import { readSheet } from '#server/platform/files/read-sheet.ts'
import { unit } from '#server/schema/unit.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { UNIT_FORM } from '../support/register-forms.ts'

const city = await openApi()
const { undone } = city
afterAll(() => city.close())

const DEMO_ID = '310106198001010001'
const NEW = { ...UNIT_FORM, houseNumber: '100号', dwLicense: '91310106ma1fy0000x' }

const save = (t: TestApi, token: string, lawCompany: object, entries: object[] = []) =>
  t.call(contract.save, { lawCompany, iotBuildingEnterCompanies: entries } as never, token)

const idOf = async (t: TestApi, name: string) => {
  const rows = await t.db.select({ id: unit.id }).from(unit).where(eq(unit.name, name))
  return rows.map(({ id }) => id)
}
const detailOf = async (t: TestApi, token: string, lawCompanyId: number) =>
  (await t.call(unitManagement.detail, { lawCompanyId }, token)).body.data as unknown as ManagedDetail
const list = async (t: TestApi, token: string, input: object = {}) => {
  const { body } = await t.call(unitManagement.list, { pageSize: 100, ...input }, token)
  return { code: body.code, ...(body.data as unknown as UnitPage) }
}
const countedBySql = async (t: TestApi, where = sql`true`) =>
  (await t.db.select({ n: count() }).from(unit).where(where))[0]!.n

const asForm = (told: ManagedDetail) =>
  Object.fromEntries(
    Object.entries({ ...NEW, ...told }).flatMap(([name, value]) =>
      name in NEW || name === 'id' || name.includes('safe')
        ? [[name, value ?? (NEW as Record<string, unknown>)[name]]]
        : [],
    ),
  )

test(
  'counts, list and export agree with the database, for the city and for a district',
  undone(async (t) => {
    for (const [who, where] of [
      ['zongdui', sql`true`],
      ['zhidui', sql`true`],
      ['jingan', eq(unit.county, '310106')],
    ] as const) {
      const token = await t.signIn(who)
      const counts = (await t.call(unitManagement.statistics, {}, token)).body.data
      const bare = sql`not exists (select 1 from account a where a.unit_id = unit.id)`
      const burning = sql`exists (select 1 from building_unit t join building b on b.id = t.building_id
        join alarm f on f.building_id = b.id where t.unit_id = unit.id and t.kind = 'bound' and f.joined_to is null
        and (f.judged_at is null or (f.verdict = 2 and f.ended_at is null))
        and (${who !== 'jingan'} or b.county = '310106'))`
      const [fire, accountless] = [await countedBySql(t, and(where, burning)), await countedBySql(t, and(where, bare))]
      expect(fire).toBeGreaterThan(0)
      expect(counts).toEqual([
        { unitType: 0, count: await countedBySql(t, where), fire, accountless },
        { unitType: 1, count: await countedBySql(t, and(where, eq(unit.type, 1))) },
        { unitType: 2, count: await countedBySql(t, and(where, eq(unit.type, 2))) },
      ])
      const { total, list: rows } = await list(t, token)
      const mine = await t.db.select({ id: unit.id }).from(unit).where(where)
      expect(total).toBe(mine.length)
      expect(rows.map(({ id }) => Number(id)).sort()).toEqual(mine.map(({ id }) => id).sort())
      expect(await exported(t, token)).toEqual(rows.map(({ name }) => name))
      for (const [condition, found, is] of [
        ['fire', fire, burning],
        ['accountless', accountless, bare],
      ] as const) {
        const some = await list(t, token, { condition })
        const ids = await t.db.select({ id: unit.id }).from(unit).where(and(where, is))
        expect(some.total).toBe(found)
        expect(some.list.map(({ id }) => Number(id)).sort()).toEqual(ids.map(({ id }) => id).sort())
        expect(await exported(t, token, { condition })).toEqual(some.list.map(({ name }) => name))
      }
      for (const unitType of [1, 2, 3]) {
        const some = rows.filter(({ type }) => (unitType === 3 ? type > 2 : type === unitType))
        expect((await list(t, token, { unitType })).list).toEqual(some)
        expect(await exported(t, token, { unitType })).toEqual(some.map(({ name }) => name))
      }
    }
  }),
)

test(
  'the worst units come first: by open fires, then by unresolved problems, of the buildings the caller may see',
  undone(async (t) => {
    for (const [who, where] of [
      ['zhidui', sql`true`],
      ['jingan', sql`b.county = '310106'`],
    ] as const) {
      const token = await t.signIn(who)
      const of = (table: SQL) => sql`(select count(*) from building_unit t join building b on b.id = t.building_id
        join ${table} on f.building_id = b.id where t.unit_id = unit.id and t.kind = 'bound' and ${where}`
      const fires = sql`${of(sql`alarm f`)} and f.joined_to is null
        and (f.judged_at is null or (f.verdict = 2 and f.ended_at is null)))`
      const problems = sql`${of(sql`problem f`)} and f.solved_at is null)`
      const inOrder = await t.db
        .select({ id: unit.id, fires: sql<string>`${fires}` })
        .from(unit)
        .where(who === 'jingan' ? eq(unit.county, '310106') : undefined)
        .orderBy(sql`${fires} desc, ${problems} desc, ${unit.id} desc`)
      const expected = inOrder.map(({ id }) => String(id))
      expect(Number(inOrder[0]!.fires)).toBeGreaterThan(0)
      const whole = await list(t, token, { order: 'worst' })
      expect(whole.list.map(({ id }) => id)).toEqual(expected)
      expect(whole.list.map((row) => String(row.fires))).toEqual(inOrder.map((row) => String(row.fires)))
      expect(whole.total).toBe(expected.length)
      const second = await list(t, token, { order: 'worst', pageSize: 10, currentPage: 2 })
      expect(second.list.map(({ id }) => id)).toEqual(expected.slice(10, 20))
      const burning = inOrder.filter((row) => Number(row.fires) > 0).length
      for (let currentPage = 1; currentPage <= burning + 1; currentPage++) {
        const one = await list(t, token, { order: 'worst', pageSize: 1, currentPage })
        expect(one.list.map(({ id }) => id)).toEqual(expected.slice(currentPage - 1, currentPage))
        expect(one.total).toBe(expected.length)
      }
      const newest = await list(t, token, {})
      expect(newest.list.map(({ id }) => Number(id))).toEqual(inOrder.map(({ id }) => id).sort((a, b) => b - a))
    }
  }),
)

async function exported(t: TestApi, token: string, input: object = {}): Promise<string[]> {
  const { body } = await t.call(unitManagement.export, input, token)
  const file = await t.api.request(body.data as unknown as string)
  expect(file.status).toBe(200)
  const rows = await readSheet(Buffer.from(await file.arrayBuffer()), 1000)
  return rows.slice(1).map(({ cells }) => cells[1] ?? '')
}

test(
  'a district’s authority reads no unit, building or account of another district, by any parameter',
  undone(async (t) => {
    const token = await t.signIn('jingan')
    const [foreign] = await t.db.select().from(unit).where(eq(unit.county, '310115')).limit(1)
    const lawCompanyId = foreign!.id
    expect((await list(t, token, { county: '310115' })).code).toBe(404)
    expect((await t.call(unitManagement.export, { county: '310115000000' }, token)).body.code).toBe(404)
    expect((await list(t, token, { streetNo: foreign!.streetNo })).total).toBe(0)
    expect((await list(t, token, { search: foreign!.name })).total).toBe(0)
    expect((await t.call(unitManagement.detail, { lawCompanyId }, token)).body.code).toBe(404)
    expect((await t.call(unitManagement.remove, { lawCompanyId }, token)).body.code).toBe(404)
    expect((await save(t, token, { ...NEW, id: lawCompanyId })).body.code).toBe(404)
    const outside = { ...NEW, county: foreign!.county, streetNo: foreign!.streetNo }
    expect((await save(t, token, outside)).body).toMatchObject({
      code: 400,
      errors: { 'lawCompany.county': '只能选择本辖区内的区域' },
    })
    const [there] = await t.db.select().from(building).where(eq(building.county, '310115')).limit(1)
    const entry = { buildingId: there!.id, enterTime: '2020-01-01 00:00:00', enterArea: 100, label: '承租单位' }
    expect((await save(t, token, NEW, [entry])).body.code).toBe(404)
    expect(await idOf(t, NEW.name)).toEqual([])
    const [after] = await t.db.select().from(unit).where(eq(unit.id, lawCompanyId))
    expect(after).toEqual(foreign)
  }),
)

test(
  'the list is searched by name, address and credit code, narrowed by area, and paged newest first',
  undone(async (t) => {
    const token = await t.signIn('zhidui')
    const all = (await list(t, token)).list
    expect(all.map(({ id }) => Number(id))).toEqual(all.map(({ id }) => Number(id)).sort((a, b) => b - a))
    const [one] = await t.db
      .select()
      .from(unit)
      .where(eq(unit.id, Number(all[3]!.id)))
    for (const search of [one!.name, one!.creditCode!, one!.addressDetail!])
      expect((await list(t, token, { search })).list.map(({ id }) => id)).toContain(String(one!.id))
    expect((await list(t, token, { search: '100%_' })).total).toBe(0)
    const inDistrict = await list(t, token, { provinceNo: '310000000000', cityNo: '310100000000', county: one!.county })
    expect(inDistrict.total).toBe(await countedBySql(t, eq(unit.county, one!.county)))
    const inStreet = await list(t, token, { provinceNo: '310000', county: one!.county, streetNo: one!.streetNo })
    expect(inStreet.total).toBe(await countedBySql(t, eq(unit.streetNo, one!.streetNo)))
    expect((await list(t, token, { provinceNo: '320000' })).code).toBe(404)
    const third = await list(t, token, { pageSize: 5, currentPage: 3 })
    expect(third.list).toEqual(all.slice(10, 15))
    const unit01 = all.find(({ account: name }) => name === 'unit01')
    expect(unit01).toMatchObject({ accountId: expect.any(String), accountStatus: 0, sysOrganName: expect.any(String) })
    expect(JSON.stringify(all)).not.toMatch(/"[^"]*(phone|idcard)[^"]*":/i)
  }),
)

test(
  'an added unit is read back with its building; the audit shows the change without phone or identity number',
  undone(async (t) => {
    const token = await t.signIn('zhidui')
    const [house] = await t.db.select().from(building).where(eq(building.county, '310106')).limit(1)
    const entry = {
      buildingId: String(house!.id),
      enterTime: '2020-05-01 00:00:00',
      enterArea: '120.5',
      label: '承租单位',
    }
    const { body } = await save(t, token, { ...NEW, legalIdCard: DEMO_ID, belongBuilding: 1 }, [entry])
    expect(body).toMatchObject({ code: 200, data: null })
    const [id] = await idOf(t, NEW.name)
    const told = await detailOf(t, token, id!)
    expect(told).toMatchObject({
      ...NEW,
      county: '310106',
      streetNo: '310106006',
      type: 1,
      isBuildingManager: 0,
      dwLicense: '91310106MA1FY0000X',
      legalIdCard: DEMO_ID,
      belongBuilding: 1,
      buildInfo: [
        { buildingId: String(house!.id), enterTime: '2020-05-01 00:00:00', enterArea: 120.5, label: '承租单位' },
      ],
    })
    const tenants = await t.call(tenancy.list, { buildingId: house!.id, pageSize: 100 }, token)
    expect((tenants.body.data as unknown as { list: Tenant[] }).list.map(({ name }) => name)).toContain(NEW.name)

    t.clock.pass(60_000)
    const changed = { ...asForm(told), legalPhone: '13911112222', type: '2', modifyTime: told.modifyTime }
    expect((await save(t, token, changed, [{ ...entry, enterArea: 90 }])).body.code).toBe(200)
    const after = await detailOf(t, token, id!)
    expect(after).toMatchObject({ type: 2, legalPhone: '13911112222', buildInfo: [{ enterArea: 90 }] })
    expect((await save(t, token, { ...changed, type: '3' })).body.code).toBe(409)
    expect(await detailOf(t, token, id!)).toEqual(after)

    const rows = await t.db.select().from(audit).where(eq(audit.action, contract.save.id)).orderBy(audit.id)
    expect(rows.map(({ detail }) => detail)).toMatchObject([
      { unitId: id, after: { name: NEW.name } },
      { unitId: id, changed: expect.arrayContaining(['legalPhone', 'type']), before: { type: 1 }, after: { type: 2 } },
    ])
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`13911112222|13800000001|${DEMO_ID}`))
  }),
)

test(
  'an equal unit is not added twice; another branch with the same code is',
  undone(async (t) => {
    const token = await t.signIn('zhidui')
    const codes: number[] = []
    for (let tries = 0; tries < 3; tries += 1) codes.push((await save(t, token, NEW)).body.code)
    expect(codes).toEqual([200, 409, 409])
    expect((await save(t, token, { ...NEW, name: '上海试验商贸有限公司静安分公司' })).body.code).toBe(200)
    expect(await idOf(t, NEW.name)).toHaveLength(1)
  }),
)

test('of ten concurrent additions of one unit one succeeds', async () => {
  const t = await city.lasting()
  const token = await t.signIn('zhidui')
  const name = '上海同时登记有限公司'
  const answers = await Promise.all(Array.from({ length: 10 }, () => save(t, token, { ...NEW, name })))
  expect(answers.map(({ body }) => body.code).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  const [id] = await idOf(t, name)
  expect((await t.call(unitManagement.remove, { lawCompanyId: id! }, token)).body.code).toBe(200)
})

test.each([
  ['name', '', '请输入单位名称'],
  ['regName', ' ', '请输入注册名称'],
  ['county', '', '请选择所在区域'],
  ['streetNo', '', '请选择所在区域'],
  ['streetNo', '310115001', '请选择所在区域'],
  ['jdxx', '', '请输入街道名称'],
  ['addressDetail', '', '请输入详细地址'],
  ['type', '', '请选择监管类别'],
  ['type', '7', '请选择监管类别'],
  ['dwxz', '', '请选择单位类型'],
  ['dwxz', '别的', '请选择单位类型'],
  ['nature', '', '请选择所有制性质'],
  ['placeType', '', '请选择场所类型'],
  ['placeType', '别的', '请选择场所类型'],
  ['isBuildingManager', '', '请选择是否为建筑管理单位'],
  ['sysOrganId', '', '请选择消防管辖机构'],
  ['sysOrganId', '207', '请选择消防管辖机构'],
  ['legalName', '', '请输入法定代表人'],
  ['legalPhone', '', '手机号不能为空'],
  ['legalPhone', '23800000001', '请输入正确的手机号'],
  ['legalPhone', '1380000000', '请输入正确的手机号'],
  ['safeManagerPhone', '138', '请输入正确的手机号'],
  ['maintenancePhone', '021-00000000', '请输入正确的手机号'],
  ['legalIdCard', '310106198001010009', '请输入正确的身份证号'],
  ['safeDutyIdCard', '000106198001010009', '请输入正确的身份证号'],
  ['safeManagerIdCard', '310106198002310006', '请输入正确的身份证号'],
  ['dwLicense', '', '请输入统一社会信用代码'],
  ['dwLicense', '9131', '请输入正确的统一社会信用代码'],
  ['buildTime', '', '请选择成立日期'],
  ['buildTime', '2026-03-24 00:00:00', '成立日期不能晚于今天'],
])('%s "%s" is rejected at its field: %s', async (field, value, sentence) => {
  await undone(async (t) => {
    const { body } = await save(t, await t.signIn('zhidui'), { ...NEW, [field]: value })
    expect(body).toMatchObject({ code: 400, errors: { [`lawCompany.${field}`]: sentence } })
    expect(await idOf(t, NEW.name)).toEqual([])
  })()
})

test.each([
  ['buildingId', '', '请选择建筑'],
  ['enterTime', '', '请选择入驻日期'],
  ['enterTime', '2026-03-24 00:00:00', '入驻日期不能晚于今天'],
  ['enterArea', '', '请输入入驻面积'],
  ['enterArea', '0', '入驻面积应大于 0'],
  ['label', '', '请选择单位标签'],
  ['label', '别的', '请选择单位标签'],
])('a building entered with %s "%s" is rejected at its field: %s', async (field, value, sentence) => {
  await undone(async (t) => {
    const entry = {
      buildingId: '1',
      enterTime: '2020-01-01 00:00:00',
      enterArea: '10',
      label: '承租单位',
      [field]: value,
    }
    const { body } = await save(t, await t.signIn('zhidui'), NEW, [entry])
    expect(body).toMatchObject({ code: 400, errors: { [`iotBuildingEnterCompanies.0.${field}`]: sentence } })
  })()
})

test(
  'a unit with a building must name the building',
  undone(async (t) => {
    const { body } = await save(t, await t.signIn('zhidui'), { ...NEW, belongBuilding: 1 })
    expect(body).toMatchObject({ code: 400, errors: { 'iotBuildingEnterCompanies.0.buildingId': '请选择建筑' } })
  }),
)

test(
  'a unit that becomes a property company is signed out, and signs in as one',
  undone(async (t) => {
    const session = await t.signIn('unit01')
    const token = await t.signIn('zhidui')
    const [own] = await t.db.select().from(account).where(eq(account.account, 'unit01'))
    const told = await detailOf(t, token, own!.unitId!)
    expect((await save(t, token, { ...asForm(told), legalName: '王五' })).body.code).toBe(200)
    expect((await t.call(auth.detail, {}, session)).body.code).toBe(200)
    expect((await save(t, token, { ...asForm(told), isBuildingManager: '1' })).body.code).toBe(200)
    expect((await t.call(auth.detail, {}, session)).body.code).toBe(401)
    expect((await t.call(auth.detail, {}, await t.signIn('unit01'))).body.data).toMatchObject({ role: 'property' })
  }),
)

test(
  'a unit is deleted once it has no references, and a rejection lists the remaining ones',
  undone(async (t) => {
    const token = await t.signIn('zhidui')
    const [own] = await t.db.select().from(account).where(eq(account.account, 'unit01'))
    const refused = await t.call(unitManagement.remove, { lawCompanyId: own!.unitId! }, token)
    expect(refused.body.code).toBe(409)
    expect(refused.body.message).toMatch(/^该单位还有 \d+ 栋绑定的建筑、.*1 个启用的账号，不能删除/)

    const [house] = await t.db.select().from(building).limit(1)
    const entry = { buildingId: house!.id, enterTime: '2020-01-01 00:00:00', enterArea: 10, label: '承租单位' }
    await save(t, token, NEW, [entry])
    const [lawCompanyId] = await idOf(t, NEW.name)
    const given = await t.call(accountCalls.add, { account: 'to-be-gone', companyId: lawCompanyId! }, token)
    const { id } = given.body.data as unknown as { id: string }
    const remove = async () => (await t.call(unitManagement.remove, { lawCompanyId: lawCompanyId! }, token)).body
    expect(await remove()).toMatchObject({
      code: 409,
      message: expect.stringMatching(/^该单位还有 1 个启用的账号，不能删除/),
    })
    await t.call(accountCalls.enable, { id, status: 1 }, token)
    expect(await remove()).toMatchObject({ code: 200 })
    expect(await idOf(t, NEW.name)).toEqual([])
    const ties = await t.db.select().from(buildingUnit).where(eq(buildingUnit.unitId, lawCompanyId!))
    expect(ties).toEqual([])
    expect(await remove()).toMatchObject({ code: 404 })
    const rows = await t.db.select().from(audit).where(eq(audit.action, unitManagement.remove.id))
    expect(rows.map(({ detail }) => detail)).toContainEqual({
      unitId: lawCompanyId,
      before: { name: NEW.name, county: '310106', accounts: ['to-be-gone'] },
    })
  }),
)
