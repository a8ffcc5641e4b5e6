import { Buffer } from 'node:buffer'
import { sql } from 'drizzle-orm'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { building } from '#contract/building.ts'
import { dashboard } from '#contract/dashboard.ts'
import { PROBLEM_KINDS } from '#contract/problem.rules.ts'
import { type FacilityProblemPage, problem } from '#contract/problem.ts'
import { score, type ScoreTrend } from '#contract/score.ts'
import { openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

async function boundBuildings(t: TestApi, account: string): Promise<{ id: number; name: string }[]> {
  const { rows } = await t.db.execute<{ id: string; name: string }>(sql`
    select b.id, b.name from building b
    join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
    join account a on a.unit_id = bu.unit_id where a.account = ${account} order by b.id`)
  return rows.map((row) => ({ id: Number(row.id), name: row.name }))
}

const unitOf = async (t: TestApi, token: string) =>
  ((await t.call(auth.detail, {}, token)).body.data as unknown as { lawCompanyId: string }).lawCompanyId

describe("a unit's dashboard", () => {
  test(
    'its building selector lists the buildings bound to it only',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { body } = await t.call(building.entered, { lawCompanyId: await unitOf(t, token) }, token)
      const expected = await boundBuildings(t, 'unit01')
      expect(body.data).toEqual(expected.map(({ id, name }) => ({ buildingId: String(id), name })))
      expect(expected.length).toBeGreaterThan(1)
    }),
  )

  test(
    'its device figures, problem counts and score equal those by SQL, for all buildings and for one',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const bound = await boundBuildings(t, 'unit01')
      for (const chosen of [undefined, bound[0]!.id]) {
        const ids = sql.join(
          (chosen ? [chosen] : bound.map((b) => b.id)).map((id) => sql`${id}`),
          sql`, `,
        )
        const {
          rows: [points],
        } = await t.db.execute(sql`
          select count(*)::int as total, (count(*) filter (where online))::int as online from point where building_id in (${ids})`)
        const {
          rows: [problems],
        } = await t.db.execute(sql`
          select count(*)::int as total, count(solved_at)::int as solved from problem where building_id in (${ids})`)
        const {
          rows: [scores],
        } = await t.db.execute(sql`
          select round((sum(s.score * b.area) / sum(b.area))::numeric, 1)::float8 as score
          from building b join lateral (select score from score_day d where d.building_id = b.id and d.day <= '2026-03-23' and d.day >= '2026-03-16'
            order by day desc limit 1) s on true where b.id in (${ids})`)
        const of = { buildingId: chosen ?? '' }
        expect((await t.call(dashboard.devices, of, token)).body.data).toEqual({
          totalBuildPointNum: points!.total,
          totalOnlinePointNum: points!.online,
          totalOfflinePointNum: Number(points!.total) - Number(points!.online),
        })
        expect((await t.call(problem.facilityCounts, of, token)).body.data).toEqual({
          resolvedNum: problems!.solved,
          notSolvedNum: Number(problems!.total) - Number(problems!.solved),
          totalNum: problems!.total,
        })
        expect((await t.call(score.current, of, token)).body.data).toEqual({ score: scores!.score })
      }
    }),
  )

  test(
    'its trend has one entry a day, ends today, and includes the city mean and the change against last month',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { body } = await t.call(score.trend, { days: 30 }, token)
      const trend = body.data as ScoreTrend
      expect(trend.chart).toHaveLength(30)
      expect(trend.chart[29]!.dateTime).toBe('2026-03-23')
      expect(trend.chart[29]!.score).toBe(trend.totalScore)
      const {
        rows: [means],
      } = await t.db.execute(sql`
        select round((sum(s.score * coalesce(b.area, 1000)) / sum(coalesce(b.area, 1000)))::numeric, 1)::float8 as city
        from building b join score_day s on s.building_id = b.id and s.day = '2026-03-23'`)
      expect(trend.avgScore).toBe(means!.city)
      expect(trend.comparedToLastMonthScore).not.toBeNull()
    }),
  )

  test(
    'its unresolved problems are listed newest first, five per page, without repeated rows',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const seen: string[] = []
      let total = Infinity
      for (let currentPage = 1; seen.length < total; currentPage++) {
        const { body } = await t.call(problem.facilityList, { currentPage, pageSize: 5, questionStatus: 0 }, token)
        const page = body.data as FacilityProblemPage
        total = page.total
        expect(page.list.length).toBe(Math.min(5, total - seen.length))
        for (const row of page.list) expect(row.questionStatus).toBe('0')
        seen.push(...page.list.map((row) => `${row.questionHappenTime} ${row.id.padStart(12, '0')}`))
      }
      expect(total).toBeGreaterThanOrEqual(12)
      expect(new Set(seen).size).toBe(total)
      expect(seen).toEqual(seen.toSorted((a, b) => (a < b ? 1 : -1)))
    }),
  )

  test(
    'the unresolved ones of a building are fires, then faults, then offline devices, the oldest first, each with its place',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const all = await t.call(problem.facilityList, { pageSize: 100, questionStatus: 0 }, token)
      const { buildingId } = (all.body.data as FacilityProblemPage).list.find(({ kind }) => kind === 'offline')!
      const { body } = await t.call(problem.facilityList, { buildingId, pageSize: 100, questionStatus: 0 }, token)
      const { list } = body.data as FacilityProblemPage
      const ranks = list.map(({ kind }) => PROBLEM_KINDS.indexOf(kind!))
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
      const order = list.map(
        ({ kind, status, questionHappenTime }) => `${PROBLEM_KINDS.indexOf(kind!)} ${status} ${questionHappenTime}`,
      )
      expect(order).toEqual(order.toSorted())
      const { rows } = await t.db.execute<{ id: string; floor: string | null; zone: string | null }>(sql`
        select q.id::text as id, p.floor, p.zone from problem q left join point p on p.id = q.point_id
        where q.building_id = ${buildingId} and q.solved_at is null`)
      const places = new Map(rows.map(({ id, floor, zone }) => [id, [floor, zone]]))
      for (const { id, floor, zone } of list) expect([floor, zone]).toEqual(places.get(id))
    }),
  )

  test(
    'its export is an xlsx of every matching row, downloadable once within a minute',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const list = await t.call(problem.facilityList, { pageSize: 100, questionStatus: 0 }, token)
      const { list: rows, total } = list.body.data as FacilityProblemPage
      const exported = await t.call(problem.facilityList, { questionStatus: 0, exportStatus: 1 }, token)
      const address = exported.body.data as string
      const file = await t.api.request(address)
      expect(file.headers.get('content-disposition')).toContain('attachment')
      const sheet = await readXlsxFile(Buffer.from(await file.arrayBuffer()))
      const table = ('data' in sheet[0]! ? (sheet[0] as { data: unknown[][] }).data : sheet) as unknown[][]
      expect(table).toHaveLength(total + 1)
      expect(table[1]![1]).toBe(rows[0]!.buildingName)
      expect((await t.api.request(address)).status).toBe(404)

      const looked = (await t.call(problem.facilityList, { exportStatus: 1 }, token)).body.data as string
      expect((await t.api.request(looked, { method: 'HEAD' })).status).toBe(405)
      expect((await t.api.request(looked)).status).toBe(200)

      const late = (await t.call(problem.facilityList, { exportStatus: 1 }, token)).body.data as string
      t.clock.pass(61_000)
      expect((await t.api.request(late)).status).toBe(404)
    }),
  )
})

