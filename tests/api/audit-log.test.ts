import { eq, sql } from 'drizzle-orm'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, describe, expect, test } from 'vitest'
import { auditLog } from '#contract/audit-log.ts'
import { toWireTime } from '#contract/time.ts'
import { audit } from '#server/schema/audit.table.ts'
import { building } from '#server/schema/building.table.ts'
import { openApi } from '../support/api-context.ts'
import { ofBuildings, own } from '../support/every-change.ts'
import { readAudit } from '../support/read-audit.ts'

const city = await openApi()
afterAll(() => city.close())

describe('reading the audit', () => {
  test(
    'is limited to the authority; a district reads exactly the actions of its own accounts',
    city.undone(async (t) => {
      for (const name of ['unit01', 'unit02', 'wuye01', 'isv01']) {
        const token = await t.signIn(name)
        expect((await t.call(auditLog.list, {}, token)).body.code).toBe(403)
      }
      const district = await t.signIn('jingan')
      const { rows } = await t.db.execute<{ n: number }>(sql`select count(*)::int as n from audit l
        left join account a on a.id = l.account_id left join unit u on u.id = a.unit_id
        left join organ o on o.id = a.organ_id left join provider p on p.id = a.provider_id
        where coalesce(u.county, o.county, p.county) = '310106'`)
      const seen = (await readAudit(t, district)).list
      expect(seen).toHaveLength(rows[0]!.n)
      expect(seen.length).toBeGreaterThan(0)
      const all = (await readAudit(t, await t.signIn('zongdui'))).list
      expect(all.length).toBeGreaterThan(seen.length)
      expect(
        (await readAudit(t, district, { account: 'isv01', object: '', action: '' })).list.every(({ id }) =>
          seen.some((row) => row.id === id),
        ),
      ).toBe(true)
    }),
  )

  test(
    'continues after the last row regardless of new rows, and filters by time, account, action and object',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const unit01 = await own(t, 'unit01')
      const [one] = await ofBuildings(t, unit01.unitId!)
      const at = (minutes: number) => new Date(t.clock.now().getTime() - minutes * 60_000)
      await t.db.insert(audit).values(
        Array.from({ length: 45 }, (_, n) => ({
          at: at(60 + Math.floor(n / 3)),
          action: n % 2 === 0 ? 'point.edit' : 'buildingForm.edit',
          accountId: unit01.id,
          account: 'unit01',
          detail: { buildingId: n % 5 === 0 ? one!.id : -1, before: { floor: '1' }, after: { floor: '2' } },
        })),
      )
      const until = toWireTime(at(59))
      const seen: string[] = []
      let cursor = ''
      for (let turn = 0; turn < 10; turn += 1) {
        const page = await readAudit(t, token, { pageSize: 10, endTime: until, cursor })
        seen.push(...page.list.map(({ id }) => id))
        await t.db.insert(audit).values({ at: t.clock.now(), action: 'auth.signIn', detail: {} })
        if (page.next === null) break
        cursor = page.next
      }
      const { rows } = await t.db.execute<{ id: string }>(
        sql`select id from audit where at <= ${at(59).toISOString()}::timestamptz order by at desc, id desc`,
      )
      expect(seen).toEqual(rows.map(({ id }) => String(id)))
      expect(seen.length).toBeGreaterThanOrEqual(45)

      const count = async (input: object) => (await readAudit(t, token, { endTime: until, ...input })).list.length
      expect(await count({ action: 'point.edit' })).toBe(23)
      expect(await count({ account: 'unit01', action: 'buildingForm.edit' })).toBe(22)
      expect(await count({ account: '没有这个人' })).toBe(0)
      expect(await count({ object: `building:${one!.id}` })).toBe(9)
      const [named] = await t.db.select().from(building).where(eq(building.id, one!.id))
      expect(await count({ object: named!.name, action: 'point.edit' })).toBeGreaterThanOrEqual(4)
      expect(await count({ object: '没有这栋楼' })).toBe(0)
      expect(await count({ startTime: toWireTime(at(64)), action: 'point.edit' })).toBeLessThan(23)
      for (const wrong of [{ action: "x' or 1=1" }, { cursor: 'abc' }, { startTime: '昨天' }])
        expect((await t.call(auditLog.list, wrong as never, token)).body.code).toBe(400)
    }),
  )

  test(
    'rejects a keyword that matches more names than it looks up, instead of answering incompletely',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      await t.db.execute(sql`update building set name = '同名楼' || id`)
      const { body } = await t.call(auditLog.list, { object: '同名楼' }, token)
      expect(body).toMatchObject({ code: 400, errors: { object: '符合的名称过多，请输入更完整的名称' } })
      const [one] = await t.db.select().from(building).limit(1)
      expect((await t.call(auditLog.list, { object: one!.name }, token)).body.code).toBe(200)
    }),
  )

  test(
    'is limited to changes, to reads or to sign-ins; failed sign-ins are among the sign-ins',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      t.clock.pass(5000)
      const startTime = toWireTime(t.clock.now())
      const kinds = {
        change: ['admin.rescore', 'point.edit'],
        read: ['alarm.one', 'unitManagement.export'],
        signIn: ['auth.signIn', 'auth.signInFailed'],
      } as const
      await t.db
        .insert(audit)
        .values(
          Object.values(kinds).flatMap((actions) =>
            actions.map((action) => ({ at: t.clock.now(), action, detail: {} })),
          ),
        )
      for (const [kind, actions] of Object.entries(kinds)) {
        const { list } = await readAudit(t, token, { startTime, kind })
        expect(list.map(({ action }) => action).toSorted()).toEqual(actions)
      }
      expect((await readAudit(t, token, { startTime })).list).toHaveLength(6)
      expect((await readAudit(t, token, { startTime, kind: 'change', action: 'auth.signIn' })).list).toEqual([])
      expect((await t.call(auditLog.list, { kind: 'other' } as never, token)).body.code).toBe(400)
      const { body } = await t.call(auditLog.export, { startTime, kind: 'read' } as never, token)
      const file = await t.api.request(body.data as unknown as string)
      const [sheet] = await readXlsxFile(Buffer.from(await file.arrayBuffer()))
      expect(
        sheet!.data
          .slice(1)
          .map((row) => row[4])
          .toSorted(),
      ).toEqual(['导出社会单位', '查看火警联系人'])
    }),
  )

  test(
    'is exported with its filters, with former and new values as text',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      await t.signIn('unit02')
      const { body } = await t.call(auditLog.export, { account: 'unit02' } as never, token)
      const file = await t.api.request(body.data as unknown as string)
      const [sheet] = await readXlsxFile(Buffer.from(await file.arrayBuffer()))
      const [header, ...rows] = sheet!.data
      expect(header).toEqual([
        '时间',
        '账号',
        '姓名',
        '后台操作员',
        '操作',
        '对象',
        '变更前',
        '变更后',
        'IP 地址',
        '请求编号',
      ])
      const { list } = await readAudit(t, token, { account: 'unit02' })
      expect(rows).toHaveLength(list.length)
      expect(rows[0]![1]).toBe('unit02')
      expect(rows[0]![4]).toBe('密码登录')
    }),
  )
})
