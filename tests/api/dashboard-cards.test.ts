import { Buffer } from 'node:buffer'
import { sql } from 'drizzle-orm'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, describe, expect, test } from 'vitest'
import { building } from '#contract/building.ts'
import { dashboard, DASHBOARD_PARTS } from '#contract/dashboard.ts'
import type { EquipmentPage } from '#contract/equipment.ts'
import { problem } from '#contract/problem.ts'
import { score, type ScoreProblem } from '#contract/score.ts'
import { unit } from '#contract/unit.ts'
import { openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

type Row = Record<string, never>
const mine = sql`(select bu.building_id from building_unit bu join account a on a.unit_id = bu.unit_id
  where bu.kind = 'bound' and a.account = 'unit01')`

async function rows(t: TestApi, query: ReturnType<typeof sql>): Promise<Row[]> {
  return (await t.db.execute(query)).rows as Row[]
}
const one = async (t: TestApi, query: ReturnType<typeof sql>) => (await rows(t, query))[0]!
const answer = async <T = Record<string, number>>(t: TestApi, ...call: Parameters<TestApi['call']>) => {
  const { body } = await t.call(...call)
  expect(body.code, body.message).toBe(200)
  return body.data as unknown as T
}

describe('the status cards', () => {
  test(
    'count each pressure sensor, tank, pump and alarm device of the unit once, as SQL counts them',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const gauges = (apis: string) =>
        one(
          t,
          sql`select (count(*) filter (where online and coalesce(latest->>'alarmStatus', '0') = '0'))::int as normal,
            (count(*) filter (where online and latest->>'alarmStatus' = '1'))::int as low,
            (count(*) filter (where online and latest->>'alarmStatus' = '2'))::int as high,
            (count(*) filter (where not online))::int as offline
            from point where building_id in ${mine} and api_id = any(string_to_array(${apis}, ',')::int[])`,
        )
      const pumps = (api: number) =>
        one(
          t,
          sql`select (count(*) filter (where not online))::int as offline,
            (count(*) filter (where online and latest->>'powerState' = '1'))::int as dead,
            (count(*) filter (where online and latest->>'powerState' = '0' and latest->>'manualAutomaticState' = '1'))::int as manual,
            count(*)::int as total
            from point where building_id in ${mine} and api_id = ${api}`,
        )
      const pipe = await gauges('17,64,66')
      expect(Number(pipe.low) + Number(pipe.high)).toBeGreaterThan(0)
      expect(await answer(t, dashboard.hydrant, {}, token)).toEqual({
        normalDeviceNumber: pipe.normal,
        abnormalDeviceNumber: Number(pipe.low) + Number(pipe.high) + Number(pipe.offline),
        offlineNumber: pipe.offline,
        pressureTooLowNumber: pipe.low,
        pressureTooHeightNumber: pipe.high,
      })
      const tank = await gauges('16')
      expect(await answer(t, dashboard.hydrant, { type: 2 }, token)).toMatchObject({
        normalDeviceNumber: tank.normal,
        offlineNumber: tank.offline,
        waterTooLowNumber: tank.low,
        waterTooHeightNumber: tank.high,
      })
      const spray = await gauges('22,65')
      expect(await answer(t, dashboard.sprinkler, { type: 1 }, token)).toMatchObject({
        normalDeviceNumber: spray.normal,
        offlineNumber: spray.offline,
        pressureTooLowNumber: spray.low,
        pressureTooHeightNumber: spray.high,
      })
      for (const [call, type, api] of [
        [dashboard.hydrant, 3, 15],
        [dashboard.sprinkler, 2, 21],
      ] as const) {
        const { offline, dead, manual, total } = await pumps(api)
        const abnormal = Number(offline) + Number(dead) + Number(manual)
        expect(await answer(t, call, { type: type as never }, token)).toEqual({
          normalDeviceNumber: Number(total) - abnormal,
          abnormalDeviceNumber: abnormal,
          offlineNumber: offline,
          notPoweredOnDeviceNumber: dead,
          manualDeviceNumber: manual,
        })
      }
      const alarm = await one(
        t,
        sql`with worst as (
            select p.id, min(case e.kind when 'fire' then 1 when 'fault' then 2 when 'shield' then 3 end) as state
            from point p left join device_event e on e.point_id = p.id and e.state = 0 and e.ended_at is null and e.kind <> 'action'
            where p.building_id in ${mine} and p.system_id = 1 group by p.id)
          select (count(*) filter (where state is null))::int as normal, (count(*) filter (where state = 1))::int as alarm,
            (count(*) filter (where state = 2))::int as fault, (count(*) filter (where state = 3))::int as shield from worst`,
      )
      expect(Number(alarm.fault)).toBeGreaterThan(0)
      expect(await answer(t, dashboard.fireAlarm, {}, token)).toEqual({
        normalEquipmentNumber: alarm.normal,
        abnormalEquipmentNumber: Number(alarm.alarm) + Number(alarm.fault) + Number(alarm.shield),
        alarmEquipmentNumber: alarm.alarm,
        malfunctionEquipmentNumber: alarm.fault,
        shieldingEquipmentNumber: alarm.shield,
      })
    }),
  )

  test(
    'say too low of a gauge that says nothing of itself, once what it measured has opened a problem',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { id } = await one(
        t,
        sql`select min(id) as id from point p where building_id in ${mine} and api_id = 17 and online and latest->>'alarmStatus' = '0'
          and not exists (select 1 from problem where point_id = p.id and solved_at is null)`,
      )
      const before = await answer(t, dashboard.hydrant, {}, token)
      await t.db.execute(sql`update point set latest = '{"pressure": 0.02}' where id = ${id}`)
      await t.db
        .execute(sql`insert into problem (building_id, point_id, cause, system_id, device_no, item_desc, problem_type, happened_at)
        select building_id, id, 'pressure-low', system_id, device_no, '压力过低', 2, now() from point where id = ${id}`)
      const after = await answer(t, dashboard.hydrant, {}, token)
      expect(after.pressureTooLowNumber).toBe(before.pressureTooLowNumber! + 1)
      expect(after.normalDeviceNumber).toBe(before.normalDeviceNumber! - 1)
    }),
  )

  test(
    'lead each figure to exactly the devices it counts, what is not normal first, five a page',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const counts = await answer(t, dashboard.fireAlarm, {}, token)
      const list = (status: 0 | 1 | 2 | 3 | 9 | '', more = {}) =>
        answer<EquipmentPage>(t, dashboard.fireAlarmList, { status, ...more }, token)
      const totals = {
        1: counts.alarmEquipmentNumber,
        2: counts.malfunctionEquipmentNumber,
        3: counts.shieldingEquipmentNumber,
        9: counts.abnormalEquipmentNumber,
        0: counts.normalEquipmentNumber,
      }
      for (const state of [0, 1, 2, 3, 9] as const)
        expect((await list(state)).total, `state ${state}`).toBe(totals[state])
      const all = await list('', { pageSize: 100 })
      expect(all.total).toBe(counts.normalEquipmentNumber! + counts.abnormalEquipmentNumber!)
      const states = all.list.map(({ status }) => status === 0)
      expect(states).toEqual(states.toSorted((a, b) => Number(a) - Number(b)))
      expect(new Set(all.list.map(({ id }) => id)).size).toBe(all.list.length)
      expect((await list('')).list).toHaveLength(5)
      for (const each of (await list(2)).list) expect(each.alarmTime).toMatch(/^20\d\d-/)
      const low = await answer<EquipmentPage>(t, dashboard.hydrantList, { type: 1, status: 1 }, token)
      for (const each of low.list) {
        expect(each.timelyData.pressure).not.toBeNull()
        expect(each.alarmTime).toMatch(/^20\d\d-/)
      }
      const pumps = await answer(t, dashboard.sprinkler, { type: 2 }, token)
      const pumpList = await answer<EquipmentPage>(t, dashboard.sprinklerList, { type: 2, status: 9 }, token)
      expect(pumpList.total).toBe(pumps.abnormalDeviceNumber)
    }),
  )

  test(
    'export what is filtered, every page of it',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { total } = await answer<EquipmentPage>(t, dashboard.fireAlarmList, { status: 9 }, token)
      const address = await answer<string>(t, dashboard.fireAlarmList, { status: 9, exportStatus: 1 }, token)
      const file = await t.api.request(address)
      const sheet = await readXlsxFile(Buffer.from(await file.arrayBuffer()))
      const table = ('data' in sheet[0]! ? (sheet[0] as { data: unknown[][] }).data : sheet) as unknown[][]
      expect(table).toHaveLength(total + 1)
      expect(new Set(table.slice(1).map((row) => row[7]))).not.toContain('正常')
    }),
  )
})