describe('a span of time', () => {
  test(
    'with an invalid date is rejected at its field; one that ends on a day includes the whole day',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      for (const odd of ['0000-01-01', '0001-01-01', '2026-13-01', '2026-02-30 00:00:00x'])
        expect((await t.call(problem.facilityList, { startTime: odd }, token)).body).toMatchObject({
          code: 400,
          errors: { startTime: expect.any(String) },
        })
      const all = (await t.call(problem.facilityList, { pageSize: 1 }, token)).body.data as FacilityProblemPage
      const day = all.list[0]!.questionHappenTime.slice(0, 10)
      const ofDay = await t.call(problem.facilityList, { startTime: day, endTime: day, pageSize: 100 }, token)
      const toTheSecond = await t.call(
        problem.facilityList,
        { startTime: `${day} 00:00:00`, endTime: `${day} 23:59:59`, pageSize: 100 },
        token,
      )
      expect(ofDay.body).toEqual(toTheSecond.body)
      expect((ofDay.body.data as FacilityProblemPage).total).toBeGreaterThan(0)
    }),
  )

  test(
    'with more than ten exports a minute is rejected',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const ask = async () => (await t.call(problem.facilityList, { exportStatus: 1, status: 1 }, token)).body.code
      for (let i = 0; i < 10; i++) expect(await ask()).toBe(200)
      expect(await ask()).toBe(429)
      t.clock.pass(61_000)
      expect(await ask()).toBe(200)
    }),
  )
})

