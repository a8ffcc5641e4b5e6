import { sql } from 'drizzle-orm'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, describe, expect, test } from 'vitest'
import { problem, type ListedProblem, type ProblemDetail } from '#contract/problem.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

type Page = OutputOf<typeof problem.list>

const listOf = async (t: TestApi, token: string, input: InputOf<typeof problem.list> = {}) =>
  (await t.call(problem.list, input, token)).body.data as Page

async function wholeList(t: TestApi, token: string, input: InputOf<typeof problem.list>): Promise<ListedProblem[]> {
  const { total } = await listOf(t, token, { ...input, pageSize: 1 })
  const rows: ListedProblem[] = []
  for (let currentPage = 1; currentPage <= Math.ceil(total / 100); currentPage++)
    rows.push(...(await listOf(t, token, { ...input, currentPage, pageSize: 100 })).list)
  expect(rows).toHaveLength(total)
  return rows
}

const open = { questionStatus: 0 } as const

describe('the list of problems', () => {
  test(
    'has overdue fires first, then the buildings with most unprocessed faults, in each faults before offline devices, the oldest first',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const rows = await wholeList(t, token, open)
      const rest = rows.filter(({ kind }) => kind !== 'fire')
      const fires = rows.slice(0, rows.length - rest.length)
      expect(fires.every(({ kind }) => kind === 'fire')).toBe(true)
      const ages = fires.map(({ status, happenTime }) => `${status}${happenTime}`)
      expect(ages).toEqual([...ages].sort())
      const buildings = [...new Set(rest.map(({ buildingId }) => buildingId))]
      expect(rest.map(({ buildingId }) => buildingId)).toEqual(
        buildings.flatMap((id) => rest.filter((row) => row.buildingId === id).map(() => id)),
      )
      const faults = buildings.map(
        (id) => rest.filter((row) => row.buildingId === id && row.kind === 'fault' && row.status === 0).length,
      )
      expect(faults).toEqual([...faults].sort((a, b) => b - a))
      const weight = ({ status, kind, happenTime }: ListedProblem) =>
        `${status}${kind === 'offline' ? 1 : 0}${happenTime}`
      for (const id of buildings) {
        const own = rest.filter(({ buildingId }) => buildingId === id).map(weight)
        expect(own).toEqual([...own].sort())
      }
    }),
  )

  test(
    'has the rows of the export with the same kind and search',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { itemDesc } = (await listOf(t, token, open)).list[0]!
      for (const filter of [{ kind: 'fault' }, { kind: 'offline' }, { search: itemDesc }] as const) {
        const rows = await wholeList(t, token, { ...open, ...filter })
        expect(rows.length).toBeGreaterThan(0)
        const { body } = await t.call(problem.runList, { ...open, ...filter, isExport: 1 }, token)
        const file = await t.api.request(body.data as string)
        const [sheet] = await readXlsxFile(Buffer.from(await file.arrayBuffer()))
        const exported = (sheet as unknown as { data: unknown[][] }).data.slice(1).map((row) => `${row[1]} ${row[2]}`)
        expect(exported.sort()).toEqual(rows.map((row) => `${row.buildingName} ${row.itemDesc}`).sort())
      }
    }),
  )

  test(
    'counts exactly the rows of each filter',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { counts, buildings, list } = await listOf(t, token, open)
      const total = async (input: InputOf<typeof problem.list>) => (await listOf(t, token, input)).total
      for (const [kind, expected] of [
        ['fire', counts.fires],
        ['fault', counts.faults],
        ['offline', counts.offline],
      ] as const)
        expect(await total({ ...open, kind })).toBe(expected)
      expect(await total({ questionStatus: 1 })).toBe(counts.solved)
      expect(await total({ questionStatus: 2 })).toBe(counts.closed)
      expect(await total({})).toBe(counts.fires + counts.faults + counts.offline + counts.solved + counts.closed)
      expect(counts.overdue).toBeGreaterThan(0)
      expect(buildings.map(({ buildingId }) => buildingId).sort()).toEqual(
        [...new Set(list.map(({ buildingId }) => buildingId))].sort(),
      )
      const [first] = buildings
      expect(first!.fires + first!.faults + first!.offline).toBe(
        await total({ ...open, buildingId: first!.buildingId }),
      )
    }),
  )

  test(
    'finds text in problem, building and place, and rejects an unknown kind at its field',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const [row] = (await listOf(t, token, open)).list
      for (const search of [row!.itemDesc.slice(0, 4), row!.buildingName])
        expect((await wholeList(t, token, { ...open, search })).map(({ id }) => id)).toContain(row!.id)
      expect((await listOf(t, token, { search: '没有这样的问题%' })).total).toBe(0)
      expect((await t.call(problem.list, { kind: 'smoke' as 'fire' }, token)).body).toMatchObject({
        code: 400,
        errors: { kind: '页面参数有误，请刷新后重试' },
      })
    }),
  )
})

