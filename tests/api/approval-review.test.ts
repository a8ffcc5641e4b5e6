import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { approval as calls, type ReviewRow } from '#contract/approval.ts'
import { building as buildings, type BuildingRow } from '#contract/building.ts'
import { toWireTime } from '#contract/time.ts'
import { upload as uploads } from '#contract/upload.ts'
import { account } from '#server/schema/account.table.ts'
import { approval } from '#server/schema/approval.table.ts'
import { building } from '#server/schema/building.table.ts'
import { SYSTEMS } from '#server/reference/systems.ts'
import { point } from '#server/schema/point.table.ts'
import { buildingState } from '#server/schema/evaluation.table.ts'
import { unit } from '#server/schema/unit.table.ts'
import { upload } from '#server/schema/upload.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { readExport } from '../support/read-export.ts'
import { addSecondReviewer } from '../support/second-reviewer.ts'

const city = await openApi()
afterAll(() => city.close())

type Page = { list: ReviewRow[]; total: number }

async function pageOf(t: TestApi, token: string, input: Parameters<typeof t.call<typeof calls.list>>[1]) {
  const { body } = await t.call(calls.list, input, token)
  expect(body.code).toBe(200)
  return body.data as Page
}

/** Without those of the demo city. */
async function ask(t: TestApi, some: Partial<typeof approval.$inferInsert> = {}) {
  await t.db.delete(approval)
  const [first] = await t.db
    .select()
    .from(building)
    .where(eq(building.accessStatus, 1))
    .orderBy(asc(building.id))
    .limit(1)
  const asked = {
    buildingId: first!.id,
    unitId: (await t.db.select().from(unit).orderBy(asc(unit.id)).limit(1))[0]!.id,
    kind: 'access' as const,
    types: [['2']],
    reason: '水箱与相邻建筑共用',
    appliedAt: t.clock.now(),
    ...some,
  }
  const [row] = await t.db.insert(approval).values(asked).returning()
  await t.db.update(building).set({ approveStatus: 0 }).where(eq(building.id, asked.buildingId))
  return row!
}

const wireOf = (cell: unknown) =>
  cell instanceof Date
    ? new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString().slice(0, 19).replace('T', ' ')
    : (cell ?? null)

const buildingOf = async (t: TestApi, id: number) => (await t.db.select().from(building).where(eq(building.id, id)))[0]!

