import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { building } from '#contract/building.ts'
import { dashboard } from '#contract/dashboard.ts'
import { score, type ScoreProblem } from '#contract/score.ts'
import { unit } from '#contract/unit.ts'
import { openApi } from '../support/api-context.ts'
import { apart, together, unitParts } from '../support/dashboard-parts.ts'
import { answer, mine, one, rows } from '../support/dashboard-answers.ts'

const city = await openApi()
afterAll(() => city.close())

describe('access', () => {
  test(
    "a unit's buildings and all shares equal the counts by SQL",
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { total, on, doing } = await one(
        t,
        sql`select count(*)::int as total, (count(*) filter (where access_status = 1))::int as on, (count(*) filter (where access_status = 2))::int as doing
          from building where id in ${mine}`,
      )
      const overview = await answer(t, dashboard.accessOverview, {}, token)
      expect(overview).toMatchObject({
        totalCount: total,
        accessedCount: on,
        accessingCount: doing,
        noAccessCount: Number(total) - Number(on) - Number(doing),
      })
      const none = Number(total) - Number(on) - Number(doing)
      const rate = (part: number) => Math.round((1000 * part) / Number(total)) / 10
      expect(overview).toMatchObject({
        totalAccessedPercentage: rate(Number(on)),
        totalAccessingPercentage: rate(Number(doing)),
        totalNoAccessPercentage: rate(none),
      })
      expect(await answer(t, dashboard.buildingAccess, {}, token)).toMatchObject({
        buildingNum: total,
        buildingCompleteAccessNumber: on,
        buildingProcessingAccessNumber: doing,
        buildingCompleteAccessRate: overview.totalAccessedPercentage,
      })
    }),
  )

  test(
    'without a record of its last day, last month counts a building from its first connection',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const change = async () => (await answer(t, dashboard.accessOverview, {}, token)).contrastLastMonthAccessed!
      await t.db.execute(
        sql`update building set access_status = 1, access_at = '2026-01-05T00:00:00Z' where id in ${mine}`,
      )
      await t.db.execute(
        sql`update score_day set must_percent = null where day = '2026-02-28' and building_id in ${mine}`,
      )
      expect(await change()).toBe(0)
      const [{ id } = {}] = await rows(t, sql`select min(id) as id from building where id in ${mine}`)
      await t.db.execute(sql`update building set access_at = '2026-02-28T15:59:59Z' where id = ${id}`)
      expect(await change()).toBe(0)
      await t.db.execute(sql`update building set access_at = '2026-02-28T16:00:00Z' where id = ${id}`)
      expect(await change()).toBe(1)
    }),
  )

  test(
    'the record of last month’s last day decides: silence since then is one loss, and a return is a gain',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const changes = async () => {
        const of = await answer(t, dashboard.accessOverview, {}, token)
        return [of.contrastLastMonthAccessed, of.contrastLastMonthAccessing, of.contrastLastMonthNoAccess]
      }
      const recorded = (percent: number) =>
        t.db.execute(sql`insert into score_day (building_id, day, score, must_percent)
          select id, date '2026-02-28', 50, ${percent}::int from building where id in ${mine}
          on conflict (building_id, day) do update set must_percent = excluded.must_percent`)
      await t.db.execute(
        sql`update building set access_status = 3, access_at = '2026-01-05T00:00:00Z' where id in ${mine}`,
      )
      const [{ all } = {}] = await rows(t, sql`select count(*)::int as all from building where id in ${mine}`)
      await recorded(100)
      expect(await changes()).toEqual([-Number(all), 0, Number(all)])
      await recorded(0)
      expect(await changes()).toEqual([0, 0, 0])
      await t.db.execute(
        sql`update building set access_status = 1 where id = (select min(id) from building where id in ${mine})`,
      )
      expect(await changes()).toEqual([1, 0, -1])
      await recorded(50)
      expect(await changes()).toEqual([1, -Number(all), Number(all) - 1])
    }),
  )

  test(
    'districts are ranked over the whole city for a unit, by access or by score, best first',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      type Ranked = { areaName: string; accessPercentage: number; score: number | null }[]
      const expected = await rows(
        t,
        sql`select county, round(100.0 * count(*) filter (where access_status = 1) / count(*), 1)::float8 as share
          from building where registered group by county order by 2 desc`,
      )
      const ranking = await answer<Ranked>(t, dashboard.areaRanking, {}, token)
      expect(ranking.map((each) => each.accessPercentage)).toEqual(expected.map(({ share }) => share))
      expect(ranking.every(({ areaName }) => areaName.endsWith('区'))).toBe(true)
      const byScore = (await answer<Ranked>(t, dashboard.areaRanking, { rankType: 1 }, token)).map(
        (each) => each.score ?? -1,
      )
      expect(byScore).toEqual(byScore.toSorted((a, b) => b - a))
      const own = await answer<Ranked>(t, dashboard.areaRanking, {}, await t.signIn('jingan'))
      expect(own.map((each) => each.areaName)).toEqual(['静安区'])
    }),
  )

  test(
    'providers and tenants are counted once each',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const providers = await answer<{ name: string; value: number; percentage: number }[]>(
        t,
        dashboard.providers,
        {},
        token,
      )
      const expected = await rows(
        t,
        sql`select p.name, count(*)::int as value from building b join provider p on p.id = b.provider_id where b.id in ${mine}
          group by p.id, p.name order by 2 desc, p.id`,
      )
      expect(providers.map(({ name, value }) => ({ name, value }))).toEqual(expected)
      const all = expected.reduce((sum, each) => sum + Number(each.value), 0)
      expect(providers.map(({ percentage }) => percentage)).toEqual(
        expected.map(({ value }) => Math.round((1000 * Number(value)) / all) / 10),
      )
      const types = await answer<{ type: number; count: number }[]>(t, dashboard.unitTypes, {}, token)
      const { units } = await one(
        t,
        sql`select count(distinct unit_id)::int as units from building_unit where kind = 'tenant' and building_id in ${mine}`,
      )
      expect(types.reduce((sum, each) => sum + each.count, 0)).toBe(units)
    }),
  )
})

