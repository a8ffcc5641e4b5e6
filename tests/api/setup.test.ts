import { eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approval } from '#contract/approval.ts'
import { dutyContact as dutyContacts } from '#contract/duty-contact.ts'
import { organ as organs } from '#contract/organ.ts'
import { setup, type SetupState } from '#contract/setup.ts'
import { ensureInstallation } from '#server/operations/installation.store.ts'
import { readFirstRunCode } from '#server/registry/first-account.ts'
import { account } from '#server/schema/account.table.ts'
import { audit } from '#server/schema/audit.table.ts'
import { dutyContact } from '#server/schema/duty-contact.table.ts'
import { organ } from '#server/schema/organ.table.ts'
import { work } from '../support/alert-time.ts'
import { createTestApi, openApi, type TestApi } from '../support/api-context.ts'
import { openTestDb } from '../support/open-test-db.ts'

const PASSWORD = 'Zhidui@2026x'
const FORM = { organ: '示例支队', holder: '张三', account: 'zhidui01', password: PASSWORD, confirm: PASSWORD }

const stepsOf = async (t: TestApi, token: string) =>
  Object.fromEntries(
    ((await t.call(setup.steps, {}, token)).body.data as unknown as SetupState).map(({ step, isDone }) => [
      step,
      isDone,
    ]),
  )

describe('an empty database', () => {
  let t: TestApi
  let code: string
  const opened = openTestDb()
  beforeAll(async () => {
    const { db } = await opened
    await ensureInstallation(db, 'the-installation')
    t = await createTestApi(db)
    code = (await readFirstRunCode(t.deps))!
  })
  afterAll(async () => (await opened).close())

  const first = async (form: object, from = '192.0.2.1') =>
    (await t.call(setup.first, { ...FORM, code, ...form }, null, from)).body

  test('refuses a wrong code and an unusable password at the field, and creates nothing', async () => {
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{12}$/)
    expect(await first({ code: 'WRONGWRONG23' })).toMatchObject({
      code: 403,
      errors: { code: '首次使用码有误，请按服务启动时显示的填写' },
    })
    expect(await first({ code: '' })).toMatchObject({ code: 400, errors: { code: '请填写启动时显示的首次使用码' } })
    expect(await first({ password: 'short', confirm: 'short' })).toMatchObject({
      code: 400,
      errors: { password: expect.any(String) },
    })
    expect(await first({ confirm: 'Other@2026x' })).toMatchObject({ errors: { confirm: expect.any(String) } })
    expect(await first({ account: 'a b' })).toMatchObject({ errors: { account: expect.any(String) } })
    expect(await t.db.select().from(account)).toEqual([])
    expect(await t.db.select().from(organ)).toEqual([])
  })

  test('locks an address after ten wrong codes, and no other address', async () => {
    const tries = []
    for (let at = 0; at < 12; at += 1) tries.push((await first({ code: `WRONG${at}` }, '192.0.2.9')).code)
    expect(tries.slice(-2)).toEqual([429, 429])
    expect((await first({ code: 'WRONG' }, '192.0.2.10')).code).toBe(403)
  })

  test('creates one city organ and account with the code, however many ask at once', async () => {
    const answers = await Promise.all([first({}), first({ account: 'zhidui02' })])
    expect(answers.map((one) => one.code).toSorted()).toEqual([200, 409])
    const [made] = await t.db.select().from(organ)
    expect(made).toMatchObject({ name: '示例支队', level: 2 })
    expect(await t.db.select().from(organ)).toHaveLength(1)
    expect(await t.db.select().from(account)).toMatchObject([{ role: 'government', mustChangePassword: false }])
    const [row] = await t.db.select().from(audit).where(eq(audit.action, 'setup.first'))
    expect(row).toMatchObject({ address: '192.0.2.1', detail: { organId: made!.id } })
    expect(row!.account).toBeTruthy()
    expect(JSON.stringify(row)).not.toContain(PASSWORD)
    expect((await first({})).code).toBe(409)
    expect(await readFirstRunCode(t.deps)).toBeNull()
  })

  test('lists the steps from the data, and the home counts the missing ones', async () => {
    const [made] = await t.db.select().from(account)
    const token = await t.signIn(made!.account, PASSWORD)
    const none = await stepsOf(t, token)
    expect(Object.values(none)).toEqual(Array.from({ length: 10 }, () => false))
    expect((await t.call(approval.pending, {}, token)).body.data).toMatchObject({ setup: 10 })
    const added = await t.call(
      organs.add,
      { name: '静安大队', county: '310106', account: 'jingan01', holder: '李四' },
      token,
    )
    expect(added.body).toMatchObject({ code: 200, data: { account: 'jingan01', password: expect.any(String) } })
    expect(await stepsOf(t, token)).toEqual({ ...none, organ: true, officer: true })
    expect((await t.call(approval.pending, {}, token)).body.data).toMatchObject({ setup: 8 })
  })
})

