import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { approval as approvals } from '#contract/approval.ts'
import { building as buildings, type BuildingRow } from '#contract/building.ts'
import { message as messages, type MessageDetail } from '#contract/message.ts'
import { provider as providers } from '#contract/provider.ts'
import { type Preview, publishing } from '#contract/publishing.ts'
import { account } from '#server/schema/account.table.ts'
import { organ } from '#server/schema/organ.table.ts'
import { approval } from '#server/schema/approval.table.ts'
import { messageReceiver } from '#server/schema/message.table.ts'
import { provider } from '#server/schema/provider.table.ts'
import { unit } from '#server/schema/unit.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { author, BODY, detail, draft, ok, published, save, type Saved } from '../support/author-desk.ts'

const city = await openApi()
afterAll(() => city.close())

type Audience = NonNullable<Saved['audience']>
const ALL = { roles: [], counties: [], unitIds: [] }

const boxesOf = async (t: TestApi, id: string) =>
  (
    await t.db
      .select({ accountId: messageReceiver.accountId })
      .from(messageReceiver)
      .where(and(eq(messageReceiver.messageId, Number(id)), isNull(messageReceiver.deletedAt)))
  )
    .map((row) => row.accountId)
    .toSorted((a, b) => a - b)

/** Without the server's statement. */
async function named(t: TestApi, { roles = [], counties = [], unitIds = [] }: Partial<Audience>): Promise<number[]> {
  const rows = await t.db
    .select({ account, unit, organ, provider })
    .from(account)
    .leftJoin(unit, eq(unit.id, account.unitId))
    .leftJoin(organ, eq(organ.id, account.organId))
    .leftJoin(provider, eq(provider.id, account.providerId))
  return rows
    .filter((row) => row.account.status === 0)
    .filter((row) => {
      if (unitIds.length > 0) return unitIds.map(Number).includes(row.account.unitId ?? 0)
      const county = row.unit?.county ?? row.organ?.county ?? row.provider?.county ?? ''
      return roles.some((role) => role === row.account.role) && (counties.length === 0 || counties.includes(county))
    })
    .map((row) => row.account.id)
    .toSorted((a, b) => a - b)
}

describe('a notification', () => {
  test(
    'reaches exactly the enabled accounts of the chosen roles, districts or units',
    city.undone(async (t) => {
      const token = await author(t)
      await t.db.update(account).set({ status: 1 }).where(eq(account.account, 'unit02'))
      const [own] = await t.db.select().from(account).where(eq(account.account, 'unit01'))
      const audiences: Partial<Audience>[] = [
        { roles: ['unit', 'property'] },
        { roles: ['unit'], counties: ['310106'] },
        { roles: ['provider'] },
        { roles: ['government'], counties: ['310106', '310101'] },
        { roles: ['unit', 'property', 'provider', 'government'] },
        { unitIds: [own!.unitId!] },
        { roles: ['government'], unitIds: [own!.unitId!] },
      ]
      for (const one of audiences) {
        const audience = { ...ALL, ...one }
        const expected = await named(t, one)
        expect(expected.length).toBeGreaterThan(0)
        const seen = (await ok(t, token, publishing.preview, {
          kind: 5,
          title: '甲',
          bodyHtml: BODY,
          audience,
        })) as Preview
        expect(seen.receiverNum).toBe(expected.length)
        const item = await draft(t, token, { kind: 5, audience })
        expect(await boxesOf(t, item.id)).toEqual([])
        const sent = (await ok(t, token, publishing.publish, item)) as { receiverNum: number }
        expect(sent.receiverNum).toBe(expected.length)
        expect(await boxesOf(t, item.id)).toEqual(expected)
      }
    }),
  )

  test(
    'is read sanitised by its recipients; withdrawn it leaves every box, and sent again it is unread',
    city.undone(async (t) => {
      const token = await author(t)
      const reader = await t.signIn('unit01')
      const newest = async () =>
        ((await t.call(messages.list, {}, reader)).body.data as unknown as { list: { id: string; title: string }[] })
          .list[0]!
      const unread = async () =>
        ((await t.call(messages.unreadCount, {}, reader)).body.data as unknown as { unreadNum: number }).unreadNum
      const before = await unread()
      const item = await published(t, token, {
        kind: 5,
        title: '停水通知',
        bodyHtml: `${BODY}<script>window.xssRan=1</script>`,
        audience: { ...ALL, roles: ['unit'] },
      })
      expect(await unread()).toBe(before + 1)
      const { id, title } = await newest()
      expect(title).toBe('停水通知')
      const told = (await t.call(messages.detail, { messageDetailId: id }, reader)).body
        .data as unknown as MessageDetail
      expect(told.messageHtml).toBe(BODY)
      expect(await detail(t, token, item)).toMatchObject({ readNum: 1 })
      expect(await save(t, token, { ...item, title: '改', bodyHtml: BODY })).toMatchObject({
        code: 409,
        message: '已发送的通知不能修改，请先撤回',
      })

      const { version } = (await ok(t, token, publishing.withdraw, item)) as { version: number }
      expect((await newest()).title).not.toBe('停水通知')
      expect((await t.call(messages.detail, { messageDetailId: id }, reader)).body.code).toBe(404)
      expect(await unread()).toBe(before)
      t.clock.pass(60_000)
      await ok(t, token, publishing.publish, { ...item, version })
      expect((await newest()).title).toBe('停水通知')
      expect(await unread()).toBe(before + 1)
    }),
  )

  test(
    'still counts a recipient who deleted it',
    city.undone(async (t) => {
      const token = await author(t)
      const reader = await t.signIn('unit01')
      const item = await published(t, token, { kind: 5, audience: { ...ALL, roles: ['unit'] } })
      const { receiverNum } = await detail(t, token, item)
      const { list } = (await t.call(messages.list, {}, reader)).body.data as unknown as { list: { id: string }[] }
      const { id } = list[0]!
      await ok(t, reader, messages.detail, { messageDetailId: id })
      await ok(t, reader, messages.delete, { messageId: id })
      expect(await detail(t, token, item)).toMatchObject({ readNum: 1, receiverNum })
      t.clock.pass(60_000)
      const { version } = (await ok(t, token, publishing.withdraw, item)) as { version: number }
      expect(await detail(t, token, item)).toMatchObject({ readNum: 0, receiverNum: 0 })
      await ok(t, token, publishing.publish, { ...item, version })
      expect(await detail(t, token, item)).toMatchObject({ readNum: 0, receiverNum })
    }),
  )

  test(
    'without recipients, or to an unknown unit, is rejected at its field',
    city.undone(async (t) => {
      const token = await author(t)
      const item = await draft(t, token, { kind: 5, audience: ALL })
      expect((await t.call(publishing.publish, item, token)).body).toMatchObject({
        code: 400,
        errors: { audience: '请选择接收对象' },
      })
      expect(
        await save(t, token, { kind: 5, title: '甲', bodyHtml: BODY, audience: { ...ALL, unitIds: [99_999_999] } }),
      ).toMatchObject({ code: 404, message: '所选单位不存在或已被删除' })
    }),
  )

  test(
    'sent by the platform itself is in no author’s list',
    city.undone(async (t) => {
      const token = await author(t)
      const { total } = (await ok(t, token, publishing.list, { kind: 5 })) as { total: number }
      expect(total).toBe(0)
      await draft(t, token, { kind: 5, audience: ALL })
      expect(((await ok(t, token, publishing.list, { kind: 5, state: 0 })) as { total: number }).total).toBe(1)
      expect(((await ok(t, token, publishing.list, { kind: 5, state: 1 })) as { total: number }).total).toBe(0)
      expect(((await ok(t, token, publishing.list, { kind: 5, search: '抽查' })) as { total: number }).total).toBe(1)
    }),
  )
})