describe('the lists of applications', () => {
  test(
    'separate pending and decided applications, newest first, with exact totals',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const stored = await t.db.select().from(approval).orderBy(desc(approval.appliedAt), desc(approval.id))
      expect(stored.length).toBeGreaterThan(4)
      const ids = (of: (status: number) => boolean) =>
        stored.filter(({ status }) => of(status)).map(({ id }) => `${id}`)
      const pending = await pageOf(t, token, { approveStatus: '0', pageSize: 100 })
      expect(pending.list.map(({ id }) => id)).toEqual(ids((status) => status === 0))
      const decided = await pageOf(t, token, { approveStatus: '1,2', pageSize: 100 })
      expect(decided.list.map(({ id }) => id)).toEqual(ids((status) => status > 0))
      expect(decided.total).toBe(decided.list.length)
      expect((await pageOf(t, token, {})).total).toBe(stored.length)
      expect((await pageOf(t, token, { pageSize: 1, currentPage: 2 })).list.map(({ id }) => id)).toEqual([
        `${stored[1]!.id}`,
      ])
    }),
  )

  test(
    'are an inbox with the longest waiting first, and the decided ones newest first',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const stored = await t.db.select().from(approval).orderBy(desc(approval.appliedAt), desc(approval.id))
      const inbox = async (approveStatus: string) =>
        ((await t.call(calls.inbox, { approveStatus, pageSize: 100 }, token)).body.data as Page).list.map(
          ({ id }) => id,
        )
      const ids = (of: (status: number) => boolean) =>
        stored.filter(({ status }) => of(status)).map(({ id }) => `${id}`)
      expect(await inbox('0')).toEqual(ids((status) => status === 0).toReversed())
      expect(await inbox('1,2')).toEqual(ids((status) => status > 0))
    }),
  )

  test(
    'are announced with their number and the time of the longest waiting, which is left out if none waits',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const pending = async () => (await t.call(calls.pending, {}, token)).body.data
      const waiting = await t.db
        .select()
        .from(approval)
        .where(eq(approval.status, 0))
        .orderBy(asc(approval.appliedAt), asc(approval.id))
      expect(waiting.length).toBeGreaterThan(1)
      expect(await pending()).toMatchObject({
        applications: waiting.length,
        oldest: toWireTime(waiting[0]!.appliedAt),
      })
      await t.db.update(approval).set({ status: 1 }).where(eq(approval.id, waiting[0]!.id))
      expect(await pending()).toMatchObject({ oldest: toWireTime(waiting[1]!.appliedAt) })
      await t.db.update(approval).set({ status: 1 })
      const none = await pending()
      expect(none).toMatchObject({ applications: 0 })
      expect(none).not.toHaveProperty('oldest')
    }),
  )

  test(
    'reach their unit’s list of buildings with the time of the latest application',
    city.undone(async (t) => {
      const row = await ask(t, { appliedAt: new Date(t.clock.now().getTime() - 3 * 86_400_000) })
      const token = await t.signIn('zongdui')
      const rowOf = async () => {
        const { body } = await t.call(buildings.list, { pageSize: 100 }, token)
        return (body.data as { list: BuildingRow[] }).list.find(({ id }) => id === String(row.buildingId))
      }
      expect((await rowOf())?.applyTime).toBe(toWireTime(row.appliedAt))
      await t.db.update(approval).set({ status: 2, refuseReason: '附件看不清' })
      const { id: _, ...again } = row
      await t.db.insert(approval).values({ ...again, appliedAt: t.clock.now() })
      expect((await rowOf())?.applyTime).toBe(toWireTime(t.clock.now()))
      await t.db.delete(approval)
      expect((await rowOf())?.applyTime).toBeNull()
    }),
  )

  test(
    'open with the building’s facts, the declared item types and the earlier applications',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const row = await ask(t, { types: [['0', '2', '16'], ['1', '2', '16'], ['2']] })
      await t.db.update(approval).set({ status: 2, refuseReason: '附件看不清' }).where(eq(approval.id, row.id))
      const { id: _, ...again } = row
      const [next] = await t.db.insert(approval).values(again).returning()
      const { name, mustPercent } = await buildingOf(t, row.buildingId)
      expect((await t.call(calls.one, { approveId: next!.id }, token)).body.data).toMatchObject({
        id: String(next!.id),
        buildingName: name,
        building: { mustPercent, district: expect.stringMatching(/区$/) },
        declared: ['16'],
        earlier: [{ id: String(row.id), approveStatus: 2, refuseReason: '附件看不清' }],
      })
      await t.db.update(approval).set({ withdrawnAt: t.clock.now() }).where(eq(approval.id, next!.id))
      expect((await t.call(calls.one, { approveId: next!.id }, token)).body.code).toBe(404)
      for (const other of ['jingan', 'unit01'])
        expect((await t.call(calls.one, { approveId: row.id }, await t.signIn(other))).body.code).toBe(403)
    }),
  )

  test(
    'are searched by unit, building and reason, and take wildcard characters literally',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const row = await ask(t, { reason: '喷淋100%改造' })
      const [asker] = await t.db.select().from(unit).where(eq(unit.id, row.unitId))
      const { name } = await buildingOf(t, row.buildingId)
      for (const searchValue of [asker!.name.slice(1, 5), name.slice(0, 3), '100%改造'])
        expect((await pageOf(t, token, { searchValue })).total).toBe(1)
      for (const searchValue of ['没有这样的', '_00%', '%%'])
        expect((await pageOf(t, token, { searchValue })).total).toBe(0)
    }),
  )

  test(
    'name applicant, request and building, with attachments the authority can open, and contain no null',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const row = await ask(t, { types: [['0', '2', '16'], ['0', '3', '22'], ['2']] })
      const [only] = (await pageOf(t, token, {})).list
      expect(only).toMatchObject({
        id: String(row.id),
        buildingId: String(row.buildingId),
        applyReason: '水箱与相邻建筑共用',
        applyType: '缺少必接项：消防水箱（池）液位、喷淋末端压力；其他',
        applyTime: '2026-03-23 10:15:00',
        approveStatus: 0,
        approveAccessAttachmentList: null,
      })
      const [sender] = await t.db.select().from(account).where(eq(account.account, 'unit01'))
      const file = { token: 'a'.repeat(43), fileKey: 'uploads/test', fileName: '现场.jpg', contentType: 'image/jpeg' }
      await t.deps.files.put(file.fileKey, Buffer.from('bytes'))
      const more = { size: 5, sha256: 'x', createdAt: t.clock.now(), approvalId: row.id, accountId: sender!.id }
      await t.db.insert(upload).values({ ...file, ...more })
      const [withFile] = (await pageOf(t, token, {})).list
      expect(withFile!.approveAccessAttachmentList).toEqual([
        { url: `/file/${file.token}`, name: '现场.jpg', contentType: 'image/jpeg' },
      ])
      const { data } = (await t.call(uploads.open, { url: `/file/${file.token}` }, token)).body
      expect(await (await t.api.request(data as string)).text()).toBe('bytes')
    }),
  )

  test(
    'are readable by the city authority alone; an unknown status is rejected at its field',
    city.undone(async (t) => {
      for (const who of ['unit01', 'zongdui', 'jingan', 'isv01'])
        expect((await t.call(calls.list, {}, await t.signIn(who))).body.code).toBe(403)
      const { body } = await t.call(calls.list, { approveStatus: '7' }, await t.signIn('zhidui'))
      expect(body).toMatchObject({ code: 400, errors: { approveStatus: '页面参数有误，请刷新后重试' } })
    }),
  )

  test(
    'and their export show by whom, when and why each application was decided, and are empty there for pending ones',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const pending = await pageOf(t, token, { approveStatus: '0', pageSize: 100 })
      const [passed, refused] = pending.list
      await t.call(calls.agree, { approveId: Number(passed!.id) }, token)
      await t.call(calls.refuse, { approveId: Number(refused!.id), refuseReason: '材料不全' }, token)
      const { rows: stored } = await t.db.execute<{ id: string; status: number; decision: (string | null)[] }>(sql`
        select a.id::text as id, a.status, json_build_array(by.name,
          to_char(a.decided_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS'), a.refuse_reason) as decision
        from approval a left join account by on by.id = a.decided_by order by a.applied_at desc, a.id desc`)
      for (const status of [0, 1, 2]) {
        const expected = stored.filter((row) => row.status === status).map(({ decision }) => decision)
        for (const [approver, at] of expected) expect([approver, at].includes(null)).toBe(status === 0)
        const { list } = await pageOf(t, token, { approveStatus: `${status}`, pageSize: 100 })
        expect(list.map((row) => [row.approver, row.approveTime, row.refuseReason])).toEqual(expected)
        t.clock.pass(60_000)
        const { body } = await t.call(calls.export, { approveStatus: `${status}` }, token)
        const { header, rows } = await readExport(t, body.data as string)
        const columns = ['审批人', '审批时间', '拒绝原因'].map((title) => header.indexOf(title))
        expect(rows.map((row) => columns.map((at) => wireOf(row[at])))).toEqual(expected)
        const names = [header.indexOf('申请单位'), header.indexOf('建筑名称')]
        expect(rows.map((row) => names.map((at) => row[at]))).toEqual(
          list.map(({ wuyeName, buildingName }) => [wuyeName, buildingName]),
        )
      }
    }),
  )
})

