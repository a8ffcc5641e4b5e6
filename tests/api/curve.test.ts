import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { type Curve, curve } from '#contract/curve.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { type MeasuredRow, type SystemFires, point } from '#contract/point.ts'
import { score, type ScoreTrend } from '#contract/score.ts'
import { toWireTime } from '#contract/time.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { ask, buildingOf, counted, type Paged, pointOf } from '../support/ask-records.ts'

const city = await openApi()
afterAll(() => city.close())

const QUARTER = 15 * 60_000
const DAY = 86_400_000

async function gaugeOf(t: TestApi, days: number) {
  const buildingId = await buildingOf(t, 'unit01')
  const { id } = await pointOf(t, buildingId, 17)
  await t.db.execute(sql`delete from reading where point_id = ${id}`)
  const until = t.clock.now().getTime() - 60_000
  const count = (days * DAY) / QUARTER
  await t.db.execute(sql`
    select ensure_month('reading', m::date) from generate_series(
      date_trunc('month', to_timestamp(${(until - count * QUARTER) / 1000}::float8)), to_timestamp(${until / 1000}::float8), interval '1 month') m`)
  await t.db.execute(sql`
    insert into reading (point_id, at, sequence, building_id, api_id, received_at, measures)
    select ${id}, to_timestamp((${until}::float8 - i * ${QUARTER}::float8) / 1000), 0, ${buildingId}, 17, now(),
      jsonb_build_object('pressure', case when i = ${Math.round(count / 2)} then 0.02 else 0.3 end, 'power', 80)
    from generate_series(0, ${count - 1}) i`)
  return { id, buildingId, until, count }
}

const read = (t: TestApi, input: InputOf<typeof curve.one>, token: string) =>
  ask<Curve, typeof curve.one>(t, curve.one, input, token)

describe('the curve of a device', () => {
  test(
    'has every reading of a day, the normal range by the building’s height, and the measures it reports',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { id, buildingId, until } = await gaugeOf(t, 2)
      await t.db.execute(sql`update building set height = 60 where id = ${buildingId}`)
      const found = await read(t, { id }, token)
      expect(found.points).toHaveLength(DAY / QUARTER)
      expect(found).toMatchObject({ figure: 'pressure', figures: ['pressure', 'power'], low: 0.1, high: 0.8 })
      expect(found.points.at(-1)).toEqual({ time: toWireTime(new Date(until)), value: 0.3 })
      expect(found.points.map(({ time }) => time)).toEqual(found.points.map(({ time }) => time).toSorted())
      expect(await read(t, { id, figure: 'power' }, token)).toMatchObject({ figure: 'power', low: null, high: null })
    }),
  )

  test(
    'keeps the one low reading of a year and the last reading, in at most 401 points',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { id, until, count } = await gaugeOf(t, 365)
      const { points } = await read(t, { id, days: 365 }, token)
      expect(points.length).toBeGreaterThan(190)
      expect(points.length).toBeLessThanOrEqual(401)
      const low = until - Math.round(count / 2) * QUARTER
      expect(points.filter(({ value }) => value === 0.02)).toEqual([{ time: toWireTime(new Date(low)), value: 0.02 }])
      expect(points.at(-1)?.time).toBe(toWireTime(new Date(until)))
    }),
  )

  test(
    'can be cut by start and end, both inclusive; a reversed range and one over a year are errors at the field',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { id, until } = await gaugeOf(t, 2)
      const wire = (steps: number) => toWireTime(new Date(until - steps * QUARTER))
      const { points } = await read(t, { id, startTime: wire(8), endTime: wire(4) }, token)
      expect(points.map(({ time }) => time)).toEqual([8, 7, 6, 5, 4].map(wire))
      for (const [startTime, words] of [
        [wire(2), '开始时间须早于结束时间'],
        ['2020-01-01', '曲线最多显示 366 天'],
      ] as const) {
        const { body } = await t.call(curve.one, { id, startTime, endTime: wire(4) }, token)
        expect(body).toMatchObject({ code: 400, message: words, errors: { startTime: words } })
      }
    }),
  )

  test(
    'is empty for a device that measures nothing, and is not found for a building out of scope',
    city.undone(async (t) => {
      const buildingId = await buildingOf(t, 'unit01')
      const { id: detector } = await pointOf(t, buildingId, 1)
      const token = await t.signIn('unit01')
      expect(await read(t, { id: detector }, token)).toMatchObject({ figures: [], figure: null, points: [] })
      const { id } = await pointOf(t, buildingId, 17)
      const { body } = await t.call(curve.one, { id }, await t.signIn('unit02'))
      expect(body.code).toBe(404)
    }),
  )
})