describe('the score', () => {
  test(
    'is ranked among the units of the city by the share with a lower score, and moves with their scores',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const standsWhereSqlSays = async () => {
        const { score: own, rate } = await answer<{ score: number; rate: number }>(t, score.rate, {}, token)
        const means = await rows(
          t,
          sql`select bu.unit_id, round((sum(d.score * coalesce(nullif(b.area, 0), 1000)) / sum(coalesce(nullif(b.area, 0), 1000)))::numeric, 1)::float8 as mean
          from building b join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
          join lateral (select score from score_day s where s.building_id = b.id and s.day between '2026-03-16' and '2026-03-23' order by day desc limit 1) d on true
          group by bu.unit_id`,
        )
        const lower = means.filter(({ mean }) => Number(mean) < own).length
        expect(rate).toBe(Math.round((lower * 1000) / means.length) / 10)
        return lower
      }
      const before = await standsWhereSqlSays()
      expect(before).toBeGreaterThan(0)
      await t.db.execute(sql`update score_day set score = 100 where building_id not in ${mine}`)
      expect(await standsWhereSqlSays()).toBeLessThan(before)
    }),
  )

  test(
    'links to its deductions: unsolved ones are those of the latest day, the others show when they were solved',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      type Page = { list: ScoreProblem[]; total: number }
      const { n } = await one(
        t,
        sql`select coalesce(sum(jsonb_array_length(items)), 0)::int as n from score_day where day = '2026-03-23' and building_id in ${mine}`,
      )
      const open = await answer<Page>(t, score.items, { questionStatus: 0, pageSize: 100 }, token)
      expect(open.total).toBe(n)
      expect(open.list.every(({ solveTime }) => solveTime === null)).toBe(true)
      const order = open.list.map(({ deduction, createTime }) => [deduction, createTime] as const)
      const gravest = order.toSorted(([a, at], [b, bt]) => b - a || bt.localeCompare(at))
      expect(order).toEqual(gravest)
      expect(new Set(order.map(([deduction]) => deduction)).size).toBeGreaterThan(1)
      const solved = await answer<Page>(t, score.items, { questionStatus: 1, pageSize: 100 }, token)
      expect(solved.total).toBeGreaterThan(0)
      for (const each of solved.list) expect(each.solveTime! > each.happenTime).toBe(true)
      const all = await answer<Page>(t, score.items, {}, token)
      expect(all.total).toBe(open.total + solved.total)
      expect(all.list[0]).toEqual(open.list[0])
      expect((await answer<Page>(t, score.items, { currentPage: 1000 }, token)).total).toBe(all.total)
    }),
  )

  test(
    'of a building is 100 minus its failed checks, and no rule of a system is both kept and broken',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      type Groups = { systemName: string; logs: { id: string; describe: string; deduction: number }[] }[]
      const buildings = await answer<{ buildingId: string }[]>(t, building.entered, {}, token)
      for (const { buildingId } of buildings) {
        const { score: current } = await answer<{ score: number | null }>(t, score.current, { buildingId }, token)
        const fail = await answer<Groups>(t, score.checks, { buildingId, state: 'fail' }, token)
        const ok = await answer<Groups>(t, score.checks, { buildingId, state: 'ok' }, token)
        const lost = fail.flatMap(({ logs }) => logs).reduce((sum, { deduction }) => sum + deduction, 0)
        const kept = ok.flatMap(({ logs }) => logs).length
        expect({ scored: kept > 0, lost: Math.round(lost * 10) / 10 }).toEqual(
          current === null ? { scored: false, lost: 0 } : { scored: true, lost: Math.round((100 - current) * 10) / 10 },
        )
      }
    }),
  )
})

