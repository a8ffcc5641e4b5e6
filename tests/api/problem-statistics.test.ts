import { sql } from 'drizzle-orm'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { problem, type RunProblem, type RunProblemPage } from '#contract/problem.ts'
import { score, type ScoreProblem } from '#contract/score.ts'
import { openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

interface Truth extends Record<string, unknown> {
  id: string
  building: string
  provider: string | null
  device: string
  happened: string
  solved: string | null
  type: number
  status: number
}

/** By the test's own SQL. */
async function problemsOf(t: TestApi, account: string): Promise<Truth[]> {
  const { rows } = await t.db.execute<Truth>(sql`
    select p.id, p.building_id as building, b.provider_id as provider, p.device_no as device, p.problem_type as type, p.todo_status as status,
      to_char(p.happened_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as happened,
      to_char(p.solved_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as solved
    from problem p join building b on b.id = p.building_id
    where exists (select 1 from building_unit bu join account a on a.unit_id = bu.unit_id
      where bu.building_id = b.id and bu.kind = 'bound' and a.account = ${account})
    order by p.happened_at desc, p.id desc`)
  return rows
}

const told = ({ building, device, happened, solved }: Truth) => [
  String(building),
  device,
  solved === null ? '0' : '1',
  happened,
  solved,
]
const read = (row: RunProblem) => [
  row.buildingId,
  row.deviceNo,
  row.questionStatus,
  row.questionHappenTime,
  row.questionSolveTime,
]

type Filter = Omit<InputOf<typeof problem.runList>, 'isExport' | 'currentPage' | 'pageSize'>

const pageOf = async (t: TestApi, token: string, input: InputOf<typeof problem.runList>) =>
  (await t.call(problem.runList, input, token)).body.data as RunProblemPage

async function wholeList(t: TestApi, token: string, filter: Filter): Promise<RunProblem[]> {
  const rows: RunProblem[] = []
  const { total } = await pageOf(t, token, { ...filter, pageSize: 1 })
  for (let currentPage = 1; currentPage <= Math.ceil(total / 50); currentPage++)
    rows.push(...(await pageOf(t, token, { ...filter, currentPage, pageSize: 50 })).list)
  expect(rows).toHaveLength(total)
  return rows
}

const unitOf = async (t: TestApi, account: string) =>
  Number(
    (await t.db.execute<{ id: string }>(sql`select unit_id as id from account where account = ${account}`)).rows[0]!.id,
  )

describe('the problem statistics', () => {
  test(
    'count and list the stored problems, in total, and filtered by building, status, provider and time of solution',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const truth = await problemsOf(t, 'unit01')
      const solved = truth.filter((p) => p.solved !== null)
      expect(solved.length).toBeGreaterThan(2)
      expect(truth.length).toBeGreaterThan(solved.length)
      const counts = (rows: readonly Truth[]) => {
        const solveCount = rows.filter((p) => p.solved !== null).length
        return { questionUnresolvedCount: rows.length - solveCount, solveCount, total: rows.length }
      }
      const counted = async (input: InputOf<typeof problem.runCounts>) =>
        (await t.call(problem.runCounts, input, token)).body.data
      expect(await counted({})).toEqual(counts(truth))
      expect(await counted({ companyId: await unitOf(t, 'unit01'), isvId: '' })).toEqual(counts(truth))

      const [middle] = solved.slice(Math.floor(solved.length / 2))
      const at = middle!.solved!
      const building = Number(middle!.building)
      const provider = truth.find((p) => p.provider !== null)!.provider!
      expect(await counted({ isvId: provider })).toEqual(counts(truth.filter((p) => p.provider === provider)))
      const unserved = Number(truth.find((p) => p.provider !== provider)!.building)
      const cases: [Filter, (p: Truth) => boolean][] = [
        [{}, () => true],
        [{ questionStatus: 0 }, (p) => p.solved === null],
        [{ questionStatus: '1' }, (p) => p.solved !== null],
        [{ buildingId: building }, (p) => Number(p.building) === building],
        [{ isvId: provider }, (p) => p.provider === provider],
        [{ isvId: provider, buildingId: unserved }, () => false],
        [{ startSolveTime: at }, (p) => p.solved !== null && p.solved >= at],
        [{ endSolveTime: at }, (p) => p.solved !== null && p.solved <= at],
        [
          { startSolveTime: at.slice(0, 10), endSolveTime: at.slice(0, 10) },
          (p) => p.solved?.slice(0, 10) === at.slice(0, 10),
        ],
        [{ startSolveTime: at, questionStatus: 0 }, () => false],
      ]
      for (const [filter, matches] of cases)
        expect((await wholeList(t, token, filter)).map(read), JSON.stringify(filter)).toEqual(
          truth.filter(matches).map(told),
        )
    }),
  )

  test(
    'list ten per page by default, and reject an invalid time at its field',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      expect((await pageOf(t, token, {})).list).toHaveLength(10)
      expect((await pageOf(t, token, { pageSize: 5, currentPage: 2 })).list).toHaveLength(5)
      for (const field of ['startSolveTime', 'endSolveTime'] as const)
        expect((await t.call(problem.runList, { [field]: '2026-02-30x' }, token)).body).toMatchObject({
          code: 400,
          errors: { [field]: expect.any(String) },
        })
    }),
  )

  test(
    'export exactly the listed rows, with joined device numbers',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const filter = { questionStatus: 1, startSolveTime: '2026-01-01' } as const
      const rows = await wholeList(t, token, filter)
      expect(rows.length).toBeGreaterThan(2)
      const exported = await t.call(problem.runList, { ...filter, isExport: 1 }, token)
      const file = await t.api.request(exported.body.data as string)
      const sheet = await readXlsxFile(Buffer.from(await file.arrayBuffer()))
      const table = ('data' in sheet[0]! ? (sheet[0] as { data: unknown[][] }).data : sheet) as unknown[][]
      expect(table.slice(1).map((row) => row.slice(0, 5))).toEqual(
        rows.map((row, i) => [
          i + 1,
          row.buildingName,
          row.itemDesc,
          (row.deviceNo ?? '').replaceAll(',', '、'),
          '已解决',
        ]),
      )
    }),
  )

  test(
    'answer 404 to another unit, another’s building and an unknown provider',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const foreignUnit = await unitOf(t, 'unit02')
      const mine = new Set((await problemsOf(t, 'unit01')).map((p) => p.building))
      const foreign = (await problemsOf(t, 'unit02')).find((p) => !mine.has(p.building))!.building
      for (const answer of [
        await t.call(problem.runCounts, { companyId: foreignUnit }, token),
        await t.call(problem.runCounts, { isvId: 999_999 }, token),
        await t.call(problem.itemCounts, { isvId: 999_999 }, token),
        await t.call(problem.runList, { companyId: foreignUnit }, token),
        await t.call(problem.runList, { buildingId: foreign }, token),
        await t.call(problem.runList, { buildingId: foreign, isExport: 1 }, token),
        await t.call(problem.runList, { isvId: 999_999 }, token),
      ])
        expect(answer.body).toMatchObject({ code: 404, data: null })
    }),
  )
})