describe('a decision', () => {
  test(
    'to approve approves the building and is audited with the former state',
    city.undone(async (t) => {
      const row = await ask(t)
      const token = await t.signIn('zhidui')
      expect((await t.call(calls.agree, { approveId: row.id }, token)).body.code).toBe(200)
      expect(await buildingOf(t, row.buildingId)).toMatchObject({ approveStatus: null, refuseReason: null })
      const [after] = await t.db.select().from(approval)
      const [zhidui] = await t.db.select().from(account).where(eq(account.account, 'zhidui'))
      expect(after).toMatchObject({ status: 1, decidedAt: t.clock.now(), decidedBy: zhidui!.id })
      const { rows } = await t.db.execute<{ detail: object }>(
        "select detail from audit where action = 'approval.agree'",
      )
      expect(rows).toMatchObject([{ detail: { approveId: row.id, before: { status: 0 }, after: { status: 1 } } }])
    }),
  )

  test(
    'to reject notifies the unit with the reason, and the unit may apply again',
    city.undone(async (t) => {
      const unitToken = await t.signIn('unit01')
      const [own] = ((await t.call(buildings.list, { isAccess: 1 }, unitToken)).body.data as { list: BuildingRow[] })
        .list
      const row = await ask(t, { buildingId: Number(own!.id) })
      const token = await t.signIn('zhidui')
      const refusal = { approveId: row.id, refuseReason: '请补充现场照片' }
      expect((await t.call(calls.refuse, refusal, token)).body.code).toBe(200)
      const { list } = (await t.call(buildings.approveList, { approveStatus: 1, pageSize: 50 }, unitToken)).body
        .data as {
        list: BuildingRow[]
      }
      expect(list.find(({ id }) => id === own!.id)).toMatchObject({ approveStatus: 1, refuseReason: '请补充现场照片' })
      const [told] = (await pageOf(t, token, { approveStatus: '2' })).list
      expect(told).toMatchObject({ id: String(row.id), approveStatus: 2, refuseReason: '请补充现场照片' })
    }),
  )

  test(
    'that approves a declaration removes the declared items from the required ones; without other missing items the building is connected from now on',
    city.undone(async (t) => {
      const halfway = await t.db
        .select({ id: building.id, connected: buildingState.connected })
        .from(building)
        .innerJoin(buildingState, eq(buildingState.buildingId, building.id))
        .where(and(eq(building.accessStatus, 2), sql`${building.accessAt} is null`))
        .orderBy(asc(building.id))
      const { id, connected } = halfway[0]!
      const systems = await t.db
        .selectDistinct({ id: point.systemId })
        .from(point)
        .where(eq(point.buildingId, id))
        .then((rows) => SYSTEMS.filter((system) => rows.some((row) => row.id === system.id)))
      const missing = systems.flatMap((system) =>
        system.apis
          .filter((api) => api.must && !connected.includes(api.id))
          .map((api) => ['0', `${system.id}`, `${api.id}`]),
      )
      expect(missing.length).toBeGreaterThan(0)
      const before = await buildingOf(t, id)
      const row = await ask(t, { buildingId: id, types: missing })
      const token = await t.signIn('zhidui')
      expect(await buildingOf(t, id)).toMatchObject({ accessStatus: 2, mustPercent: before.mustPercent })
      await t.call(calls.agree, { approveId: row.id }, token)
      expect(await buildingOf(t, id)).toMatchObject({ accessStatus: 1, mustPercent: 100, accessAt: t.clock.now() })
      const judged = await t.call(calls.judge, { buildingId: id, apiId: missing[0]![2]! }, token)
      expect(judged.body.data).toEqual({ approveAccess: true, approveState: 1 })
    }),
  )

  test(
    'that rejects a declaration leaves the required items of the building unchanged',
    city.undone(async (t) => {
      const [half] = await t.db
        .select()
        .from(building)
        .where(eq(building.accessStatus, 2))
        .orderBy(asc(building.id))
        .limit(1)
      const row = await ask(t, {
        buildingId: half!.id,
        types: [
          ['0', '2', '16'],
          ['0', '2', '17'],
          ['0', '2', '15'],
        ],
      })
      await t.call(calls.refuse, { approveId: row.id }, await t.signIn('zhidui'))
      const { accessStatus, mustPercent } = half!
      expect(await buildingOf(t, half!.id)).toMatchObject({
        accessStatus,
        mustPercent,
        approveStatus: 1,
        refuseReason: null,
      })
    }),
  )

  test(
    'is made once: decided, withdrawn and missing applications are rejected with the reason and nothing changes',
    city.undone(async (t) => {
      const row = await ask(t)
      const token = await t.signIn('zhidui')
      await t.call(calls.agree, { approveId: row.id }, token)
      expect((await t.call(calls.refuse, { approveId: row.id }, token)).body).toMatchObject({
        code: 409,
        message: '该申请已通过（审批人：总队监管员），请刷新列表',
      })
      expect((await buildingOf(t, row.buildingId)).approveStatus).toBeNull()
      await t.db.update(approval).set({ status: 0, withdrawnAt: t.clock.now() })
      const late = await t.call(calls.agree, { approveId: row.id }, token)
      expect(late.body).toMatchObject({ code: 409, message: '该申请已被申请单位撤回，请刷新列表' })
      expect((await t.call(calls.agree, { approveId: 999_999 }, token)).body.code).toBe(404)
      const long = { approveId: row.id, refuseReason: '长'.repeat(201) }
      expect((await t.call(calls.refuse, long, token)).body).toMatchObject({
        code: 400,
        errors: { refuseReason: '拒绝原因最多 200 个字' },
      })
    }),
  )
})