describe('a notification of a decision', () => {
  const boxOf = async (t: TestApi, token: string) =>
    (
      (await t.call(messages.list, { pageSize: 5 }, token)).body.data as unknown as {
        list: { id: string; title: string }[]
      }
    ).list

  test.each([
    [1, '【审批已通过】', ''],
    [2, '【审批未通过】', '请补充<现场>照片'],
  ] as const)('goes to the unit that applied: %i', (status, head, reason) =>
    city.undone(async (t) => {
      const unitToken = await t.signIn('unit01')
      const [own] = (
        (await t.call(buildings.list, { isAccess: 1 }, unitToken)).body.data as unknown as { list: BuildingRow[] }
      ).list
      const [asker] = await t.db.select().from(account).where(eq(account.account, 'unit01'))
      const [asked] = await t.db
        .insert(approval)
        .values({
          buildingId: Number(own!.id),
          unitId: asker!.unitId!,
          kind: 'access',
          reason: '设备共用',
          types: [['2']],
          appliedAt: t.clock.now(),
        })
        .returning()
      const token = await author(t)
      const call = status === 1 ? approvals.agree : approvals.refuse
      await ok(t, token, call, { approveId: asked!.id, ...(reason && { refuseReason: reason }) })
      const [told] = await boxOf(t, unitToken)
      expect(told!.title).toBe(`${head}${own!.name}`)
      const { messageHtml } = (await t.call(messages.detail, { messageDetailId: told!.id }, unitToken)).body
        .data as unknown as MessageDetail
      expect(messageHtml).toContain(reason ? '原因：请补充&lt;现场&gt;照片' : '审批结果：已通过')
    })(),
  )

  test(
    'goes to the reviewed provider, with the reasons',
    city.undone(async (t) => {
      const [own] = await t.db.select().from(account).where(eq(account.account, 'isv01'))
      await t.db.update(provider).set({ status: 2 }).where(eq(provider.id, own!.providerId!))
      await ok(t, await author(t), providers.audit, { isvId: own!.providerId!, status: 3, reason: '1.承诺书未盖章。' })
      const token = await t.signIn('isv01')
      const [told] = await boxOf(t, token)
      expect(told!.title).toBe('企业资质审核未通过')
      const { messageHtml } = (await t.call(messages.detail, { messageDetailId: told!.id }, token)).body
        .data as unknown as MessageDetail
      expect(messageHtml).toContain('<p>1.承诺书未盖章。</p>')
    }),
  )
})
