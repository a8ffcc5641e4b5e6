import { desc, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createConsoleSms } from '#server/operations/console-sms.ts'
import { account } from '#server/schema/account.table.ts'
import { audit } from '#server/schema/audit.table.ts'
import { installation } from '#server/schema/installation.table.ts'
import type { Sms } from '#server/platform/deps.ts'
import { deskOn, OPERATOR } from '../support/admin-desk.ts'
import { openTestDb } from '../support/open-test-db.ts'

const opened = await openTestDb()
const { db } = opened
afterAll(() => opened.close())

const sent: { phone: string; code: string }[] = []
const notified: { phone: string; text: string }[] = []
const sms: Sms = {
  send: async (phone, code) => void sent.push({ phone, code }),
  notify: async (phone, text) => void notified.push({ phone, text }),
}
const admin = await deskOn(opened, undefined, undefined, sms)
await admin('create-organ', '城市总队', '--level', '1')
await admin('create-account', 'officer', '--organ', '城市总队')
await admin('create-account', 'second', '--organ', '城市总队')

const phoneOf = async (name: string) =>
  (await db.select().from(account).where(eq(account.account, name)))[0]?.phone ?? null
const lastAudit = async () => (await db.select().from(audit).orderBy(desc(audit.id)).limit(1))[0]!

const [FIRST, SECOND] = ['13700000001', '13700000002'] as const

test('the phone of an official is set by a code sent to it, replaced with notice to the former phone, and removed', async () => {
  expect((await admin('set-phone', 'officer', FIRST)).join()).toContain('登录手机号尚未改变')
  expect(await phoneOf('officer')).toBeNull()
  const wrong = sent.at(-1)!.code === '000000' ? '000001' : '000000'
  await expect(admin('set-phone', 'officer', FIRST, '--code', wrong)).rejects.toThrow('验证码错误或已过期')
  expect(await phoneOf('officer')).toBeNull()
  await admin('set-phone', 'officer', FIRST, '--code', sent.at(-1)!.code)
  expect([await phoneOf('officer'), notified]).toEqual([FIRST, []])
  expect(await lastAudit()).toMatchObject({
    action: 'admin.setPhone',
    detail: { operator: OPERATOR, account: 'officer', changed: ['phone'] },
  })

  await admin('set-phone', 'officer', SECOND)
  await admin('set-phone', 'officer', SECOND, '--code', sent.at(-1)!.code)
  expect([await phoneOf('officer'), notified.at(-1)!.phone]).toEqual([SECOND, FIRST])

  await admin('set-phone', 'second', SECOND)
  await expect(admin('set-phone', 'second', SECOND, '--code', sent.at(-1)!.code)).rejects.toThrow('已用于其他账号')

  await admin('remove-phone', 'officer')
  expect([await phoneOf('officer'), notified.at(-1)!.phone]).toEqual([null, SECOND])
  expect((await lastAudit()).action).toBe('admin.removePhone')
  await expect(admin('remove-phone', 'officer')).rejects.toThrow('没有登录手机号')
})

test.each([
  ['a number that is none', ['officer', '12345'], '请输入正确的手机号'],
  ['no number', ['officer'], '缺少手机号'],
  ['an unknown account', ['nobody', FIRST], '没有账号 nobody'],
])('set-phone rejects %s', async (_, words, text) => {
  await expect(admin('set-phone', ...words)).rejects.toThrow(text)
})

test('a rejected SMS ends the command with an error', async () => {
  const broken = { ...sms, send: () => Promise.reject(new Error('down')) }
  const desk = await deskOn(opened, undefined, undefined, broken)
  await expect(desk('set-phone', 'officer', FIRST)).rejects.toThrow('短信未能发出')
})

test('without a gateway, and in a restored copy, the console shows what would be sent', async () => {
  const said: string[] = []
  await createConsoleSms(db, undefined, (line) => void said.push(line)).send(FIRST, '123456')
  const gateway = { url: 'http://127.0.0.1:1', headers: {}, body: '{phone}{code}', noticeBody: '{phone}', accepted: '' }
  const sender = createConsoleSms(db, gateway, (line) => void said.push(line))
  await expect(sender.send(FIRST, '123456')).rejects.toThrow('fetch failed')
  const copy = { id: 'copy', restoredAt: new Date() }
  await db.insert(installation).values(copy).onConflictDoUpdate({ target: installation.row, set: copy })
  await sender.notify(FIRST, '文字')
  expect(said).toEqual([`（未发送短信）${FIRST}：验证码 123456`, `（未发送短信）${FIRST}：文字`])
})
