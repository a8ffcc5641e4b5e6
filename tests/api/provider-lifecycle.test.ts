import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { buildingDetail } from '#contract/building-detail.ts'
import { building as buildings } from '#contract/building.ts'
import { ingest } from '#contract/ingest.ts'
import { type ProviderKeys, provider as calls, type ProviderRow } from '#contract/provider.ts'
import { SIGNATURE_REFUSALS } from '#contract/signature.ts'
import { toWireTime } from '#contract/time.ts'
import { FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { audit } from '#server/schema/audit.table.ts'
import { building, buildingUnit } from '#server/schema/building.table.ts'
import { message } from '#server/schema/message.table.ts'
import { point } from '#server/schema/point.table.ts'
import { provider } from '#server/schema/provider.table.ts'
import { leaveToUnit01 } from '../support/alarm-scene.ts'
import { openApi, PASSWORD, type TestApi } from '../support/api-context.ts'
import { own } from '../support/every-change.ts'
import { programOf } from '../support/provider-program.ts'

const city = await openApi()
afterAll(() => city.close())

const FORM = {
  name: '申城智慧消防科技有限公司',
  companyAddress: '上海市静安区某路 1 号',
  county: '310106',
  legalName: '张三',
  legalPhone: '13800000001',
  linkMan: '李四',
  linkManPhone: '13800000002',
  account: '',
}

async function added(t: TestApi, token: string, form: Partial<typeof FORM> = {}): Promise<ProviderKeys> {
  const { body } = await t.call(calls.add, { ...FORM, ...form }, token)
  expect([body.code, body.message]).toEqual([200, '操作成功'])
  return body.data as ProviderKeys
}

const rowIn = async (t: TestApi, token: string, id: string) => {
  const { body } = await t.call(calls.list, { pageSize: 100 }, token)
  return (body.data as { list: ProviderRow[] }).list.find((row) => row.id === id)!
}

async function servedBuilding(t: TestApi) {
  const unitId = (await own(t, 'unit01')).unitId!
  const [row] = await t.db
    .select({ id: building.id, appKey: building.appKey, providerId: building.providerId })
    .from(building)
    .innerJoin(buildingUnit, eq(buildingUnit.buildingId, building.id))
    .where(
      and(
        eq(buildingUnit.unitId, unitId),
        eq(buildingUnit.kind, 'bound'),
        isNull(building.approveStatus),
        sql`${building.providerId} is not null`,
      ),
    )
  return row!
}

describe('a provider added by the authority', () => {
  test(
    'counts as reviewed and can report with the keys shown once',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const keys = await added(t, token, { account: 'shencheng' })
      const program = programOf(t, Number(keys.isvId), keys)
      expect((await program.call(ingest.hello, {})).data).toMatchObject({ name: FORM.name })
      expect(await rowIn(t, token, keys.isvId)).toMatchObject({ name: FORM.name, status: 1, suspendTime: null })
      expect(keys.account).toBe('shencheng')
      expect((await own(t, 'shencheng')).mustChangePassword).toBe(true)
      const rows = await t.db.select().from(audit).where(eq(audit.action, 'provider.add'))
      expect(rows).toHaveLength(1)
      const kept = `${JSON.stringify(rows)}${t.logged.join('\n')}${JSON.stringify(await t.db.select().from(provider))}`
      for (const secret of [keys.secret, keys.password!]) expect(kept).not.toContain(secret)
    }),
  )

  test(
    'is rejected with an existing name or account, and leaves no data',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      await added(t, token)
      const before = await t.db.$count(provider)
      expect((await t.call(calls.add, FORM, token)).body).toMatchObject({
        code: 409,
        errors: { name: '已有同名的服务商，请在列表中查找' },
      })
      const other = { ...FORM, name: '另一家公司', account: 'unit01' }
      expect((await t.call(calls.add, other, token)).body).toMatchObject({
        code: 409,
        errors: { account: expect.any(String) },
      })
      expect((await t.call(calls.add, { ...FORM, name: ' ', linkManPhone: 'abc' }, token)).body).toMatchObject({
        code: 400,
        errors: { name: '请填写服务商名称', linkManPhone: '请输入正确的电话号码' },
      })
      expect(await t.db.$count(provider)).toBe(before)
    }),
  )
})