describe('the score problems', () => {
  test(
    'are counted as listed, solved and unsolved, with the card of their building’s latest score',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { body } = await t.call(problem.itemCounts, {}, token)
      const total = async (questionStatus: 0 | 1 | '') =>
        ((await t.call(score.items, { questionStatus }, token)).body.data as unknown as { total: number }).total
      expect(body.data).toEqual({ total: await total(''), solveCount: await total(1), unresolvedCount: await total(0) })
      const { rows: cards } = await t.db.execute<{ id: string; card: number | null }>(sql`
        select distinct on (building_id) building_id as id, card from score_day where day <= '2026-03-23' order by building_id, day desc`)
      const cardOf = new Map(cards.map(({ id, card }) => [String(id), card]))
      const { list } = (await t.call(score.items, { pageSize: 100 }, token)).body.data as unknown as {
        list: ScoreProblem[]
      }
      expect(list.length).toBeGreaterThan(0)
      expect(list.map((item) => item.ruleType)).toEqual(list.map((item) => cardOf.get(item.buildingId)))
    }),
  )
})

describe('a to-do', () => {
  const stateOf = async (t: TestApi, id: string) =>
    (
      await t.db.execute<{ status: number; solved: Date | null }>(
        sql`select todo_status as status, solved_at as solved from problem where id = ${id}`,
      )
    ).rows[0]!

  test(
    'that requires action is processed once, by the responsible units; the problem itself stays open',
    city.undone(async (t) => {
      const open = (await problemsOf(t, 'unit01')).find((p) => p.type === 1 && p.status === 0 && p.solved === null)!
      for (const account of ['zongdui', 'isv01'])
        expect((await t.call(problem.deal, { id: open.id }, await t.signIn(account))).body.code).toBe(403)
      const token = await t.signIn('unit01')
      expect((await t.call(problem.deal, { id: open.id }, token)).body).toMatchObject({ code: 200, data: null })
      expect(await stateOf(t, open.id)).toEqual({ status: 1, solved: null })
      expect((await t.call(problem.deal, { id: open.id }, token)).body).toMatchObject({
        code: 409,
        message: '该待办已处理',
      })
      const { rows } = await t.db.execute<{ detail: unknown }>(
        sql`select * from audit where action = 'problem.deal' order by id`,
      )
      expect(rows).toHaveLength(1)
    }),
  )

  test(
    'that closes automatically, belongs to others or does not exist is unchanged',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const mine = await problemsOf(t, 'unit01')
      const byItself = mine.find((p) => p.type === 2 && p.status === 0)!
      expect((await t.call(problem.deal, { id: byItself.id }, token)).body).toMatchObject({
        code: 409,
        message: '该问题恢复正常后自动处理，无需手动处理',
      })
      const own = new Set(mine.map((p) => p.building))
      const foreign = (await problemsOf(t, 'unit02')).find((p) => !own.has(p.building))!
      expect((await t.call(problem.deal, { id: foreign.id }, token)).body.code).toBe(404)
      expect((await t.call(problem.deal, { id: 999_999_999 }, token)).body.code).toBe(404)
      expect((await stateOf(t, byItself.id)).status).toBe(0)
      expect((await stateOf(t, foreign.id)).status).toBe(foreign.status)
    }),
  )
})