describe('the batch', () => {
  test(
    'returns every part as its own call does',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const [, second] = await answer<{ buildingId: string }[]>(t, building.entered, {}, token)
      for (const buildingId of ['', second!.buildingId]) {
        const parts = unitParts({ buildingId })
        expect(await together(t, parts, token)).toEqual(await apart(t, parts, token))
      }
    }),
  )

  test(
    'returns zeros and empty lists for a unit without buildings, no error',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      await t.db.execute(sql`delete from building_unit where building_id in ${mine}`)
      const all = await together(t, unitParts(), token)
      expect(all).toMatchObject({
        buildings: [],
        rate: { score: null, rate: null },
        items: { list: [], total: 0 },
        devices: { totalBuildPointNum: 0 },
        hydrant: { normalDeviceNumber: 0, abnormalDeviceNumber: 0 },
        providers: [],
        accessOverview: { totalCount: 0, totalAccessedPercentage: 0, contrastLastMonthAccessed: 0 },
      })
    }),
  )
})

test(
  'returns device and tenant figures that equal their drill-downs, which other units cannot see',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    interface Page {
      readonly list: { name: string; buildingName: string; connectStatus: number; buildings: { name: string }[] }[]
      readonly total: number
    }
    const points = await answer(t, dashboard.devices, {}, token)
    const offline = await answer<Page>(t, dashboard.points, { connectStatus: 0, pageSize: 100 }, token)
    expect(offline.total).toBe(points.totalOfflinePointNum)
    expect(offline.list.every(({ connectStatus }) => connectStatus === 0)).toBe(true)
    expect((await answer<Page>(t, dashboard.points, {}, token)).total).toBe(points.totalBuildPointNum)
    // Counts as the last.
    await t.db.execute(sql`update unit set type = 9 where id = (select bu.unit_id from building_unit bu
      where bu.kind = 'tenant' and bu.building_id in ${mine} limit 1)`)
    const types = await answer<{ type: number; count: number }[]>(t, dashboard.unitTypes, {}, token)
    expect(types.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(0)
    for (const { type, count } of types) {
      const { total, list } = await answer<Page>(t, dashboard.settled, { type, pageSize: 100 }, token)
      expect([type, total, new Set(list.map(({ name }) => name)).size]).toEqual([type, count, count])
    }
    const names = await rows(t, sql`select name from building where id in ${mine}`)
    const own = new Set<string>(names.map(({ name }) => String(name)))
    const all = await answer<Page>(t, dashboard.settled, { pageSize: 100 }, token)
    for (const { buildings } of all.list) for (const { name } of buildings) expect(own).toContain(name)
  }),
)

test(
  "answers 404 to another's building or unit",
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const foreign = (await answer<{ buildingId: string }[]>(t, building.entered, {}, await t.signIn('unit02')))[0]!
      .buildingId
    for (const call of [
      dashboard.fireAlarm,
      dashboard.hydrant,
      dashboard.sprinkler,
      dashboard.fireAlarmList,
      dashboard.hydrantList,
      dashboard.sprinklerList,
      dashboard.points,
      score.items,
      score.checks,
    ])
      expect((await t.call(call, { buildingId: foreign } as never, token)).body.code, call.id).toBe(404)
    expect((await t.call(dashboard.devices, { buildingId: foreign } as never, token)).body.code).toBe(404)
    for (const call of [
      unit.detail,
      dashboard.buildingAccess,
      dashboard.unitTypes,
      dashboard.providers,
      dashboard.settled,
      score.rate,
      score.parts,
    ])
      expect((await t.call(call, { lawCompanyId: 999_999 }, token)).body.code, call.id).toBe(404)
  }),
)
