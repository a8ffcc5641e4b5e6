import { asc, eq } from 'drizzle-orm'
import readXlsxFile from 'read-excel-file/node'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, describe, expect, test } from 'vitest'
import { ingest } from '#contract/ingest.ts'
import { provider as calls, type ProviderRow } from '#contract/provider.ts'
import { demoKeysOf, FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { storeProviderPapers } from '#demo/seed/provider-papers.ts'
import { provider, providerActivity } from '#server/schema/provider.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { programOf } from '../support/provider-program.ts'
import { addSecondReviewer } from '../support/second-reviewer.ts'

const city = await openApi()
afterAll(() => city.close())

type Page = { list: ProviderRow[]; total: number }

const stored = (t: TestApi) => t.db.select().from(provider).orderBy(asc(provider.id))
const rowOf = async (t: TestApi, id: number) => (await t.db.select().from(provider).where(eq(provider.id, id)))[0]!

async function pageOf(t: TestApi, token: string, input: Parameters<typeof t.call<typeof calls.list>>[1]) {
  const { body } = await t.call(calls.list, input, token)
  expect(body.code).toBe(200)
  return body.data as Page
}

const waiting = async (t: TestApi) => (await stored(t)).find(({ status }) => status === 2)!

async function textOf(t: TestApi, address: string): Promise<string> {
  const file = await t.api.request(address)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  const pdf = await getDocumentProxy(new Uint8Array(await file.arrayBuffer()), { verbosity: 0 })
  return (await extractText(pdf, { mergePages: true })).text.replace(/\s/g, '')
}

describe('the list', () => {
  test(
    'is filtered by review, connection, area and text, and has its own pages',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const all = await stored(t)
      const idsOf = async (input: Parameters<typeof pageOf>[2]) =>
        (await pageOf(t, token, { pageSize: 100, ...input })).list.map(({ id }) => Number(id)).sort((a, b) => a - b)
      const those = (of: (row: (typeof all)[number]) => boolean) => all.filter(of).map(({ id }) => id)
      expect(await idsOf({})).toEqual(those(() => true))
      expect(await idsOf({ status: '1', accessStatus: '1' })).toEqual(
        those(({ status, accessStatus }) => status === 1 && accessStatus === 1),
      )
      expect(await idsOf({ province: '3101e8', county: '310106000000' })).toEqual(
        those(({ county }) => county === '310106'),
      )
      expect(await idsOf({ search: all[2]!.name.slice(2, 6) })).toEqual([all[2]!.id])
      expect(await idsOf({ search: '%' })).toEqual([])
      const order = (a: (typeof all)[number], b: (typeof all)[number]) =>
        Number(a.status !== 2) - Number(b.status !== 2) || b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id
      await t.db.update(provider).set({ status: 2 }).where(eq(provider.id, all[1]!.id))
      expect((await pageOf(t, token, { pageSize: 100 })).list.map(({ id }) => Number(id))).toEqual(
        (await stored(t)).toSorted(order).map(({ id }) => id),
      )
      await t.db.update(provider).set({ status: all[1]!.status }).where(eq(provider.id, all[1]!.id))
      const second = await pageOf(t, token, { pageSize: 3, currentPage: 2 })
      expect(second.total).toBe(all.length)
      expect(second.list.map(({ id }) => Number(id))).toEqual(
        all
          .toSorted(order)
          .map(({ id }) => id)
          .slice(3, 6),
      )
    }),
  )

  test(
    'counts by review in an area, and by connection, for every status',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const all = await stored(t)
      const num = (of: (row: (typeof all)[number]) => boolean) => all.filter(of).length
      expect((await t.call(calls.reviewCounts, {}, token)).body.data).toEqual(
        [0, 1, 2, 3].map((status) => ({ status, num: num((row) => row.status === status) })),
      )
      expect((await t.call(calls.reviewCounts, { county: '310106' }, token)).body.data).toEqual(
        [0, 1, 2, 3].map((status) => ({ status, num: num((row) => row.county === '310106' && row.status === status) })),
      )
      expect((await t.call(calls.dockingCounts, {}, token)).body.data).toEqual(
        [0, 1, 2].map((accessStatus) => ({ accessStatus, num: num((row) => row.accessStatus === accessStatus) })),
      )
    }),
  )

  test(
    'is limited with its counts to the city’s authority, and is exported with its filters',
    city.undone(async (t) => {
      for (const who of ['unit01', 'zongdui', 'jingan', 'isv01'])
        expect((await t.call(calls.list, {}, await t.signIn(who))).body.code).toBe(403)
      const token = await t.signIn('zhidui')
      const { list, total } = await pageOf(t, token, { status: '1', pageSize: 100 })
      const address = (await t.call(calls.export, { status: '1' }, token)).body.data as string
      const sheet = await readXlsxFile(Buffer.from(await (await t.api.request(address)).arrayBuffer()))
      const table = ('data' in sheet[0]! ? (sheet[0] as { data: unknown[][] }).data : sheet) as unknown[][]
      expect(table).toHaveLength(total + 1)
      expect(table.slice(1).map((row) => row[1])).toEqual(list.map(({ name }) => name))
    }),
  )
})

