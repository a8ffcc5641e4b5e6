import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { ingest } from '#contract/ingest.ts'
import { providerApplication as calls } from '#contract/provider-application.ts'
import { providerConsole } from '#contract/provider-console.ts'
import { provider as reviews, type ProviderRow } from '#contract/provider.ts'
import { account } from '#server/schema/account.table.ts'
import { audit } from '#server/schema/audit.table.ts'
import { provider } from '#server/schema/provider.table.ts'
import { openApi, SITE, type TestApi } from '../support/api-context.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { jpeg } from '../support/hostile-uploads.ts'
import { programOf } from '../support/provider-program.ts'
import { NEW, notThe, phoneOf, pictureOf } from '../support/sign-in-pages.ts'

const city = await openApi()
afterAll(() => city.close())

const PHONE = '13611110001'
const FORM = {
  name: '浦江智慧消防科技有限公司',
  creditCode: '91310000MA1FL0000N',
  companyAddress: '上海市静安区某路1号',
  legalName: '张三',
  linkMan: '李四',
}

function withoutSite(t: TestApi): void {
  Object.assign(t.deps.settings, { site: { ...SITE, providerUrl: '', providerRegisterUrl: '' } })
}

async function codeTo(t: TestApi, browser: TestBrowser, phone: string): Promise<string> {
  const { body } = await browser.call(calls.sendCode, { phone, ...(await pictureOf(browser)) })
  expect([body.code, body.message]).toEqual([200, '操作成功'])
  return t.sent.at(-1)!.code
}

async function post(
  t: TestApi,
  browser: TestBrowser,
  fields: Record<string, string>,
  file: Uint8Array | null = jpeg(),
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (file) form.append('license', new File([file as BlobPart], '执照.jpg'))
  const cookie = browser.cookies.headerFor({
    url: `http://localhost${calls.apply.path}`,
    credentials: 'same-origin',
  })
  const response = await t.api.request(calls.apply.path, {
    method: 'POST',
    headers: { 'x-forwarded-for': '192.0.2.1', ...(cookie && { cookie }) },
    body: form,
  })
  return (await response.json()) as { code: number; message: string; errors?: Record<string, string> }
}

async function applied(t: TestApi, changes: Partial<typeof FORM> = {}, phone = PHONE) {
  const browser = openBrowser(t)
  const checkCode = await codeTo(t, browser, phone)
  t.clock.pass(61_000)
  return post(t, browser, { ...FORM, ...changes, phone, checkCode })
}

async function changesOfProviders(t: TestApi): Promise<number> {
  const { rows } = await t.db.execute(sql`select 1 from change where kind = 'approval' and building_id is null`)
  return rows.length
}

async function rowOf(t: TestApi, token: string): Promise<ProviderRow> {
  const { body } = await t.call(reviews.list, { search: FORM.creditCode }, token)
  return (body.data as { list: ProviderRow[] }).list[0]!
}

async function stateOf(t: TestApi, phone = PHONE) {
  const browser = openBrowser(t)
  const checkCode = await codeTo(t, browser, phone)
  t.clock.pass(61_000)
  return (await browser.call(calls.state, { phone, checkCode })).body.data as Record<string, unknown>[]
}