test(
  'of two concurrent decisions, a hundred times, one succeeds and the other is rejected with the name of the first reviewer',
  { timeout: 120_000 },
  async () => {
    const t = await city.lasting()
    const names = ['总队监管员', '支队复核员']
    const tokens = [await t.signIn('zhidui'), await t.signIn(await addSecondReviewer(t.db))]
    await t.db.delete(approval)
    const places = await t.db.select({ id: building.id }).from(building).orderBy(asc(building.id))
    const [asker] = await t.db.select().from(unit).orderBy(asc(unit.id)).limit(1)
    const won = [0, 0]
    for (let round = 0; round < 100; round++) {
      const buildingId = places[round % places.length]!.id
      const asked = {
        buildingId,
        unitId: asker!.id,
        kind: 'access' as const,
        types: [['0', '2', '16']],
        reason: '共用',
      }
      const [row] = await t.db
        .insert(approval)
        .values({ ...asked, appliedAt: t.clock.now() })
        .returning()
      await t.db.update(building).set({ approveStatus: 0 }).where(eq(building.id, buildingId))
      const approveId = row!.id
      const first = round % 2
      const order = [first, 1 - first]
      const decide = (who: number) =>
        who === 0 ? t.call(calls.agree, { approveId }, tokens[0]) : t.call(calls.refuse, { approveId }, tokens[1])
      const answers = await Promise.all(order.map(decide))
      expect(answers.map(({ body }) => body.code).sort()).toEqual([200, 409])
      const winner = order[answers.findIndex(({ body }) => body.code === 200)]!
      won[winner]! += 1
      const how = winner === 0 ? '已通过' : '已拒绝'
      const told = answers.find(({ body }) => body.code === 409)!.body.message
      expect(told).toBe(`该申请${how}（审批人：${names[winner]}），请刷新列表`)
      const [after] = await t.db.select().from(approval).where(eq(approval.id, approveId))
      expect(after!.status).toBe(winner + 1)
      expect((await buildingOf(t, buildingId)).approveStatus).toBe(winner === 0 ? null : 1)
    }
    console.log(`100 races: passed ${won[0]}, refused ${won[1]}`)
    expect(won[0]! + won[1]!).toBe(100)
  },
)
