// On both engines: many statements.
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, expect, test } from 'vitest'
import { endpoints } from '#contract/all.ts'
import { auditAction } from '#contract/dict/audit-action.ts'
import { dictionary } from '#contract/dictionary.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { answerCall } from '#server/answer-call.ts'
import { audit } from '#server/schema/audit.table.ts'
import { download } from '#server/schema/download.table.ts'
import { exportSheet } from '#server/platform/export-sheet.ts'
import type { Context, Handler } from '#server/platform/implement.ts'
import type { Session } from '#server/platform/session.ts'
import { openApi } from '../support/api-context.ts'
import { exportTurns } from '../support/every-export.ts'
import { readAudit } from '../support/read-audit.ts'

const city = await openApi()
afterAll(() => city.close())

const NO_EXPORT: Readonly<Record<string, string>> = {
  'portal.informationDetail': 'a published text; the reader is anonymous',
  'document.list': 'the manual, the same for everybody',
  'approval.template': 'a blank form',
  'publishing.preview': 'the text its author is writing',
}

const isExport = (call: { readonly exports?: true }) => call.exports === true

test('every call that answers with a file is declared an export or listed with a reason', () => {
  const says = endpoints().filter(
    ({ summary, effect }) => !effect && /xlsx|PDF 的地址|下载地址|文件的地址|打印/.test(summary),
  )
  expect(says.length).toBeGreaterThan(10)
  expect(says.filter((call) => !isExport(call) && !(call.id in NO_EXPORT)).map(({ id }) => id)).toEqual([])
})

test('every function that issues a download URL declares its audit row or is listed with a reason', () => {
  const sources = import.meta.glob<string>(['../../src/server/**/*.ts', '!**/*.test.ts', '!**/issue-download.ts'], {
    eager: true,
    query: '?raw',
    import: 'default',
  })
  const issuing = Object.entries(sources).filter(([, text]) =>
    /(issue(Download|Viewing|Stored)|exportSheet)\(/.test(text),
  )
  expect(issuing.length).toBeGreaterThan(10)
  const silent = issuing
    .filter(([, text]) => !/audit: \(\) =>|exportSheet\(/.test(text))
    .map(([file]) => file.split('/').at(-1))
  expect(silent.toSorted()).toEqual(['approval.api.ts', 'document.api.ts', 'preview.ts', 'read-information.ts'])
})

test(
  'every export adds one audit row with the account, the file and, for a list, its number of rows',
  city.undone(async (t) => {
    const turns = await exportTurns(t)
    const declared = endpoints().filter(isExport)
    expect(turns.map(({ call }) => call.id).toSorted()).toEqual(declared.map(({ id }) => id).toSorted())
    const reader = await t.signIn('zongdui')
    for (const { call, as, input } of turns) {
      const token = await t.signIn(as)
      const { body } = await t.call(call, input as never, token)
      expect([call.id, body.code, body.message]).toEqual([call.id, 200, '操作成功'])
      const rows = await t.db.select().from(audit).where(eq(audit.action, call.id))
      expect([call.id, rows.length]).toEqual([call.id, 1])
      expect(rows[0]).toMatchObject({ account: as, address: '192.0.2.1' })
      const isList = String(rows[0]!.detail['file']).endsWith('.xlsx')
      const facts = Object.fromEntries(Object.entries(rows[0]!.detail).map(([name, value]) => [name, typeof value]))
      expect([call.id, facts]).toEqual([
        call.id,
        expect.objectContaining({ file: 'string', ...(isList && { rows: 'number' }) }),
      ])
      const { list } = await readAudit(t, reader, { action: call.id })
      expect(list).toHaveLength(1)
      expect(auditAction.label(call.id)).not.toBe(call.id)
      expect(list[0]!.changes.map(({ field }) => field)).toEqual(
        expect.arrayContaining(['文件', ...(isList ? ['条数'] : [])]),
      )
      expect(list[0]!.changes.filter(({ field }) => /^[a-zA-Z]+$/.test(field))).toEqual([])
    }
    expect(await t.db.$count(download)).toBe(turns.length)
  }),
  120_000,
)

test(
  'a rejected export returns no data and adds no audit row',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const closed = endpoints().filter((call) => isExport(call) && call.access.startsWith('gov'))
    for (const call of closed) expect((await t.call(call, {}, token)).body.code).toBe(403)
    const rows = await t.db.select({ action: audit.action }).from(audit)
    expect(rows.map(({ action }) => action)).toEqual(['auth.signIn'])
    expect(await t.db.$count(download)).toBe(0)
  }),
)

test(
  'a list longer than a sheet is rejected with its limit, and leaves neither file nor audit row',
  city.undone(async (t) => {
    const endpoint = { ...dictionary.areas, id: 'test.long', access: 'session', exports: true } as Endpoint
    const app = new Hono()
    const handle: Handler<Endpoint> = (_input, ctx) =>
      exportSheet(
        ctx as Context<Session>,
        { title: '长表', columns: [{ title: '序号' }] },
        Array.from({ length: 1_048_576 }, () => null),
        () => [],
      )
    app.get('/long', (c) =>
      answerCall(t.deps, { endpoint, handle }, c, {
        requestId: 'r',
        headers: {},
        limitBody: () => Promise.resolve(),
        aside: (work) => work(),
      }),
    )
    const answer = await app.request('/long', { headers: { 'x-auth-token': await t.signIn('zongdui') } })
    expect(await answer.json()).toMatchObject({ code: 413, message: '超过 1048575 条，请缩小范围后导出' })
    expect(await t.db.$count(download)).toBe(0)
    expect(await t.db.$count(audit, eq(audit.action, 'test.long'))).toBe(0)
    for await (const { key } of t.deps.files.list()) expect(key).not.toMatch(/^downloads\//)
  }),
  60_000,
)

test(
  'a call declared neither a change nor an export cannot write',
  city.undone(async (t) => {
    const endpoint = { ...dictionary.areas, id: 'test.silent', access: 'public' } as Endpoint
    const app = new Hono()
    const handle: Handler<Endpoint> = (_input, ctx) => ctx.write(() => Promise.resolve({ value: [], audit: {} }))
    app.get('/silent', (c) =>
      answerCall(t.deps, { endpoint, handle }, c, {
        requestId: 'r',
        headers: {},
        limitBody: () => Promise.resolve(),
        aside: (work) => work(),
      }),
    )
    expect(await (await app.request('/silent')).json()).toMatchObject({ code: 500 })
    expect(t.logged.join('\n')).toContain('declared neither a change nor an export')
    expect(await t.db.$count(audit)).toBe(0)
  }),
)
