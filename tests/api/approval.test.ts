import { eq } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, describe, expect, test } from 'vitest'
import { approval as calls, type Declaration } from '#contract/approval.ts'
import { building as buildings } from '#contract/building.ts'
import type { Envelope } from '#contract/errors.ts'
import { upload as uploads } from '#contract/upload.ts'
import { approval } from '#server/schema/approval.table.ts'
import { building } from '#server/schema/building.table.ts'
import { upload } from '#server/schema/upload.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { jpeg } from '../support/hostile-uploads.ts'

const city = await openApi()
afterAll(() => city.close())

async function attach(t: TestApi, token: string): Promise<{ url: string }> {
  const body = new FormData()
  body.append('file', new File([jpeg()], '现场.jpg', { type: 'image/jpeg' }))
  const response = await t.api.request(uploads.store.path, { method: 'POST', headers: { 'x-auth-token': token }, body })
  return { url: ((await response.json()) as Envelope<string>).data }
}

async function prepare(t: TestApi) {
  const token = await t.signIn('unit01')
  const page = (await t.call(buildings.list, { isAccess: 1 }, token)).body.data as { list: { id: string }[] }
  const buildingId = Number(page.list[0]!.id)
  const declaration: Declaration = {
    applyReason: '水箱与相邻建筑共用',
    approveAccessAttachmentList: [await attach(t, token)],
    buildingId,
    specialApproveData: [['0', '2', '16'], ['2']],
    approveType: 1,
  }
  return { token, buildingId, declaration }
}

describe('a declaration', () => {
  test(
    'puts the building under approval with its types, reason and files, and the list row shows it',
    city.undone(async (t) => {
      const { token, buildingId, declaration } = await prepare(t)
      const said = { ...declaration, buildingName: '别的名字', wuyeName: '别的单位' }
      expect((await t.call(calls.submit, said, token)).body.code).toBe(200)
      const [row] = await t.db.select().from(approval).where(eq(approval.buildingId, buildingId)).orderBy(approval.id)
      const stored = await t.db.select().from(approval).where(eq(approval.reason, declaration.applyReason))
      expect(stored).toMatchObject([{ buildingId, kind: 'access', status: 0, types: [['0', '2', '16'], ['2']] }])
      expect(row).toBeDefined()
      expect(await t.db.select().from(upload)).toMatchObject([{ approvalId: stored[0]!.id }])
      const [after] = await t.db.select().from(building).where(eq(building.id, buildingId))
      expect(after).toMatchObject({ approveStatus: 0, refuseReason: null })
      const { rows } = await t.db.execute("select detail from audit where action = 'approval.submit'")
      expect(rows).toHaveLength(1)
    }),
  )

  test(
    'that was queued offline is found by its key and created once however often it is sent',
    city.undone(async (t) => {
      const { token, declaration } = await prepare(t)
      const send = async () => {
        const response = await t.api.request(calls.submit.path, {
          method: 'POST',
          headers: { 'x-auth-token': token, 'content-type': 'application/json', 'idempotency-key': 'k'.repeat(24) },
          body: JSON.stringify(declaration),
        })
        return ((await response.json()) as Envelope).code
      }
      expect([await send(), await send()]).toEqual([200, 200])
      expect(await t.db.select().from(approval).where(eq(approval.reason, declaration.applyReason))).toHaveLength(1)
    }),
  )

  test(
    'is rejected while another one is pending, and changes nothing',
    city.undone(async (t) => {
      const { token, declaration } = await prepare(t)
      await t.call(calls.submit, declaration, token)
      const again = { ...declaration, approveAccessAttachmentList: [await attach(t, token)] }
      expect((await t.call(calls.submit, again, token)).body).toMatchObject({ code: 409, data: null })
      expect(await t.db.select().from(approval).where(eq(approval.reason, declaration.applyReason))).toHaveLength(1)
    }),
  )

  test(
    'with an invalid value is rejected at its field, and changes nothing',
    city.undone(async (t) => {
      const { token, declaration } = await prepare(t)
      const [file] = declaration.approveAccessAttachmentList
      const foreign = await attach(t, await t.signIn('unit02'))
      const before = await t.db.select().from(approval)
      const cases: [Partial<Declaration>, string, RegExp][] = [
        [{ applyReason: '' }, 'applyReason', /请输入申报原因/],
        [{ applyReason: '长'.repeat(101) }, 'applyReason', /最多 100 个字/],
        [{ specialApproveData: [] }, 'specialApproveData', /请选择申报类型/],
        [{ specialApproveData: [['0']] }, 'specialApproveData', /页面参数有误|请重新选择申报类型/],
        [{ specialApproveData: [['0', '2', '9999']] }, 'specialApproveData', /页面参数有误|请重新选择申报类型/],
        [{ approveAccessAttachmentList: [] }, 'approveAccessAttachmentList', /请上传附件，最多 5 个/],
        [
          { approveAccessAttachmentList: Array.from({ length: 6 }, () => file!) },
          'approveAccessAttachmentList',
          /最多上传 5 个/,
        ],
        [{ approveAccessAttachmentList: [foreign] }, 'approveAccessAttachmentList', /附件已失效/],
      ]
      for (const [some, field, said] of cases) {
        const { body } = await t.call(calls.submit, { ...declaration, ...some }, token)
        expect(body).toMatchObject({ code: 400, data: null })
        expect(Object.entries(body.errors ?? {})[0]).toEqual([field, expect.stringMatching(said)])
      }
      expect(await t.db.select().from(approval)).toEqual(before)
      const hundred = { ...declaration, applyReason: '字'.repeat(100) }
      expect((await t.call(calls.submit, hundred, token)).body.code).toBe(200)
    }),
  )

  test(
    'about another unit’s building or for another unit answers 404; the authority cannot declare',
    city.undone(async (t) => {
      const { token, declaration } = await prepare(t)
      const other = await t.signIn('unit02')
      expect((await t.call(calls.submit, declaration, other)).body.code).toBe(404)
      expect((await t.call(calls.submit, { ...declaration, wuyeId: 502 }, token)).body.code).toBe(404)
      expect((await t.call(calls.submit, declaration, await t.signIn('zhidui'))).body.code).toBe(403)
    }),
  )

  test(
    'that is pending is withdrawn when the provider or the building is released',
    city.undone(async (t) => {
      const { token, buildingId, declaration } = await prepare(t)
      await t.call(calls.submit, declaration, token)
      expect((await t.call(buildings.releaseProvider, { buildingId }, token)).body.code).toBe(200)
      const [after] = await t.db.select().from(building).where(eq(building.id, buildingId))
      expect(after).toMatchObject({ approveStatus: null, providerId: null })
      const [row] = await t.db.select().from(approval).where(eq(approval.reason, declaration.applyReason))
      expect(row!.withdrawnAt).toEqual(t.clock.now())
    }),
  )
})