describe('a suspended provider', () => {
  test(
    'is rejected from its next request on, and accepted with the same keys after it is resumed',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const program = programOf(t, FIRST_PROVIDER_ID)
      expect((await program.call(ingest.hello, {})).code).toBe(200)
      const isvId = String(FIRST_PROVIDER_ID)
      expect((await t.call(calls.suspend, { isvId, reason: '' }, token)).body).toMatchObject({
        code: 400,
        errors: { reason: '请填写暂停原因' },
      })
      expect((await t.call(calls.suspend, { isvId, reason: '多次上报虚假数据' }, token)).body.code).toBe(200)
      expect(await program.call(ingest.hello, {})).toMatchObject({ code: 403, message: SIGNATURE_REFUSALS.suspended })
      expect(await rowIn(t, token, isvId)).toMatchObject({
        suspendTime: toWireTime(t.clock.now()),
        suspendReason: '多次上报虚假数据',
      })
      const [told] = await t.db.select().from(message).where(eq(message.title, '已暂停接入'))
      expect(told?.messageHtml).toContain('多次上报虚假数据')
      expect(told?.messageHtml).toContain('经用户信息传输装置上报的火警和数据仍然接收')
      expect((await t.call(calls.suspend, { isvId, reason: '再次' }, token)).body.code).toBe(409)
      expect((await t.call(calls.resume, { isvId }, token)).body.code).toBe(200)
      expect((await program.call(ingest.hello, {})).code).toBe(200)
      expect((await t.call(calls.resume, { isvId }, token)).body.code).toBe(409)
    }),
  )

  test(
    'is shown as suspended in the buildings it serves',
    city.undone(async (t) => {
      const { id, providerId } = await servedBuilding(t)
      const token = await t.signIn('zhidui')
      await t.call(calls.suspend, { isvId: String(providerId), reason: '整改' }, token)
      const unit = await t.signIn('unit01')
      const { body } = await t.call(buildingDetail.detail, { buildingId: id }, unit)
      expect(body.data).toMatchObject({ iotIsv: { suspendTime: toWireTime(t.clock.now()) } })
    }),
  )

  test(
    'must have passed its review before',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const [waiting] = await t.db.select().from(provider).where(eq(provider.status, 2))
      const { body } = await t.call(calls.suspend, { isvId: String(waiting!.id), reason: '整改' }, token)
      expect(body.code).toBe(409)
    }),
  )
})

test(
  'a renewed secret ends the former one at once and requires the account’s password',
  city.undone(async (t) => {
    const token = await t.signIn('zhidui')
    const former = await added(t, token)
    const { isvId } = former
    expect((await t.call(calls.renewKeys, { isvId, password: 'Wrong@119' }, token)).body).toMatchObject({
      code: 400,
      errors: { password: '密码错误' },
    })
    expect((await programOf(t, 0, former).call(ingest.hello, {})).code).toBe(200)
    const { body } = await t.call(calls.renewKeys, { isvId, password: PASSWORD }, token)
    const keys = body.data as ProviderKeys
    expect(keys.appKey).toBe(former.appKey)
    expect((await programOf(t, 0, former).call(ingest.hello, {})).code).toBe(401)
    expect((await programOf(t, 0, keys).call(ingest.hello, {})).code).toBe(200)
  }),
)