describe('the organs of a city', () => {
  const city = openApi()
  afterAll(async () => (await city).close())

  test('are listed and added by the city level only; names, districts and accounts are checked', async () => {
    const t = await (await city).lasting()
    const token = await t.signIn('zhidui')
    const form = { name: '新区大队', county: '310115', account: 'xinqu01', holder: '王五' }
    for (const other of ['zongdui', 'jingan', 'unit01'])
      expect((await t.call(organs.add, form, await t.signIn(other))).body.code).toBe(403)
    const added = (await t.call(organs.add, form, token)).body
    expect(added).toMatchObject({ code: 200, data: { account: 'xinqu01' } })
    const refused = async (change: object) => (await t.call(organs.add, { ...form, ...change }, token)).body
    expect(await refused({ account: 'xinqu02' })).toMatchObject({
      code: 409,
      errors: { name: '已有同名的消防救援机构' },
    })
    expect(await refused({ name: '又一大队' })).toMatchObject({
      code: 409,
      errors: { account: '该账号已被使用，请换一个' },
    })
    expect(await refused({ name: '又一大队', account: 'xinqu02', county: '999999' })).toMatchObject({
      code: 400,
      errors: { county: '该区不存在' },
    })
    const rows = (await t.call(organs.list, {}, token)).body.data as unknown as { id: string; name: string }[]
    const made = rows.find(({ name }) => name === '新区大队')!
    expect(made).toMatchObject({ countyName: '浦东新区', accounts: [{ account: 'xinqu01', name: '王五', status: 0 }] })
    expect(rows.filter(({ name }) => name === '又一大队')).toEqual([])
    const officer = { account: 'xinqu03', holder: '赵六' }
    expect((await t.call(organs.addAccount, { organId: made.id, ...officer }, token)).body.code).toBe(200)
    const top = rows.find(({ name }) => name.includes('国家'))!
    const above = await t.call(organs.addAccount, { organId: top.id, account: 'zong02', holder: '钱' }, token)
    expect(above.body.code).toBe(404)
  })

  test('a running city counts no missing step while a duty contact of the city is set and tested', async () => {
    const t = await (await city).lasting()
    const token = await t.signIn('zhidui')
    const steps = await stepsOf(t, token)
    expect(Object.entries(steps).filter(([, isDone]) => !isDone)).toEqual([])
    const missing = async () => ((await t.call(approval.pending, {}, token)).body.data as { setup: number }).setup
    expect(await missing()).toBe(0)
    await t.db.delete(dutyContact).where(isNotNull(dutyContact.organId))
    expect(await missing()).toBe(2)
    const { id } = (await t.call(dutyContacts.save, { rank: 1, name: '值班', phone: '13700000001' }, token)).body
      .data as { id: string }
    expect([await missing(), await stepsOf(t, token)]).toEqual([1, { ...steps, sms: false }])
    expect((await t.call(dutyContacts.test, { id }, token)).body.code).toBe(200)
    expect(await missing()).toBe(1)
    await work(t)
    expect(await missing()).toBe(0)
    const moved = { id, rank: 1, name: '值班', phone: '13700000002' }
    expect((await t.call(dutyContacts.save, moved, token)).body.code).toBe(200)
    expect((await t.call(dutyContacts.test, { id }, token)).body.code).toBe(200)
    expect(await missing()).toBe(1)
    await work(t)
    expect(await missing()).toBe(0)
    await t.db.update(dutyContact).set({ phone: '13700000003' }).where(isNotNull(dutyContact.organId))
    expect(await stepsOf(t, token)).toEqual({ ...steps, sms: false })
  })
})
