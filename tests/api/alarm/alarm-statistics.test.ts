import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { alarm } from '#contract/alarm.ts'
import {
  alarmStatistics,
  type RankingRow,
  type StatisticsRow,
  type StatisticsSummary,
  TREND_PICKS,
} from '#contract/alarm-statistics.ts'
import { addDays } from '#contract/time.ts'
import { STATISTICS_PICKS } from '#contract/statistics-picks.ts'
import { alarmScene, MINUTE, type AlarmScene } from '../../support/alarm-scene.ts'
import { openApi, type TestApi } from '../../support/api-context.ts'
import { readExport } from '../../support/read-export.ts'

const city = await openApi()
afterAll(() => city.close())

async function scene(t: TestApi) {
  const of = await alarmScene(t)
  await t.db.execute(sql`update point set floor = '1层', zone = 'A' where building_id = ${of.id}`)
  const start = of.wire(0)
  const period = () => ({ buildingId: String(of.id), startTime: start, endTime: of.wire(0) })
  const read = async <T>(account: string, call: (typeof alarmStatistics)['summary'], more: object = {}) =>
    (await of.send(account, call, { ...period(), ...more } as never)) as unknown as {
      code: number
      message: string
      errors?: object
      data: T
    }
  return {
    of,
    period,
    summary: async (account = 'unit01') => (await read<StatisticsSummary>(account, alarmStatistics.summary)).data,
    list: async (more: object, account = 'unit01') =>
      (await read<{ list: StatisticsRow[]; total: number }>(account, alarmStatistics.list as never, more)).data,
    ranking: async (by: 'building' | 'device', account = 'unit01') =>
      (await read<{ list: RankingRow[]; total: number }>(account, alarmStatistics.ranking as never, { by })).data,
    read,
  }
}

async function alarmWith(t: TestApi, of: AlarmScene, ack: number | null, judge: number, verdict: number, note = '') {
  t.clock.pass(30 * MINUTE)
  await of.fire(0)
  const { id } = await of.open()
  if (ack !== null) {
    t.clock.pass(ack * 1000)
    await of.send('unit01', alarm.ack, { id })
  }
  t.clock.pass((judge - (ack ?? 0)) * 1000)
  await of.send('unit01', alarm.verdict, { id, verdict, note } as never)
  await of.report({ phase: 'end', time: of.wire(0) })
}