describe('data of others', () => {
  test(
    "another unit's buildings and another unit's id answer 404 to a unit",
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const other = await t.signIn('unit02')
      const foreign = (await boundBuildings(t, 'unit02'))[0]!.id
      const foreignUnit = await unitOf(t, other)
      const calls = [
        [building.entered, { lawCompanyId: foreignUnit }],
        [dashboard.devices, { buildingId: foreign }],
        [score.current, { buildingId: foreign }],
        [score.trend, { lawCompanyId: foreignUnit }],
        [problem.facilityCounts, { buildingId: foreign }],
        [problem.facilityList, { buildingId: foreign }],
        [problem.facilityList, { lawCompanyId: foreignUnit, exportStatus: 1 }],
      ] as const
      for (const [endpoint, input] of calls) {
        const theirs = await t.call(endpoint, input, token)
        const nobodys = await t.call(
          endpoint,
          'buildingId' in input ? { buildingId: 999_999_999 } : { lawCompanyId: 999_999_999 },
          token,
        )
        expect(theirs.body).toMatchObject({ code: 404, data: null })
        expect(nobodys.body).toEqual(theirs.body)
      }
    }),
  )

  test(
    "a property company sees the buildings it manages, a provider those it serves, a district's authority its district",
    city.undone(async (t) => {
      const count = async (account: string) =>
        ((await t.call(dashboard.devices, {}, await t.signIn(account))).body.data as { totalBuildPointNum: number })
          .totalBuildPointNum
      const byScope = async (where: ReturnType<typeof sql>) =>
        Number(
          (
            await t.db.execute(
              sql`select count(*)::int as n from point p join building b on b.id = p.building_id where ${where}`,
            )
          ).rows[0]!.n,
        )
      expect(await count('jingan')).toBe(await byScope(sql`b.county = '310106'`))
      expect(await count('zhidui')).toBe(await byScope(sql`true`))
      expect(await count('zongdui')).toBe(await byScope(sql`true`))
      expect(await count('isv01')).toBe(
        await byScope(sql`b.provider_id = (select provider_id from account where account = 'isv01')`),
      )
      expect(await count('wuye01')).toBe(
        await byScope(sql`exists (select 1 from building_unit bu join account a on a.unit_id = bu.unit_id
          where bu.building_id = b.id and bu.kind = 'bound' and a.account = 'wuye01')`),
      )
    }),
  )

  test(
    "a district's authority filtering by another district gets 404",
    city.undone(async (t) => {
      const token = await t.signIn('jingan')
      for (const elsewhere of [
        { countyNo: '310115' },
        { countyNo: '310106013' },
        { provinceNo: '320000' },
        { cityNo: '320100' },
      ])
        expect((await t.call(score.overview, elsewhere, token)).body.code).toBe(404)
      const own = await t.call(score.overview, { countyNo: '310106' }, token)
      expect(own.body.data).toEqual((await t.call(score.overview, {}, token)).body.data)
    }),
  )
})
