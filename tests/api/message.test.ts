import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { message, type MessageDetail, type MessageHead } from '#contract/message.ts'
import { account } from '#server/schema/account.table.ts'
import { audit } from '#server/schema/audit.table.ts'
import { message as messages, messageReceiver } from '#server/schema/message.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { XSS_PAYLOADS } from '../support/xss-payloads.ts'

const city = await openApi()
afterAll(() => city.close())

const accountId = async (t: TestApi, name: string) => {
  const [row] = await t.db.select({ id: account.id }).from(account).where(eq(account.account, name))
  return row!.id
}
const box = async (t: TestApi, name: string) =>
  t.db
    .select()
    .from(messageReceiver)
    .where(and(eq(messageReceiver.accountId, await accountId(t, name)), isNull(messageReceiver.deletedAt)))
const list = async (t: TestApi, token: string, input: object = {}) =>
  (await t.call(message.list, { pageSize: 100, ...input }, token)).body.data as unknown as {
    list: MessageHead[]
    total: number
  }
const unread = async (t: TestApi, token: string) =>
  ((await t.call(message.unreadCount, {}, token)).body.data as { unreadNum: number }).unreadNum
const one = async (t: TestApi, token: string, id: string) =>
  (await t.call(message.detail, { messageDetailId: id }, token)).body.data as unknown as MessageDetail

describe('the box', () => {
  test(
    "holds the account's own notifications, newest first, without deleted ones; the filter separates read from unread",
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const rows = await box(t, 'unit01')
      const all = await list(t, token)
      expect(all.total).toBe(rows.length)
      expect(all.list.map((row) => Number(row.id)).toSorted()).toEqual(rows.map((row) => row.id).toSorted())
      const times = all.list.map((row) => row.sendTime)
      expect(times).toEqual(times.toSorted().toReversed())
      const unreadRows = rows.filter((row) => row.readAt === null)
      expect(unreadRows.length).toBeGreaterThan(0)
      expect((await list(t, token, { readState: 0 })).total).toBe(unreadRows.length)
      expect((await list(t, token, { readState: 1 })).total).toBe(rows.length - unreadRows.length)
      expect((await list(t, token, { readState: '' })).total).toBe(rows.length)
      expect(await unread(t, token)).toBe(unreadRows.length)
      for (const row of all.list) expect(row.readTime === null).toBe(row.readState === 0)
    }),
  )

  test(
    'names the page that each notification is about, never another site',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const to = await accountId(t, 'unit01')
      for (const [title, href] of [
        ['站内', '/buildDetail/1/1/todoInfo'],
        ['站外', '//evil.example/x'],
        ['没有', ''],
      ]) {
        const sentAt = t.clock.now()
        const [row] = await t.db
          .insert(messages)
          .values({
            title: title!,
            messageHtml: href ? `<p>一</p><p><a href="${href}">看</a></p>` : '<p>一</p>',
            sentAt,
          })
          .returning()
        await t.db.insert(messageReceiver).values({ messageId: row!.id, accountId: to, sentAt })
      }
      const { list: rows } = await list(t, token)
      const pathOf = (title: string) => rows.find((row) => row.title === title)?.path
      expect([pathOf('站内'), pathOf('站外'), pathOf('没有')]).toEqual(['/buildDetail/1/1/todoInfo', null, null])
    }),
  )

  test(
    'is paged without repeated rows, and searched by title',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { total } = await list(t, token)
      const seen = new Set<string>()
      for (let currentPage = 1; seen.size < total; currentPage++) {
        const page = await list(t, token, { currentPage, pageSize: 10 })
        expect(page.list.length).toBe(Math.min(10, total - seen.size))
        for (const row of page.list) seen.add(row.id)
      }
      const found = await list(t, token, { search: '周报' })
      expect(found.total).toBe(3)
      expect((await list(t, token, { search: '%' })).total).toBe(0)
    }),
  )

  test(
    'exists for every role',
    city.undone(async (t) => {
      for (const name of ['wuye01', 'zongdui', 'jingan', 'isv01']) {
        const { total } = await list(t, await t.signIn(name))
        expect([name, total]).toEqual([name, (await box(t, name)).length])
      }
    }),
  )
})