describe('a problem', () => {
  const oneOf = async (t: TestApi, token: string, id: string) =>
    (await t.call(problem.one, { id }, token)).body.data as ProblemDetail

  test(
    'comes with steps, contacts, its limits and the readings around its beginning',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const rows = await wholeList(t, token, open)
      const fault = rows.find(({ kind, problemType }) => kind === 'fault' && problemType === 1)!
      const detail = await oneOf(t, token, fault.id)
      expect(detail).toMatchObject({ id: fault.id, next: fault.next, canUndo: false })
      expect(detail.steps[0]).toBe(fault.next)
      expect(detail.contactName).toBeTruthy()
      const { rows: gauges } = await t.db.execute<{ id: string; point: string; at: string }>(sql`
        select p.id, p.point_id as point, p.happened_at as at from problem p join point q on q.id = p.point_id
        where p.cause like 'pressure-%' and q.api_id in (17, 22, 64, 65) order by p.happened_at desc limit 1`)
      const [gauge] = gauges
      await t.db.execute(sql`delete from reading where point_id = ${gauge!.point}`)
      for (const [minutes, value] of [
        [-20, 0.4],
        [1, 0.03],
        [4, 0.02],
      ] as const)
        await t.db.execute(sql`
          insert into reading (building_id, point_id, api_id, at, received_at, sequence, measures)
          select building_id, id, api_id, ${gauge!.at}::timestamptz + ${minutes} * interval '1 minute', now(), 0,
            jsonb_build_object('pressure', ${value}::float8) from point where id = ${gauge!.point}`)
      const asked = await oneOf(t, await t.signIn('zongdui'), gauge!.id)
      expect(asked.curve).toMatchObject({ figure: 'pressure', low: expect.any(Number), high: 0.8 })
      expect(asked.curve!.points.map(({ value }) => value)[0]).toBe(0.4)
    }),
  )

  test(
    'is marked as processed with a note, and taken back by the same person',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { id } = (await wholeList(t, token, open)).find(
        ({ problemType, status }) => problemType === 1 && status === 0,
      )!
      const handled = await t.call(problem.handle, { id, note: '已约维保，明天更换' }, token)
      expect(handled.body).toMatchObject({ code: 200 })
      expect(await oneOf(t, token, id)).toMatchObject({
        status: 1,
        questionStatus: 0,
        handledNote: '已约维保，明天更换',
        handledBy: expect.any(String),
        canUndo: true,
      })
      expect((await t.call(problem.handle, { id }, token)).body).toMatchObject({ code: 409, message: '该待办已处理' })
      expect((await t.call(problem.undo, { id }, token)).body.code).toBe(200)
      expect(await oneOf(t, token, id)).toMatchObject({ status: 0, handledBy: null, handledNote: null })
      expect((await t.call(problem.undo, { id }, token)).body).toMatchObject({
        code: 409,
        message: '没有可撤销的处理登记',
      })
    }),
  )

  test(
    'stays processed after five minutes',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { id } = (await wholeList(t, token, open)).find(
        ({ problemType, status }) => problemType === 1 && status === 0,
      )!
      await t.call(problem.handle, { id }, token)
      await t.db.execute(sql`update problem set handled_at = handled_at - interval '6 minutes' where id = ${id}`)
      expect((await t.call(problem.undo, { id }, token)).body.code).toBe(409)
      expect(await oneOf(t, token, id)).toMatchObject({ status: 1, canUndo: false })
    }),
  )

  test(
    'of another unit is not found',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const own = new Set((await wholeList(t, token, {})).map(({ buildingId }) => buildingId))
      const foreign = (await wholeList(t, await t.signIn('unit02'), open)).find(
        ({ buildingId }) => !own.has(buildingId),
      )!
      for (const call of [problem.one, problem.handle, problem.undo] as const)
        expect((await t.call(call, { id: foreign.id }, token)).body).toMatchObject({ code: 404, data: null })
      expect((await t.call(problem.list, { buildingId: foreign.buildingId }, token)).body.code).toBe(404)
    }),
  )
})