test(
  'a company applies, the authority sees its evidence and passes it, and the phone opens its console and keys',
  city.undone(async (t) => {
    withoutSite(t)
    expect(await applied(t)).toMatchObject({ code: 200, message: '已提交，请等待审核' })
    expect(await changesOfProviders(t)).toBe(1)
    expect(await stateOf(t)).toMatchObject([{ name: FORM.name, status: 2, account: null }])
    const token = await t.signIn('zhidui')
    const row = await rowOf(t, token)
    expect(row).toMatchObject({ ...FORM, linkManPhone: PHONE, status: 2 })
    const paper = await t.call(reviews.paper, { isvId: row.id, paper: 'license' }, token)
    const file = await t.api.request(paper.body.data as string)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect((await t.call(reviews.audit, { isvId: row.id, status: 1 }, token)).body.code).toBe(200)
    expect(await changesOfProviders(t)).toBe(2)
    const name = `isv${FORM.creditCode}`
    expect(t.notified.at(-1)).toMatchObject({ phone: PHONE, text: expect.stringContaining(name) })
    expect(await stateOf(t)).toMatchObject([{ status: 1, account: name }])

    const browser = openBrowser(t)
    await browser.call(auth.sendCode, { phone: PHONE, ...(await pictureOf(browser)) })
    expect((await browser.call(auth.recover, { phone: PHONE, checkCode: t.sent.at(-1)!.code })).body.code).toBe(200)
    const set = { phone: PHONE, password: NEW, confirmPassword: NEW }
    expect((await browser.call(auth.resetPassword, set)).body.code).toBe(200)
    const own = await t.signIn(name, NEW)
    const { appKey } = (await t.call(providerConsole.summary, {}, own)).body.data as { appKey: string }
    const { secret } = (await t.call(auth.revealSecret, { password: NEW }, own)).body.data as { secret: string }
    const program = programOf(t, 0, { appKey, secret })
    expect((await program.call(ingest.hello, {})).data).toMatchObject({ name: FORM.name })
    const kept = JSON.stringify(await t.db.select().from(audit)) + t.logged.join('\n')
    for (const hidden of [secret, PHONE]) expect(t.logged.join('\n')).not.toContain(hidden)
    expect(kept).not.toContain(secret)
  }),
)

test(
  'a rejected company receives the reason by SMS, and applies again in the same row',
  city.undone(async (t) => {
    withoutSite(t)
    await applied(t)
    const token = await t.signIn('zhidui')
    const { id } = await rowOf(t, token)
    await t.call(reviews.audit, { isvId: id, status: 3, reason: '1.执照不清晰。' }, token)
    expect(t.notified.at(-1)).toMatchObject({ phone: PHONE, text: expect.stringContaining('执照不清晰') })
    expect(await stateOf(t)).toMatchObject([{ status: 3, reason: '1.执照不清晰。', account: null }])
    expect(await applied(t, { linkMan: '王五' })).toMatchObject({ code: 200 })
    expect(await rowOf(t, token)).toMatchObject({ id, status: 2, linkMan: '王五', reason: null })
    expect(await t.db.$count(account, eq(account.providerId, Number(id)))).toBe(0)
  }),
)

test(
  'a rejected company corrects its credit code; its name is free for others and for the authority',
  city.undone(async (t) => {
    withoutSite(t)
    const wrong = { creditCode: '91310000MA1FL0001M' }
    await applied(t, wrong)
    const token = await t.signIn('zhidui')
    const { body } = await t.call(reviews.list, { search: wrong.creditCode }, token)
    const { id } = (body.data as { list: ProviderRow[] }).list[0]!
    await t.call(reviews.audit, { isvId: id, status: 3, reason: '1.信用代码有误。' }, token)
    expect(await applied(t)).toMatchObject({ code: 200 })
    expect(await rowOf(t, token)).toMatchObject({ id, creditCode: FORM.creditCode, status: 2 })
    await t.call(reviews.audit, { isvId: id, status: 3, reason: '1.冒用名称。' }, token)
    const other = { creditCode: '91310000MA1FL0003X' }
    expect(await applied(t, other, '13611110002')).toMatchObject({ code: 200 })
    const { body: theirs } = await t.call(reviews.list, { search: other.creditCode }, token)
    const [row] = (theirs.data as { list: ProviderRow[] }).list
    expect(row?.id).not.toBe(id)
    const form = { ...FORM, linkManPhone: PHONE, legalPhone: '', county: '', account: '' }
    const { creditCode: _creditCode, ...added } = form
    expect((await t.call(reviews.add, added, token)).body.code).toBe(409)
    await t.call(reviews.audit, { isvId: row!.id, status: 3, reason: '1.冒用名称。' }, token)
    expect((await t.call(reviews.add, added, token)).body.code).toBe(200)
  }),
)