describe('opening a notification', () => {
  test(
    'marks it read once, and lowers the unread count by one',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const [first] = (await list(t, token, { readState: 0 })).list
      const before = await unread(t, token)
      const opened = await one(t, token, first!.id)
      expect(opened).toMatchObject({ title: first!.title, sendTime: first!.sendTime, readTime: '2026-03-23 10:15:00' })
      expect(await unread(t, token)).toBe(before - 1)
      t.clock.pass(60_000)
      expect(await one(t, token, first!.id)).toEqual(opened)
      expect(await t.db.$count(audit, eq(audit.action, 'message.detail'))).toBe(1)
      expect((await list(t, token, { readState: 1 })).list.map((row) => row.id)).toContain(first!.id)
    }),
  )

  test(
    'shows text without scripts, external content or imitated controls',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const [first] = await box(t, 'unit01')
      for (const messageHtml of XSS_PAYLOADS) {
        await t.db.update(messages).set({ messageHtml }).where(eq(messages.id, first!.messageId))
        const shown = (await one(t, token, String(first!.id))).messageHtml
        expect(shown).not.toMatch(
          /<(script|img|iframe|svg|style|form|input|object|embed|link|meta)|\son\w+=|javascript:/i,
        )
      }
    }),
  )
})

describe('deleting a notification', () => {
  test(
    'removes it from the box and the count; deleting it again answers 404',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const [first] = (await list(t, token, { readState: 0 })).list
      const before = await unread(t, token)
      expect((await t.call(message.delete, { messageId: first!.id }, token)).body).toMatchObject({
        code: 200,
        message: '删除成功',
      })
      expect(await unread(t, token)).toBe(before - 1)
      expect((await list(t, token)).list.map((row) => row.id)).not.toContain(first!.id)
      expect((await t.call(message.detail, { messageDetailId: first!.id }, token)).body.code).toBe(404)
      expect((await t.call(message.delete, { messageId: first!.id }, token)).body.code).toBe(404)
    }),
  )
})

describe('several notifications at once', () => {
  test(
    'are marked read or deleted, listed or all; those of others and deleted ones are unchanged',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const mine = (await list(t, token)).list
      const [foreign] = await box(t, 'unit02')
      const isUnread = (row: MessageHead) => row.readState === 0
      const [first, second, ...rest] = mine.filter(isUnread)
      const ids = [first!.id, second!.id, String(foreign!.id), '999999']
      expect((await t.call(message.readMany, { ids }, token)).body.data).toEqual({ count: 2 })
      expect(await unread(t, token)).toBe(rest.length)
      expect((await t.call(message.readMany, { ids }, token)).body.data).toEqual({ count: 0 })
      expect((await t.call(message.deleteMany, { ids }, token)).body.data).toEqual({ count: 2 })
      expect((await list(t, token)).total).toBe(mine.length - 2)
      expect((await t.call(message.readMany, {}, token)).body.data).toEqual({ count: rest.length })
      expect(await unread(t, token)).toBe(0)
      const [theirs] = await t.db.select().from(messageReceiver).where(eq(messageReceiver.id, foreign!.id))
      expect(theirs).toEqual(foreign)
      const [row] = await t.db.select().from(audit).where(eq(audit.action, 'message.deleteMany'))
      const { messageReceiverIds } = row!.detail as { messageReceiverIds: number[] }
      expect(new Set(messageReceiverIds)).toEqual(new Set([Number(first!.id), Number(second!.id)]))
    }),
  )

  test(
    'are listed by id: zero, or more than a hundred, are rejected',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      for (const ids of [[], Array.from({ length: 101 }, (_, at) => String(at + 1))])
        expect((await t.call(message.deleteMany, { ids }, token)).body).toMatchObject({ code: 400 })
    }),
  )
})

describe('a notification of another account', () => {
  test(
    'answers 404 and is unchanged',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const theirs = (await box(t, 'unit02')).find((row) => row.readAt === null) ?? (await box(t, 'wuye01'))[0]!
      for (const id of [theirs.id, 999_999_999]) {
        expect((await t.call(message.detail, { messageDetailId: id }, token)).body).toMatchObject({
          code: 404,
          data: null,
        })
        expect((await t.call(message.delete, { messageId: id }, token)).body).toMatchObject({ code: 404, data: null })
      }
      const [after] = await t.db.select().from(messageReceiver).where(eq(messageReceiver.id, theirs.id))
      expect(after).toEqual(theirs)
    }),
  )
})