describe('a building bound by its key', () => {
  test(
    'belongs to the provider that presents the key, which can then register points and report',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { id } = await servedBuilding(t)
      expect((await t.call(buildings.releaseProvider, { buildingId: id }, token)).body.code).toBe(200)
      const key = ((await t.call(buildingDetail.detail, { buildingId: id }, token)).body.data as { appKey: string })
        .appKey
      const program = programOf(t, FIRST_PROVIDER_ID)
      const bound = await program.call(ingest.bindBuilding, { buildingKey: key })
      expect(bound.code).toBe(200)
      const { projectId } = bound.data as { projectId: string }
      const named = { projectId, pointNumber: 'BOUND-1' }
      const item = { ...named, deviceNo: 'BOUND-1', deviceName: '管网压力', deviceType: 140, apiId: 17 }
      const registered = await program.call(ingest.registerPoints, { items: [item] })
      expect(registered.data).toMatchObject({ accepted: 1 })
      const reading = { ...named, time: toWireTime(t.clock.now()) as never, measures: { pressure: 0.4 } }
      expect((await program.call(ingest.readings, { items: [reading] })).data).toMatchObject({ accepted: 1 })
      const [stored] = await t.db.select().from(point).where(eq(point.pointNumber, 'BOUND-1'))
      expect(stored?.online).toBe(true)
      const rows = await t.db.select().from(audit).where(eq(audit.action, 'ingest.bindBuilding'))
      expect(rows[0]?.detail).toMatchObject({ buildingId: id, after: { providerId: FIRST_PROVIDER_ID } })
      const answerFor = and(eq(buildingUnit.buildingId, id), eq(buildingUnit.kind, 'bound'))
      const told = await t.db.$count(message, eq(message.title, '建筑已绑定服务商'))
      expect(told).toBe(await t.db.$count(buildingUnit, answerFor))
    }),
  )

  test(
    'is unchanged when the same provider presents the key again, and rejects another provider',
    city.undone(async (t) => {
      const { appKey, providerId } = await servedBuilding(t)
      const again = await programOf(t, providerId!).call(ingest.bindBuilding, { buildingKey: appKey })
      expect(again.code).toBe(200)
      expect(await t.db.$count(message, eq(message.title, '建筑已绑定服务商'))).toBe(0)
      const stranger = await added(t, await t.signIn('zhidui'))
      const refused = await programOf(t, 0, stranger).call(ingest.bindBuilding, { buildingKey: appKey })
      expect(refused.code).toBe(409)
      const [row] = await t.db.select().from(building).where(eq(building.appKey, appKey))
      expect(row?.providerId).toBe(providerId)
    }),
  )

  test(
    'is not bound by a key that its unit revoked',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { id, appKey } = await servedBuilding(t)
      await t.call(buildings.releaseProvider, { buildingId: id }, token)
      const { code } = await programOf(t, FIRST_PROVIDER_ID).call(ingest.bindBuilding, { buildingKey: appKey })
      expect(code).toBe(404)
    }),
  )

  test(
    'is not bound by the key that its last unit knew',
    city.undone(async (t) => {
      const { id, appKey } = await servedBuilding(t)
      await leaveToUnit01(t, id)
      expect((await t.call(buildings.release, { buildingId: id }, await t.signIn('unit01'))).body.code).toBe(200)
      await t.db.update(building).set({ providerId: null }).where(eq(building.id, id))
      const { code } = await programOf(t, FIRST_PROVIDER_ID).call(ingest.bindBuilding, { buildingKey: appKey })
      expect(code).toBe(404)
    }),
  )

  test(
    'cannot be found by guessing keys: after thirty unknown ones in an hour a provider is blocked, others are not',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const guesser = programOf(t, 0, await added(t, token))
      const guess = (n: number) => guesser.call(ingest.bindBuilding, { buildingKey: String(n).padStart(32, '0') })
      for (let n = 0; n < 30; n += 1) expect((await guess(n)).code).toBe(404)
      expect((await guess(31)).code).toBe(429)
      const { appKey, providerId } = await servedBuilding(t)
      const other = await programOf(t, providerId!).call(ingest.bindBuilding, { buildingKey: appKey })
      expect(other.code).toBe(200)
    }),
  )
})