describe('a review', () => {
  test(
    'that approves is added to the provider’s history and the audit',
    city.undone(async (t) => {
      const { id } = await waiting(t)
      const token = await t.signIn('zhidui')
      expect((await t.call(calls.audit, { isvId: id, status: 1 }, token)).body.code).toBe(200)
      expect(await rowOf(t, id)).toMatchObject({ status: 1, reason: null })
      const life = await t.db.select().from(providerActivity).where(eq(providerActivity.providerId, id))
      expect(life).toContainEqual(expect.objectContaining({ eventName: '资质审核通过', day: '2026-03-23' }))
      const { rows } = await t.db.execute("select detail from audit where action = 'provider.audit'")
      expect(rows).toMatchObject([{ detail: { providerId: id, before: { status: 2 }, after: { status: 1 } } }])
    }),
  )

  test(
    'that rejects requires a reason, which the list shows; only pending providers are reviewed',
    city.undone(async (t) => {
      const { id } = await waiting(t)
      const token = await t.signIn('zhidui')
      for (const reason of ['', '  '])
        expect((await t.call(calls.audit, { isvId: id, status: 3, reason }, token)).body).toMatchObject({
          code: 400,
          errors: { reason: '请选择驳回原因' },
        })
      expect((await rowOf(t, id)).status).toBe(2)
      const reason = '1.营业执照不清晰或已过有效期；2.缺少公章。'
      expect((await t.call(calls.audit, { isvId: id, status: 3, reason }, token)).body.code).toBe(200)
      const [row] = (await pageOf(t, token, { status: '3', search: (await rowOf(t, id)).name })).list
      expect(row).toMatchObject({ id: String(id), status: 3, reason })
      for (const isvId of [id, FIRST_PROVIDER_ID]) {
        const before = await rowOf(t, isvId)
        expect((await t.call(calls.audit, { isvId, status: 1 }, token)).body.code).toBe(409)
        expect(await rowOf(t, isvId)).toEqual(before)
      }
      expect((await t.call(calls.audit, { isvId: 999_999, status: 1 }, token)).body.code).toBe(404)
      const odd = { isvId: id, status: 2 as unknown as 1 }
      expect((await t.call(calls.audit, odd, token)).body).toMatchObject({
        code: 400,
        errors: { status: '页面参数有误，请刷新后重试' },
      })
    }),
  )

  test(
    'decides about reporting: a provider’s program is accepted while approved, and rejected afterwards',
    city.undone(async (t) => {
      const { id } = await waiting(t)
      const program = programOf(t, id, demoKeysOf(id))
      const token = await t.signIn('zhidui')
      expect((await program.call(ingest.buildings, {})).code).toBe(403)
      await t.call(calls.audit, { isvId: id, status: 1 }, token)
      expect((await program.call(ingest.buildings, {})).code).toBe(200)
      await t.db.update(provider).set({ status: 2 }).where(eq(provider.id, id))
      await t.call(calls.audit, { isvId: id, status: 3, reason: '1.承诺书未盖章或内容不完整。' }, token)
      expect((await program.call(ingest.buildings, {})).code).toBe(403)
    }),
  )
})