describe('statistics of alarms', () => {
  test(
    'count results, causes, times and repeated calls; each figure has a list and an export of exactly its rows',
    city.undone(async (t) => {
      const { of, summary, list, period } = await scene(t)
      await alarmWith(t, of, 10, 60, 1, '油烟、吸烟；厨房')
      await alarmWith(t, of, 20, 120, 1, '施工作业')
      await alarmWith(t, of, 90, 600, 2)
      await alarmWith(t, of, null, 30, 4)
      await alarmWith(t, of, null, 40, 1, '其他')
      t.clock.pass(30 * MINUTE)
      await of.fire(1)
      t.clock.pass(MINUTE)
      const found = await summary()
      expect(found.counts).toMatchObject({
        all: 6,
        real: 1,
        false: 3,
        test: 1,
        maintenance: 0,
        undecided: 1,
        called: 6,
        acked: 3,
        judged: 5,
        flood: 0,
      })
      expect(found).toMatchObject({ ackMedian: 20, ackP90: 76, judgeMedian: 60, judgeP90: 408 })
      expect(found.causes.map(({ cause, alarms }) => [cause, alarms]).sort()).toEqual(
        [
          ['施工作业', 1],
          ['未填写', 1],
          ['油烟、吸烟', 1],
        ].sort(),
      )
      for (const pick of STATISTICS_PICKS)
        expect([pick, (await list({ pick })).total]).toEqual([pick, found.counts[pick]])
      for (const { cause, alarms } of found.causes) expect((await list({ pick: 'false', cause })).total).toBe(alarms)
      expect((await list({ pick: 'acked' })).list.map(({ ackSeconds }) => ackSeconds)).toEqual([90, 20, 10])
      const file = await of.send('unit01', alarmStatistics.export, { ...period(), pick: 'false' })
      const { rows } = await readExport(t, file.data)
      expect(rows).toHaveLength(3)
    }),
  )

  test(
    'list undecided alarms first, each part from the newest, over all pages; exports are by time',
    city.undone(async (t) => {
      const { of, list, period } = await scene(t)
      t.clock.pass(60 * MINUTE)
      await t.db.execute(sql`
        insert into alarm (building_id, kind, priority, occurred_at, received_at, last_at, ended_at, verdict, judged_at)
        select ${of.id}, kind, 3, at, at, at, at, verdict, case when verdict is not null then at end
        from (values (1, 'fire', null), (2, 'fire', 1), (3, 'electrical', null), (4, 'fire', 4)) v (n, kind, verdict),
          lateral (select ${t.clock.now().toISOString()}::timestamptz - (5 - n) * interval '10 minutes' as at) x`)
      const { list: rows } = await list({})
      expect(rows.map(({ verdict }) => verdict)).toEqual([null, null, 4, 1])
      const times = rows.map(({ alarmTime }) => alarmTime)
      expect(times).toEqual([...times.slice(0, 2).sort().toReversed(), ...times.slice(2).sort().toReversed()])
      const pages = await Promise.all(
        [1, 2].map(async (currentPage) => (await list({ currentPage, pageSize: 2 })).list.map(({ id }) => id)),
      )
      expect(pages.flat()).toEqual(rows.map(({ id }) => id))
      const file = await of.send('unit01', alarmStatistics.export, period())
      const results = (await readExport(t, file.data)).rows.map((row) => Object.values(row)[11])
      expect(results).toHaveLength(4)
      expect(results.map(Boolean)).toEqual([true, false, true, false])
    }),
  )

  test(
    'rank buildings and devices by false alarms; both numbers of a row have their lists',
    city.undone(async (t) => {
      const { of, list, ranking, period } = await scene(t)
      await alarmWith(t, of, null, 60, 1, '施工作业')
      await alarmWith(t, of, null, 60, 4)
      await alarmWith(t, of, null, 60, 1, '施工作业')
      const devices = await ranking('device')
      expect(devices).toMatchObject({ total: 1, list: [{ id: String(of.points[0]!.id), falseNum: 2, totalNum: 3 }] })
      const pointId = devices.list[0]!.id
      expect((await list({ pick: 'false', pointId })).total).toBe(2)
      expect((await list({ pointId })).total).toBe(3)
      expect(await ranking('building', 'jingan')).toMatchObject({
        list: [{ id: String(of.id), countyNo: '310106', falseNum: 2, totalNum: 3 }],
      })
      const file = await of.send('jingan', alarmStatistics.rankingExport, { ...period(), by: 'device' })
      const { rows } = await readExport(t, file.data)
      expect(rows).toHaveLength(1)
    }),
  )

  test(
    'name a flood when ten alarms come within ten minutes',
    city.undone(async (t) => {
      const { of, summary, list, period } = await scene(t)
      t.clock.pass(60 * MINUTE)
      await t.db.execute(sql`
        insert into alarm (building_id, kind, priority, occurred_at, received_at, last_at, verdict, judged_at)
        select ${of.id}, 'fire', 3, at, at, at, 1, at from generate_series(1, 12) n,
          lateral (select date_trunc('hour', ${t.clock.now().toISOString()}::timestamptz) + n * interval '10 seconds' as at) x`)
      t.clock.pass(60 * MINUTE)
      const { floods, counts } = await summary()
      expect(floods).toMatchObject([{ alarms: 12 }])
      expect(counts.flood).toBe(12)
      const { startTime, endTime } = floods[0]!
      expect((await list({ pick: 'flood' })).total).toBe(12)
      expect(startTime >= period().startTime).toBe(true)
      expect((await list({ startTime, endTime })).total).toBe(12)
    }),
  )

  test.each([
    ['day', '2026-05-10 06:00:00', 20],
    ['week', '2026-05-10 06:00:00', 60],
    ['month', '2026-05-10 06:00:00', 250],
  ] as const)(
    'divide the period by %s: results add up to the totals, each span has a list of exactly its alarms',
    async (step, startTime, days) =>
      city.undone(async (t) => {
        const { of, read } = await scene(t)
        await t.db.execute(sql`
          insert into alarm (building_id, kind, priority, occurred_at, received_at, last_at, verdict, judged_at)
          select ${of.id}, 'fire', 3, at, at, at, 1 + n % 4, at from generate_series(1, 90) n,
            lateral (select ${startTime + '+08'}::timestamptz + (n * n % ${days * 24}) * interval '1 hour' as at) x`)
        await t.db.execute(sql`
          insert into alarm (building_id, kind, priority, occurred_at, received_at, last_at)
          select ${of.id}, 'fire', 3, at, at, at
          from (select ${startTime + '+08'}::timestamptz + ${days - 1} * interval '1 day' as at) x`)
        const endTime = `${addDays(startTime.slice(0, 10), days)} 05:59:59`
        const { data } = await read<StatisticsSummary>('unit01', alarmStatistics.summary, { startTime, endTime })
        expect(data.trend?.step).toBe(step)
        const spans = data.trend?.spans ?? []
        expect([spans[0]?.startTime, spans.at(-1)?.endTime]).toEqual([startTime, endTime])
        for (const pick of TREND_PICKS)
          expect([pick, spans.reduce((sum, span) => sum + span[pick], 0)]).toEqual([pick, data.counts[pick]])
        expect(spans.flatMap((span) => TREND_PICKS.map((pick) => span[pick])).reduce((sum, one) => sum + one)).toBe(
          data.counts.all,
        )
        expect(data.counts.all).toBe(91)
        for (const span of spans) {
          const bounds = { startTime: span.startTime, endTime: span.endTime }
          const { total } = (await read<{ total: number }>('unit01', alarmStatistics.list as never, bounds)).data
          expect([span.startTime, total]).toEqual([
            span.startTime,
            TREND_PICKS.reduce((sum, pick) => sum + span[pick], 0),
          ])
        }
        const other = (await of.send('unit02', alarmStatistics.summary, { startTime, endTime }))
          .data as StatisticsSummary
        expect(other.trend?.spans).toHaveLength(spans.length)
        expect(TREND_PICKS.map((pick) => other.trend?.spans.reduce((sum, span) => sum + span[pick], 0))).toEqual(
          TREND_PICKS.map((pick) => other.counts[pick]),
        )
      })(),
  )

  test(
    'cover the session’s scope only, and refuse a period that ends before it begins or exceeds a year',
    city.undone(async (t) => {
      const { of, read } = await scene(t)
      await of.fire(0)
      expect(await read('unit02', alarmStatistics.summary)).toMatchObject({ code: 404 })
      expect(await read('unit01', alarmStatistics.summary, { endTime: '2020-01-01' })).toMatchObject({
        code: 400,
        errors: { endTime: '结束时间应晚于开始时间' },
      })
      expect(await read('unit01', alarmStatistics.summary, { startTime: '2020-01-01' })).toMatchObject({
        code: 400,
        errors: { startTime: '最多统计 366 天' },
      })
      const own = await of.send('unit02', alarmStatistics.list, {})
      const { list } = own.data as { list: StatisticsRow[] }
      expect(list.filter(({ buildingId }) => buildingId === String(of.id))).toEqual([])
    }),
  )
})
