import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { account as contract, type AccountRow, type HandedOut } from '#contract/account.ts'
import { auth } from '#contract/auth.ts'
import { unit as unitCalls } from '#contract/unit.ts'
import { account } from '#server/schema/account.table.ts'
import { audit } from '#server/schema/audit.table.ts'
import { unit } from '#server/schema/unit.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
const { undone } = city
afterAll(() => city.close())

const accountOf = async (t: TestApi, name: string) => {
  const [row] = await t.db.select().from(account).where(eq(account.account, name))
  if (!row) throw new Error(`no account ${name}`)
  return row
}

async function bareUnit(t: TestApi, county: string) {
  const rows = await t.db
    .select({ id: unit.id, name: unit.name, account: account.id })
    .from(unit)
    .leftJoin(account, eq(account.unitId, unit.id))
    .where(eq(unit.county, county))
  const found = rows.find((row) => row.account === null)
  if (!found) throw new Error(`every unit of ${county} has an account`)
  return found
}

const listed = async (t: TestApi, token: string, companyName = '') =>
  (await t.call(contract.list, { companyName, pageSize: 100 }, token)).body.data as unknown as {
    list: AccountRow[]
    total: number
  }

const signInCode = async (t: TestApi, name: string, password: string) =>
  t.signIn(name, password).then(
    () => 200,
    (error: Error) => error.message,
  )

test(
  'the authority lists the accounts of units only, twenty per page, disabled ones first',
  undone(async (t) => {
    const token = await t.signIn('zhidui')
    const { list, total } = await listed(t, token)
    const units = await t.db.select().from(account).where(eq(account.role, 'government'))
    expect(total).toBe(list.length)
    expect(list.map((row) => row.account)).toEqual(expect.arrayContaining(['unit01', 'wuye01', 'unitnew']))
    expect(list.filter((row) => units.some((one) => one.account === row.account))).toEqual([])
    const disabled = list.filter(({ status }) => status === 1).length
    expect(list.map(({ status }) => status)).toEqual(list.map((_, at) => (at < disabled ? 1 : 0)))
    const enabled = list.slice(disabled).map((row) => row.account)
    expect(enabled).toEqual([...enabled].sort((a, b) => (a < b ? -1 : 1)))
    const first = list.find((row) => row.account === 'unit10')
    expect(first).toMatchObject({ status: 1, companyName: expect.any(String), address: expect.any(String) })
    const byName = await listed(t, token, first!.companyName)
    expect(byName.list.map((row) => row.account)).toEqual(['unit10'])
    const usual = await t.call(contract.list, {}, token)
    expect(contract.list.input.entries.pageSize.default).toBe(20)
    expect(usual.body.code).toBe(200)
  }),
)

test(
  'accounts are found by parts of the unit’s name, the account or the person’s name, within the scope',
  undone(async (t) => {
    const token = await t.signIn('zhidui')
    const { id } = await accountOf(t, 'unit10')
    await t.db.update(account).set({ name: '欧阳_测试%甲' }).where(eq(account.id, id))
    for (const part of ['UNIT10', 'nit10', '欧阳', '试%甲', '阳_测'])
      expect([part, (await listed(t, token, part)).list.map((row) => row.account)]).toEqual([part, ['unit10']])
    for (const part of ['%', '_', '\\']) {
      const { list, total } = await listed(t, token, part)
      expect(total).toBe(list.length)
      expect(list.every((row) => `${row.companyName}${row.account}${row.name}`.includes(part))).toBe(true)
    }
    const foreign = await accountOf(t, 'unit02')
    expect((await listed(t, token, foreign.account)).total).toBe(1)
    expect(await listed(t, await t.signIn('jingan'), foreign.account)).toMatchObject({ list: [], total: 0 })
  }),
)