describe('documents', () => {
  test(
    'licence and letter open as submitted; missing ones answer 404',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const { id, name } = await waiting(t)
      const [row] = (await pageOf(t, token, { search: name })).list
      expect(row!.licenseUrl).toBe(`/field/v1/provider/paper?isvId=${id}&paper=license`)
      expect((await t.call(calls.paper, { isvId: id, paper: 'license' }, token)).body.code).toBe(404)
      await storeProviderPapers(t.db, t.deps.files)
      const open = async (paper: 'license' | 'book') =>
        textOf(t, (await t.call(calls.paper, { isvId: id, paper }, token)).body.data as string)
      expect(await open('license')).toContain('营业执照')
      expect(await open('book')).toContain(name)
      const without = (await stored(t)).find(({ status }) => status === 0)!
      const [bare] = (await pageOf(t, token, { search: without.name })).list
      expect(bare).toMatchObject({ licenseUrl: null, bookUrl: null })
      expect((await t.call(calls.paper, { isvId: without.id, paper: 'book' }, token)).body.code).toBe(404)
      expect((await t.call(calls.paper, { isvId: id, paper: 'book' }, await t.signIn('jingan'))).body.code).toBe(403)
    }),
  )

  test(
    'the test report shows how far the provider and its buildings in scope are connected',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const { name } = await rowOf(t, FIRST_PROVIDER_ID)
      const report = await t.call(calls.testReport, { isvId: FIRST_PROVIDER_ID }, token)
      const text = await textOf(t, report.body.data as string)
      for (const words of [`${name}对接测试报告`, '必接项对接率', '100%', '已接入']) expect(text).toContain(words)
      expect(text).not.toContain('〓')
      const idle = (await stored(t)).find(({ accessStatus }) => accessStatus === 0)!
      expect((await t.call(calls.testReport, { isvId: idle.id }, token)).body).toMatchObject({ code: 409, data: null })
      // Of its own buildings.
      const district = await t.signIn('jingan')
      expect((await t.call(calls.testReport, { isvId: idle.id }, district)).body.code).toBe(404)
      expect((await t.call(calls.testReport, { isvId: FIRST_PROVIDER_ID }, await t.signIn('unit01'))).body.code).toBe(
        403,
      )
    }),
  )

  test(
    'the connection notice is made at 100 % only, and not while suspended',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const { name } = await rowOf(t, FIRST_PROVIDER_ID)
      const notice = await t.call(calls.notice, { isvId: FIRST_PROVIDER_ID }, token)
      expect(await textOf(t, notice.body.data as string)).toContain(name)
      const changes = [{ mustPercent: 99 }, { mustPercent: 100, suspendedAt: t.clock.now() }]
      for (const change of changes) {
        await t.db.update(provider).set(change).where(eq(provider.id, FIRST_PROVIDER_ID))
        expect((await t.call(calls.notice, { isvId: FIRST_PROVIDER_ID }, token)).body).toMatchObject({
          code: 409,
          message: '已通过审核、未暂停且必接项全部对接的服务商，才能出具对接告知书',
        })
      }
    }),
  )
})

test(
  'of two concurrent reviews of one provider, a hundred times, one succeeds and the other is rejected',
  { timeout: 120_000 },
  async () => {
    const t = await city.lasting()
    const tokens = [await t.signIn('zhidui'), await t.signIn(await addSecondReviewer(t.db))]
    const { id } = await waiting(t)
    for (let round = 0; round < 100; round++) {
      await t.db.update(provider).set({ status: 2, reason: null }).where(eq(provider.id, id))
      const first = round % 2
      const order = [first, 1 - first]
      const judge = (who: number) =>
        who === 0
          ? t.call(calls.audit, { isvId: id, status: 1 }, tokens[0])
          : t.call(calls.audit, { isvId: id, status: 3, reason: '1.承诺书未盖章或内容不完整。' }, tokens[1])
      const answers = await Promise.all(order.map(judge))
      expect(answers.map(({ body }) => body.code).sort()).toEqual([200, 409])
      const winner = order[answers.findIndex(({ body }) => body.code === 200)]!
      const told = answers.find(({ body }) => body.code === 409)!.body.message
      expect(told).toBe(`该服务商的审核状态为“${winner === 0 ? '已通过' : '已驳回'}”，请刷新列表`)
      expect((await rowOf(t, id)).status).toBe(winner === 0 ? 1 : 3)
    }
  },
)
