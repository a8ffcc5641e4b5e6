import { and, asc, desc, eq, sql } from 'drizzle-orm'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, describe, expect, test } from 'vitest'
import { approval as calls, type ReviewRow } from '#contract/approval.ts'
import { building as buildings, type BuildingRow } from '#contract/building.ts'
import { upload as uploads } from '#contract/upload.ts'
import { account } from '#server/account/account.table.ts'
import { approval } from '#server/approval/approval.table.ts'
import { building } from '#server/building/building.table.ts'
import { SYSTEMS } from '#server/dictionary/systems.ts'
import { point } from '#server/point/point.table.ts'
import { buildingState } from '#server/understanding/understanding.table.ts'
import { unit } from '#server/unit/unit.table.ts'
import { upload } from '#server/upload/upload.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { addSecondReviewer } from '../support/second-reviewer.ts'

const city = await openApi()
afterAll(() => city.close())

type Page = { list: ReviewRow[]; total: number }

async function pageOf(t: TestApi, token: string, input: Parameters<typeof t.call<typeof calls.list>>[1]) {
  const { body } = await t.call(calls.list, input, token)
  expect(body.code).toBe(200)
  return body.data as Page
}

/** A pending application about a building; what the demo city had asked is gone. */
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

const buildingOf = async (t: TestApi, id: number) => (await t.db.select().from(building).where(eq(building.id, id)))[0]!

describe('the lists', () => {
  test(
    'tell pending and decided applications apart, newest first, as many as there are',
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
    'are searched by unit, building and reason, taking what is typed as it stands',
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
    'say who asked what about which building, with attachments the authority can open; none is null',
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
    'are the city’s authority’s alone; a status nobody knows is refused at its field',
    city.undone(async (t) => {
      for (const who of ['unit01', 'zongdui', 'jingan', 'isv01'])
        expect((await t.call(calls.list, {}, await t.signIn(who))).body.code).toBe(403)
      const { body } = await t.call(calls.list, { approveStatus: '7' }, await t.signIn('zhidui'))
      expect(body).toMatchObject({ code: 400, errors: { approveStatus: '审批状态有误' } })
    }),
  )

  test(
    'are exported as they are filtered',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const { total, list } = await pageOf(t, token, { approveStatus: '1,2', pageSize: 100 })
      const { body } = await t.call(calls.export, { approveStatus: '1,2' }, token)
      const file = await t.api.request(body.data as string)
      const sheet = await readXlsxFile(Buffer.from(await file.arrayBuffer()))
      const table = ('data' in sheet[0]! ? (sheet[0] as { data: unknown[][] }).data : sheet) as unknown[][]
      expect(table).toHaveLength(total + 1)
      expect(table[0]).toContain('审批状态')
      expect(table[1]!.slice(1, 3)).toEqual([list[0]!.wuyeName, list[0]!.buildingName])
    }),
  )
})

describe('a decision', () => {
  test(
    'to pass clears the building’s approval and is audited with what was before',
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
    'to refuse is told to the unit with its reason, and the unit may ask again',
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
    'takes the declared items off what the building has to connect: with the last one missing it is connected, from now on',
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
    'to refuse a declaration leaves what the building has to connect as it was',
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
    'is made once: what was decided or withdrawn is told so, what is not there is not there, and nothing changes',
    city.undone(async (t) => {
      const row = await ask(t)
      const token = await t.signIn('zhidui')
      await t.call(calls.agree, { approveId: row.id }, token)
      expect((await t.call(calls.refuse, { approveId: row.id }, token)).body).toMatchObject({
        code: 409,
        message: '该申请已通过（审批人：支队监管员），请刷新列表',
      })
      expect((await buildingOf(t, row.buildingId)).approveStatus).toBeNull()
      await t.db.update(approval).set({ status: 0, withdrawnAt: t.clock.now() })
      const late = await t.call(calls.agree, { approveId: row.id }, token)
      expect(late.body).toMatchObject({ code: 409, message: '该申请已被申请单位撤回，请刷新列表' })
      expect((await t.call(calls.agree, { approveId: 999_999 }, token)).body.code).toBe(404)
      const long = { approveId: row.id, refuseReason: '长'.repeat(201) }
      expect((await t.call(calls.refuse, long, token)).body).toMatchObject({
        code: 400,
        errors: { refuseReason: '拒绝原因最多200个字' },
      })
    }),
  )
})

test(
  'two reviewers decide at once, a hundred times: one is heard, the other is told by whom',
  { timeout: 120_000 },
  async () => {
    const t = await city.lasting()
    const names = ['支队监管员', '支队复核员']
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
      // Who asks first changes, so that neither has it by order.
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