test(
  'a district authority reads and changes only accounts of its own district',
  undone(async (t) => {
    const token = await t.signIn('jingan')
    const inSight = await t.db
      .select({ account: account.account })
      .from(account)
      .innerJoin(unit, eq(unit.id, account.unitId))
      .where(eq(unit.county, '310106'))
    const { list, total } = await listed(t, token)
    expect(list.map((row) => row.account).sort()).toEqual(inSight.map((row) => row.account).sort())
    expect(total).toBe(inSight.length)

    const foreign = await accountOf(t, 'unit02')
    const own = await accountOf(t, 'zhidui')
    const elsewhere = await bareUnit(t, '310115')
    for (const id of [foreign.id, own.id, 999_999]) {
      expect((await t.call(contract.enable, { id, status: 1 }, token)).body.code).toBe(404)
      expect((await t.call(contract.rename, { id, account: 'other-name' }, token)).body.code).toBe(404)
      expect((await t.call(contract.resetPassword, { id }, token)).body.code).toBe(404)
    }
    const add = { account: 'elsewhere', companyId: elsewhere.id, companyName: elsewhere.name }
    expect((await t.call(contract.add, add, token)).body.code).toBe(404)
    expect((await t.call(contract.suggestName, { lawCompanyId: elsewhere.id }, token)).body.code).toBe(404)
    const found = await t.call(contract.companies, { search: elsewhere.name }, token)
    expect(found.body.data).toEqual({ list: [], total: 0 })
    expect(await accountOf(t, 'unit02')).toEqual(foreign)
  }),
)

test(
  'a new account signs in with the password shown once, must change it, then must complete its unit’s information',
  undone(async (t) => {
    const token = await t.signIn('zhidui')
    const { id: companyId, name: companyName } = await bareUnit(t, '310106')
    const name = (await t.call(contract.suggestName, { lawCompanyId: companyId }, token)).body.data as unknown as string
    expect(name).toMatch(/^[a-z0-9]{4,32}$/)
    const { body } = await t.call(contract.add, { account: name, companyId, companyName }, token)
    expect(body.code).toBe(200)
    const { password } = body.data as unknown as HandedOut
    await t.db.update(unit).set({ profileComplete: false }).where(eq(unit.id, companyId))

    const first = await t.signIn(name, password)
    expect((await t.call(auth.detail, {}, first)).body.data).toMatchObject({
      account: name,
      isNeedModify: 0,
      role: 'unit',
    })
    expect((await t.call(unitCalls.detail, {}, first)).body).toMatchObject({ code: 403, message: '请先修改初始密码' })
    const NEW = 'Neu@11900'
    const change = { account: name, oldPassword: password, newPassword: NEW, confirmPassword: NEW }
    expect((await t.call(auth.changePassword, change, first)).body.code).toBe(200)
    const second = await t.signIn(name, NEW)
    expect((await t.call(auth.detail, {}, second)).body.data).toMatchObject({ isNeedModify: 1, isNeedEdit: 0 })
    expect((await t.call(unitCalls.detail, {}, second)).body.code).toBe(200)

    expect((await t.call(contract.suggestName, { lawCompanyId: companyId }, token)).body.data).toBe(name)
    const again = await t.call(contract.add, { account: 'another1', companyId }, token)
    expect(again.body).toMatchObject({
      code: 409,
      errors: { companyId: '该单位已有账号，请在单位列表中修改账号或重置密码' },
    })
  }),
)

test(
  'a reset password is shown once, ends the session, must be changed, unlocks the account and is in no log or audit',
  undone(async (t) => {
    const token = await t.signIn('zhidui')
    const session = await t.signIn('unit01')
    const { id } = await accountOf(t, 'unit01')
    for (let tries = 0; tries < 10; tries += 1) await signInCode(t, 'unit01', 'wrong')
    expect(await signInCode(t, 'unit01', 'Fire@119demo')).toMatch('登录失败次数过多')

    const reset = (await t.call(contract.resetPassword, { id }, token)).body.data as unknown as HandedOut
    expect((await t.call(auth.detail, {}, session)).body.code).toBe(401)
    expect(JSON.stringify(t.logged)).not.toContain(reset.password)
    expect(JSON.stringify(await t.db.select().from(audit))).not.toContain(reset.password)
    const [row] = await t.db.select().from(audit).where(eq(audit.action, contract.resetPassword.id))
    expect(row?.detail).toMatchObject({ accountId: id, account: 'unit01' })

    t.clock.pass(16 * 60_000)
    expect(await signInCode(t, 'unit01', 'Fire@119demo')).toMatch('账号或密码错误，请核对；忘记密码请点击“忘记密码”')
    const fresh = await t.signIn('unit01', reset.password)
    expect((await t.call(auth.detail, {}, fresh)).body.data).toMatchObject({ isNeedModify: 0 })
    const next = (await t.call(contract.resetPassword, { id }, token)).body.data as unknown as HandedOut
    expect(next.password).not.toBe(reset.password)
  }),
)

