import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { problem } from '#contract/problem.ts'
import { unit as contract, type UnitDetail } from '#contract/unit.ts'
import { audit } from '#server/schema/audit.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { oweInformation } from '../support/callers.ts'
import { informationOf } from '../support/unit-information.ts'

const city = await openApi()
const { undone } = city
afterAll(() => city.close())

const detailOf = async (t: TestApi, token: string) =>
  (await t.call(contract.detail, {}, token)).body.data as unknown as UnitDetail

const save = (t: TestApi, lawCompany: object, token: string) =>
  t.call(contract.save, { lawCompany, iotBuildingEnterCompanies: [] } as never, token)

test(
  'a unit reads only its own information, in both coordinate systems',
  undone(async (t) => {
    const token = await t.signIn('unit01')
    const other = await detailOf(t, await t.signIn('unit02'))
    const told = await detailOf(t, token)
    expect(told).not.toHaveProperty('secret')
    expect(JSON.parse(told.positionCode)).toEqual([
      '310000000000',
      '310100000000',
      told.county.padEnd(12, '0'),
      told.streetNo.padEnd(12, '0'),
    ])
    expect(told.gisXGd! - told.gisX!).toBeCloseTo(0.0045, 3)
    expect((await t.call(contract.detail, { lawCompanyId: other.id }, token)).body.code).toBe(404)
  }),
)

test(
  'saved information is read back unchanged; the name is fixed, and the audit names fields without phones',
  undone(async (t) => {
    const token = await t.signIn('unit01')
    const told = await detailOf(t, token)
    t.clock.pass(60_000)
    const { body } = await save(t, { ...informationOf(told), name: '别的名字', contactsPhone: '13911112222' }, token)
    expect(body).toMatchObject({ code: 200, message: '操作成功' })
    expect(await detailOf(t, token)).toMatchObject({
      name: told.name,
      contactsPhone: '13911112222',
      gisX: 121.45,
      gisY: 31.25,
    })
    const [row] = await t.db.select().from(audit).where(eq(audit.action, contract.save.id))
    expect(row?.detail).toMatchObject({ unitId: Number(told.id), changed: expect.arrayContaining(['contactsPhone']) })
    expect(JSON.stringify(row?.detail)).not.toContain('13911112222')
  }),
)

test(
  'a unit saves only itself, the authority adds none this way, and a newer version is not overwritten',
  undone(async (t) => {
    const other = await detailOf(t, await t.signIn('unit02'))
    const token = await t.signIn('unit01')
    const told = await detailOf(t, token)
    expect((await save(t, { ...informationOf(told), id: other.id }, token)).body.code).toBe(404)
    expect((await save(t, { ...informationOf(told), id: undefined }, token)).body.code).toBe(403)
    expect((await save(t, informationOf(told), await t.signIn('isv01'))).body.code).toBe(404)
    const stale = { ...informationOf(told), modifyTime: '2020-01-01 00:00:00' }
    expect((await save(t, stale, token)).body.code).toBe(409)
    expect(await detailOf(t, token)).toEqual(told)
  }),
)

test.each([
  ['useName', '', '请输入单位常用名'],
  ['dwLicense', '', '请输入统一社会信用代码'],
  ['dwLicense', '91310106MA1FY000', '请输入正确的统一社会信用代码'],
  ['positionCode', '', '请选择所在区域'],
  ['positionCode', '["310000000000","310100000000","310106000000","310101002000"]', '请选择所在区域'],
  ['buildTime', '', '请选择成立日期'],
  ['buildTime', '2026-02-30 00:00:00', '请选择正确的成立日期'],
  ['buildTime', '2026-03-24 00:00:00', '成立日期不能晚于今天'],
  ['address', ' ', '请输入单位地址'],
  ['formattedAddress', '', '请拖动地图选择实际地址'],
  ['addressDetail', '', '请输入注册地址'],
  ['type', '', '请选择监管类别'],
  ['type', '3', '请选择监管类别'],
  ['legalName', '', '请输入法定代表人'],
  ['legalPhone', '', '请输入手机号'],
  ['contactsPhone', '12800000000', '请输入正确的手机号!'],
  ['sysOrganId', '', '请选择消防管辖机构'],
  ['sysOrganId', '207', '请选择消防管辖机构'],
  ['contactsName', '', '请输入联系人'],
  ['safeDutyName', '', '请输入消防安全责任人'],
  ['safeManagerName', '', '请输入消防安全管理人'],
])('%s "%s" is rejected at its field: %s', async (field, value, sentence) => {
  await undone(async (t) => {
    const token = await t.signIn('unit01')
    const told = await detailOf(t, token)
    const { body } = await save(t, { ...informationOf(told), [field]: value }, token)
    expect(body.code).toBe(400)
    expect(body.errors).toEqual({ [`lawCompany.${field}`]: sentence })
    expect(await detailOf(t, token)).toEqual(told)
  })()
})

test(
  'a new unit must change its password, then complete its information, and then reads its dashboard',
  undone(async (t) => {
    const NEW = 'Neu@11900'
    const listed = (token: string) => t.call(problem.facilityCounts, {}, token)
    const first = await t.signIn('unitnew')
    expect((await t.call(contract.detail, {}, first)).body).toMatchObject({ code: 403, message: '请先修改初始密码' })
    const change = { account: 'unitnew', oldPassword: 'Fire@119demo', newPassword: NEW, confirmPassword: NEW }
    expect((await t.call(auth.changePassword, change, first)).body.code).toBe(200)

    const token = await t.signIn('unitnew', NEW)
    expect((await listed(token)).body).toMatchObject({ code: 403, message: '请先完善单位信息' })
    expect((await t.call(contract.completeInformation, {}, token)).body).toMatchObject({
      code: 400,
      message: '请先完善单位信息',
    })
    expect((await save(t, informationOf(await detailOf(t, token)), token)).body.code).toBe(200)
    expect((await listed(token)).body.code).toBe(403)
    expect((await t.call(contract.completeInformation, {}, token)).body.code).toBe(200)
    expect((await listed(token)).body.code).toBe(200)
    expect((await t.call(auth.detail, {}, token)).body.data).toMatchObject({ isNeedModify: 1, isNeedEdit: 1 })
  }),
)

test(
  'the information of another unit cannot be completed',
  undone(async (t) => {
    const other = await detailOf(t, await t.signIn('unit02'))
    const token = await t.signIn('unit01')
    expect((await t.call(contract.completeInformation, { id: other.id }, token)).body.code).toBe(404)
    await oweInformation(t, 'unit01')
    expect((await t.call(auth.detail, {}, token)).body.data).toMatchObject({ isNeedEdit: 0 })
  }),
)

test(
  'the brigades offered are those of the sixteen districts',
  undone(async (t) => {
    const organs = (await t.call(contract.organs, {}, await t.signIn('unit01'))).body.data as unknown as {
      id: string
      organname: string
    }[]
    expect(organs).toHaveLength(16)
    expect(organs).toContainEqual({ id: '42', organname: '静安区消防救援支队' })
  }),
)