describe('the measured points of a building', () => {
  const list = (t: TestApi, input: InputOf<typeof point.measured>, token: string) =>
    ask<Paged<MeasuredRow> & { fires: SystemFires[] }, typeof point.measured>(t, point.measured, input, token)

  test(
    'are its gauges and pumps, those out of their range first, each with the value, range and last day',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { id, buildingId } = await gaugeOf(t, 2)
      const { total, list: rows } = await list(t, { buildingId }, token)
      expect(total).toBe(
        await counted(
          t,
          sql`select count(*) as n from point where building_id = ${buildingId} and released_at is null
            and (latest ?| array['pressure', 'level', 'temperature', 'waterTemperature', 'current', 'voltage', 'residualCurrent', 'concentration', 'flow', 'airVolume', 'airSpeed']
              or (api_id in (15, 21, 41) and latest <> '{}'))`,
        ),
      )
      expect(rows).toHaveLength(Math.min(total, 100))
      const isOut = rows.map(({ since }) => since !== null)
      expect(isOut).toEqual(isOut.toSorted((a, b) => Number(b) - Number(a)))
      const own = rows.find(({ deviceId }) => deviceId === String(id))
      expect(own).toMatchObject({ figure: 'pressure', high: 0.8 })
      expect(own?.trend).toHaveLength(24)
      expect(own?.trend.slice(0, -1)).not.toContain(null)
      const pump = rows.find(({ apiId }) => apiId === '15')
      expect(pump).toMatchObject({ figure: null, value: null, trend: [] })
      expect(pump?.timelyData.manualAutomaticState).toEqual(expect.any(Number))
    }),
  )

  test(
    'come with the open alarms of each system',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { rows } = await t.db.execute<{ buildingId: string; fires: SystemFires[] }>(sql`
        select building_id::text as "buildingId", json_agg(json_build_object('systemId', system_id::text, 'alarmNum', n)) as fires from (
          select a.building_id, p.system_id, count(distinct a.id)::int as n
          from alarm a join alarm_event m on m.alarm_id = a.id join point p on p.id = m.point_id
          join building_unit bu on bu.building_id = a.building_id and bu.kind = 'bound'
          join account c on c.unit_id = bu.unit_id and c.account = 'unit01'
          where a.joined_to is null and (a.judged_at is null or (a.verdict = 2 and a.ended_at is null)) group by 1, 2
        ) f group by 1`)
      expect(rows.length).toBeGreaterThan(0)
      for (const { buildingId, fires } of rows)
        expect(new Set((await list(t, { buildingId: Number(buildingId) }, token)).fires)).toEqual(new Set(fires))
    }),
  )

  test(
    'can be limited to some; points of another building and bad numbers do not count',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const buildingId = await buildingOf(t, 'unit01')
      const { id } = await pointOf(t, buildingId, 17)
      const { rows } = await t.db.execute<{ id: string }>(
        sql`select id from point where building_id <> ${buildingId} and latest ? 'pressure' limit 1`,
      )
      const { list: found } = await list(t, { buildingId, ids: `${id},${rows[0]!.id}` }, token)
      expect(found.map(({ deviceId }) => deviceId)).toEqual([String(id)])
      const { body } = await t.call(point.measured, { buildingId, ids: '1;2' }, token)
      expect(body).toMatchObject({ code: 400, errors: { ids: '页面参数有误，请刷新后重试' } })
      const { body: other } = await t.call(point.measured, { buildingId }, await t.signIn('unit02'))
      expect(other.code).toBe(404)
    }),
  )
})

test(
  'a building’s score by day is the same for its unit and for the authority, and not found out of scope',
  city.undone(async (t) => {
    const buildingId = await buildingOf(t, 'unit01')
    const trend = async (account: string) =>
      ask<ScoreTrend, typeof score.buildingTrend>(t, score.buildingTrend, { buildingId }, await t.signIn(account))
    const own = await trend('unit01')
    expect(own.chart).toHaveLength(30)
    expect(own.chart.filter(({ score: of }) => of !== null).length).toBeGreaterThan(5)
    expect(await trend('zongdui')).toEqual(own)
    const { body } = await t.call(score.buildingTrend, { buildingId }, await t.signIn('unit02'))
    expect(body.code).toBe(404)
  }),
)