test(
  'of an item, and its state, can be queried',
  city.undone(async (t) => {
    const { token, buildingId, declaration } = await prepare(t)
    await t.db.delete(approval)
    const judge = async (apiId: number) => (await t.call(calls.judge, { apiId, buildingId }, token)).body.data
    expect(await judge(16)).toEqual({ approveAccess: false, approveState: null })
    await t.call(calls.submit, declaration, token)
    expect(await judge(16)).toEqual({ approveAccess: true, approveState: 0 })
    expect(await judge(17)).toEqual({ approveAccess: false, approveState: null })
    await t.db.update(approval).set({ status: 1 })
    expect(await judge(16)).toEqual({ approveAccess: true, approveState: 1 })
    expect((await t.call(calls.judge, { apiId: 16, buildingId }, await t.signIn('unit02'))).body.code).toBe(404)
  }),
)

describe('documents', () => {
  const read = async (t: TestApi, address: string) => {
    const file = await t.api.request(address)
    expect(file.headers.get('content-type')).toBe('application/pdf')
    const pdf = await getDocumentProxy(new Uint8Array(await file.arrayBuffer()), { verbosity: 0 })
    return (await extractText(pdf, { mergePages: true })).text.replace(/\s/g, '')
  }

  test(
    'the access notice names building, provider and unit; it is made at 100 % and for the authority only',
    city.undone(async (t) => {
      const { buildingId } = await prepare(t)
      const gov = await t.signIn('zhidui')
      await t.db.update(building).set({ mustPercent: 100, name: '澄砚大厦' }).where(eq(building.id, buildingId))
      const { body } = await t.call(buildings.notice, { buildingId }, gov)
      const text = await read(t, body.data as string)
      for (const words of ['消防物联网数据接入告知书', '澄砚大厦', '有限公司', '必接项接入率100%'])
        expect(text).toContain(words)
      await t.db.update(building).set({ mustPercent: 99 }).where(eq(building.id, buildingId))
      expect((await t.call(buildings.notice, { buildingId }, gov)).body.code).toBe(409)
      expect((await t.call(buildings.notice, { buildingId }, await t.signIn('unit01'))).body.code).toBe(403)
    }),
  )

  test(
    'the declaration form is filled in with the unit and the building',
    city.undone(async (t) => {
      const { token, buildingId } = await prepare(t)
      const [row] = await t.db.select().from(building).where(eq(building.id, buildingId))
      const text = await read(t, (await t.call(calls.template, { buildingId }, token)).body.data as string)
      for (const words of ['特殊申报审批表', row!.name, '缺少必接项', '设备共用', '公章']) expect(text).toContain(words)
    }),
  )
})