test(
  'disabling an account ends its session and blocks sign-in until it is enabled again',
  undone(async (t) => {
    const token = await t.signIn('zhidui')
    const session = await t.signIn('unit01')
    const { id } = await accountOf(t, 'unit01')
    expect((await t.call(contract.enable, { id, status: 1 }, token)).body.code).toBe(200)
    expect((await t.call(auth.detail, {}, session)).body.code).toBe(401)
    expect(await signInCode(t, 'unit01', 'Fire@119demo')).toMatch('账号已停用')
    expect((await t.call(contract.enable, { id, status: 0 }, token)).body.code).toBe(200)
    expect((await t.call(auth.detail, {}, session)).body.code).toBe(401)
    expect(await signInCode(t, 'unit01', 'Fire@119demo')).toBe(200)
    const rows = await t.db
      .select()
      .from(audit)
      .where(and(eq(audit.action, contract.enable.id)))
      .orderBy(audit.id)
    expect(rows.map(({ detail }) => detail)).toMatchObject([
      { accountId: id, account: 'unit01', before: { status: 0 }, after: { status: 1 } },
      { accountId: id, account: 'unit01', before: { status: 1 }, after: { status: 0 } },
    ])
  }),
)

test(
  'an account name is unique regardless of case, and a rejected name changes nothing',
  undone(async (t) => {
    const token = await t.signIn('zhidui')
    const { id } = await accountOf(t, 'unit01')
    const rename = async (name: string) => (await t.call(contract.rename, { id, account: name }, token)).body
    const taken = { code: 409, errors: { account: '该账号已被使用，请换一个' } }
    expect(await rename('unit02')).toMatchObject(taken)
    expect(await rename('UNIT02')).toMatchObject(taken)
    expect(await rename('zhidui')).toMatchObject(taken)
    expect((await accountOf(t, 'unit01')).id).toBe(id)
    expect(await rename('Unit01')).toMatchObject({ code: 200 })
    expect(await rename('plaza-01')).toMatchObject({ code: 200 })
    expect(await signInCode(t, 'plaza-01', 'Fire@119demo')).toBe(200)
    expect(await signInCode(t, 'unit01', 'Fire@119demo')).toMatch('账号或密码错误，请核对；忘记密码请点击“忘记密码”')
  }),
)

test.each([
  ['', '请输入账号'],
  ['abc', '账号为 4-32 位字母、数字、下划线、点或短横线，以字母或数字开头'],
  ['-abcd', '账号为 4-32 位字母、数字、下划线、点或短横线，以字母或数字开头'],
  ['有汉字的', '账号为 4-32 位字母、数字、下划线、点或短横线，以字母或数字开头'],
  ['a'.repeat(33), '账号为 4-32 位字母、数字、下划线、点或短横线，以字母或数字开头'],
])('the account name "%s" is rejected: %s', async (name, sentence) => {
  await undone(async (t) => {
    const token = await t.signIn('zhidui')
    const { id } = await accountOf(t, 'unit01')
    const { body } = await t.call(contract.rename, { id, account: name }, token)
    expect(body).toMatchObject({ code: 400, errors: { account: sentence } })
    const added = await t.call(contract.add, { account: 'good-name', companyId: '' }, token)
    expect(added.body).toMatchObject({ code: 400, errors: { companyId: '请选择单位' } })
  })()
})

test('of twenty concurrent requests for one name, or for an account of one unit, exactly one succeeds', async () => {
  const t = await city.lasting()
  const token = await t.signIn('zhidui')
  const units = await t.db
    .select({ id: unit.id })
    .from(unit)
    .leftJoin(account, eq(account.unitId, unit.id))
    .where(eq(unit.cityNo, '310100'))
  const having = new Set((await t.db.select({ unitId: account.unitId }).from(account)).map(({ unitId }) => unitId))
  const bare = units.filter(({ id }) => !having.has(id)).slice(0, 20)
  expect(bare).toHaveLength(20)
  const add = async (name: string, companyId: number) =>
    (await t.call(contract.add, { account: name, companyId }, token)).body.code
  const tally = (codes: readonly number[]) => [200, 409].map((code) => codes.filter((one) => one === code).length)

  const oneName = await Promise.all(bare.map(({ id }, at) => add(at % 2 ? 'same-name' : 'SAME-name', id)))
  expect(tally(oneName)).toEqual([1, 19])
  const target = bare[oneName.findIndex((code) => code !== 200)]!.id
  const oneUnit = await Promise.all(bare.map((_, at) => add(`name-${at}`, target)))
  expect(tally(oneUnit)).toEqual([1, 19])
  const rows = await t.db.select().from(account).where(eq(account.unitId, target))
  expect(rows).toHaveLength(1)
})