test(
  'a decision on an application that was submitted again since is rejected',
  city.undone(async (t) => {
    withoutSite(t)
    await applied(t)
    const token = await t.signIn('zhidui')
    const seen = await rowOf(t, token)
    const about = { isvId: seen.id, createTime: seen.createTime! }
    await t.call(reviews.audit, { ...about, status: 3, reason: '1.执照不清晰。' }, token)
    await applied(t, { linkMan: '王五' }, '13611110002')
    expect((await t.call(reviews.audit, { ...about, status: 1 }, token)).body).toMatchObject({
      code: 409,
      message: '申请已重新提交，请刷新列表后再审核',
    })
    const { createTime } = await rowOf(t, token)
    expect((await t.call(reviews.audit, { ...about, createTime: createTime!, status: 1 }, token)).body.code).toBe(200)
  }),
)

describe('an application is rejected and changes nothing', () => {
  const undone = (check: (t: TestApi) => Promise<void>) =>
    city.undone(async (t) => {
      withoutSite(t)
      const before = await t.db.$count(provider)
      await check(t)
      expect(await t.db.$count(provider)).toBe(before)
    })

  test(
    'with wrong fields, each named',
    undone(async (t) => {
      const wrong = { ...FORM, name: '', creditCode: '9131', phone: '123', checkCode: '' }
      const { code, errors } = await post(t, openBrowser(t), wrong, null)
      expect([code, Object.keys(errors ?? {}).toSorted()]).toEqual([
        400,
        ['checkCode', 'creditCode', 'license', 'name', 'phone'],
      ])
    }),
  )

  test(
    'with a licence that is no picture or PDF, or a wrong code',
    undone(async (t) => {
      const browser = openBrowser(t)
      const checkCode = await codeTo(t, browser, PHONE)
      const form = { ...FORM, phone: PHONE, checkCode }
      const text = new TextEncoder().encode('<script>alert(1)</script>')
      expect(await post(t, browser, form, text)).toMatchObject({ code: 400, errors: { license: expect.any(String) } })
      expect(await post(t, browser, { ...form, checkCode: notThe(checkCode) })).toMatchObject({
        code: 400,
        errors: { checkCode: '验证码错误或已过期' },
      })
    }),
  )

  test(
    'with the phone of an account',
    undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      expect(await applied(t, {}, phone)).toMatchObject({ code: 409, errors: { phone: expect.any(String) } })
    }),
  )

  test(
    'where providers have a site of their own',
    undone(async (t) => {
      Object.assign(t.deps.settings, { site: SITE })
      const form = { ...FORM, phone: PHONE, checkCode: '000000' }
      expect(await post(t, openBrowser(t), form)).toMatchObject({ code: 403, message: '请到服务商平台注册' })
    }),
  )

  test(
    'more than twenty times an hour from one network',
    undone(async (t) => {
      const form = { ...FORM, phone: PHONE, checkCode: '000000' }
      const codes: number[] = []
      for (let nth = 0; nth < 21; nth++) codes.push((await post(t, openBrowser(t), form, new Uint8Array(3))).code)
      expect(codes).toEqual([...Array.from({ length: 20 }, () => 400), 429])
    }),
  )
})

test(
  'a company that waits or is registered, and the name of another, are named at the field',
  city.undone(async (t) => {
    withoutSite(t)
    await applied(t)
    expect(await applied(t)).toMatchObject({ code: 409, errors: { creditCode: expect.stringContaining('正在审核') } })
    expect(await applied(t, { creditCode: '91310000MA1FL0002W' })).toMatchObject({
      code: 409,
      errors: { name: expect.any(String) },
    })
    await t.db.update(provider).set({ status: 1 }).where(eq(provider.creditCode, FORM.creditCode))
    expect(await applied(t)).toMatchObject({ code: 409, errors: { creditCode: expect.stringContaining('已注册') } })
  }),
)

test(
  'a code is sent only with a solved picture, and once a minute',
  city.undone(async (t) => {
    withoutSite(t)
    const browser = openBrowser(t)
    expect((await browser.call(calls.sendCode, { phone: PHONE })).body).toMatchObject({
      code: 400,
      errors: { photographCode: '请输入图形验证码' },
    })
    expect(t.sent).toHaveLength(0)
    await codeTo(t, browser, PHONE)
    const again = await browser.call(calls.sendCode, { phone: PHONE, ...(await pictureOf(browser)) })
    expect(again.body).toMatchObject({ code: 429, errors: { phone: expect.any(String) } })
  }),
)