describe('access', () => {
  test(
    "a unit's buildings are shared out as SQL counts them, and the shares make 100",
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
      const shares =
        overview.totalAccessedPercentage! + overview.totalAccessingPercentage! + overview.totalNoAccessPercentage!
      expect(shares).toBeCloseTo(100, 6)
      expect(await answer(t, dashboard.buildingAccess, {}, token)).toMatchObject({
        buildingNum: total,
        buildingCompleteAccessNumber: on,
        buildingProcessingAccessNumber: doing,
        buildingCompleteAccessRate: overview.totalAccessedPercentage,
      })
    }),
  )

  test(
    'a building connected this month raises the count against last month; one connected before does not',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const change = async () => (await answer(t, dashboard.accessOverview, {}, token)).contrastLastMonthAccessed!
      await t.db.execute(
        sql`update building set access_status = 1, access_at = '2026-01-05T00:00:00Z' where id in ${mine}`,
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
    'districts are ranked over the whole city for a unit, by access or by score, best first',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      type Ranked = { areaName: string; accessPercentage: number; score: number | null }[]
      const expected = await rows(
        t,
        sql`select county, round(100.0 * count(*) filter (where access_status = 1) / count(*), 1)::float8 as share
          from building group by county order by 2 desc`,
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
    'providers and settled units are counted once each',
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
      expect(providers.reduce((sum, each) => sum + each.percentage, 0)).toBeCloseTo(100, 6)
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
    'stands among the units of the city, by the share whose score is lower',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { score: own, rate } = await answer<{ score: number; rate: number }>(t, score.rate, {}, token)
      const means = await rows(
        t,
        sql`select bu.unit_id, round((sum(d.score * coalesce(nullif(b.area, 0), 1000)) / sum(coalesce(nullif(b.area, 0), 1000)))::numeric, 1)::float8 as mean
          from building b join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
          join lateral (select score from score_day s where s.building_id = b.id and s.day between '2026-03-16' and '2026-03-23' order by day desc limit 1) d on true
          group by bu.unit_id`,
      )
      const lower = means.filter(({ mean }) => Number(mean) < own).length
      expect(lower).toBeGreaterThan(0)
      expect(rate).toBe(Math.round((lower * 1000) / means.length) / 10)
    }),
  )

  test(
    'leads to what it lost points for: unsolved ones are the latest day’s items, the others say when they were solved',
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
      const times = open.list.map(({ createTime }) => createTime)
      expect(times).toEqual(times.toSorted().toReversed())
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
    'of a building is whole: what failed costs exactly what is missing to 100, and no rule is both kept and broken in a system',
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

describe('one opening', () => {
  test(
    'answers every part as its own call does',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const [, second] = await answer<{ buildingId: string }[]>(t, building.entered, {}, token)
      for (const buildingId of ['', second!.buildingId]) {
        const of = { buildingId }
        const all = await answer<Record<string, unknown>>(
          t,
          dashboard.opening,
          { ...of, parts: DASHBOARD_PARTS.join(',') },
          token,
        )
        expect(all).toEqual({
          buildings: await answer(t, building.entered, {}, token),
          trend: await answer(t, score.trend, { ...of, days: 7 }, token),
          rate: await answer(t, score.rate, {}, token),
          items: await answer(t, score.items, { ...of, questionStatus: 0 }, token),
          counts: await answer(t, problem.facilityCounts, of, token),
          problems: await answer(t, problem.facilityList, { ...of, questionStatus: 0 }, token),
          devices: await answer(t, dashboard.devices, of, token),
          fireAlarm: await answer(t, dashboard.fireAlarm, of, token),
          sprinkler: await answer(t, dashboard.sprinkler, of, token),
          hydrant: await answer(t, dashboard.hydrant, of, token),
          buildingAccess: await answer(t, dashboard.buildingAccess, {}, token),
          unitTypes: await answer(t, dashboard.unitTypes, {}, token),
          providers: await answer(t, dashboard.providers, {}, token),
          accessOverview: await answer(t, dashboard.accessOverview, {}, token),
          areaRanking: await answer(t, dashboard.areaRanking, {}, token),
        })
      }
      expect(Object.keys(await answer<object>(t, dashboard.opening, { parts: 'devices,rate' }, token)).sort()).toEqual([
        'devices',
        'rate',
      ])
      expect((await t.call(dashboard.opening, { parts: 'devices,secrets' }, token)).body.code).toBe(400)
    }),
  )

  test(
    'a unit without a single building sees zeros and empty lists, not an error',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      await t.db.execute(sql`delete from building_unit where building_id in ${mine}`)
      const all = await answer<Record<string, unknown>>(
        t,
        dashboard.opening,
        { parts: DASHBOARD_PARTS.join(',') },
        token,
      )
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
  "another's building or unit answers 404 wherever it is named",
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
      score.items,
      score.checks,
    ])
      expect((await t.call(call, { buildingId: foreign } as never, token)).body.code, call.id).toBe(404)
    expect((await t.call(dashboard.opening, { buildingId: foreign, parts: 'devices' }, token)).body.code).toBe(404)
    for (const call of [unit.detail, dashboard.buildingAccess, dashboard.unitTypes, dashboard.providers, score.rate])
      expect((await t.call(call, { lawCompanyId: 999_999 }, token)).body.code, call.id).toBe(404)
  }),
)
