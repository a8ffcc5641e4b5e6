import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { buildingDetail } from '#contract/building-detail.ts'
import { building } from '#contract/building.ts'
import { type FacilityProblemPage, problem } from '#contract/problem.ts'
import { score, type ScoreCheck } from '#contract/score.ts'
import { toWireTime } from '#contract/time.ts'
import { markOverdue } from '#server/devices/mark-overdue.ts'
import { recountAggregates } from '#server/evaluation/recount-aggregates.ts'
import { reEvaluateDue } from '#server/evaluation/re-evaluate-due.ts'
import { openApi, type TestApi } from '../../support/api-context.ts'
import { type EquipmentOf, reports } from '../../support/report.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const city = await openApi()
afterAll(() => city.close())

interface Device extends EquipmentOf {
  readonly name: string
}

async function healthyPoint(t: TestApi, apiId: number): Promise<Device> {
  const { rows } = await t.db.execute<{ id: string; building: string; name: string }>(sql`
    select p.id, p.building_id as building, p.device_name as name from point p
    join building_unit bu on bu.building_id = p.building_id and bu.kind = 'bound'
    join account a on a.unit_id = bu.unit_id and a.account = 'unit01'
    where p.api_id = ${apiId} and not exists (select 1 from trouble x where x.point_id = p.id)
    order by p.building_id, p.id limit 1`)
  const row = rows[0]!
  return { id: Number(row.id), buildingId: Number(row.building), name: row.name, apiId }
}

async function seen(t: TestApi, token: string, { buildingId, id }: Device) {
  const current = (await t.call(score.current, { buildingId }, token)).body.data as unknown as { score: number }
  const groups = (await t.call(score.checks, { buildingId, state: 'fail' }, token)).body.data as unknown as {
    systemName: string
    logs: ScoreCheck[]
  }[]
  const list = async (questionStatus: 0 | 1) =>
    (
      (await t.call(problem.facilityList, { buildingId, questionStatus, pageSize: 100 }, token)).body
        .data as FacilityProblemPage
    ).list
  const counts = (await t.call(problem.facilityCounts, { buildingId }, token)).body.data as unknown as {
    notSolvedNum: number
    resolvedNum: number
  }
  const logs = groups.flatMap((group) => group.logs.map((log) => ({ ...log, systemName: group.systemName })))
  return { score: current.score, logs: logs.filter((log) => log.id.endsWith(`-${id}`)), all: logs, counts, list }
}

async function later(t: TestApi, ms: number): Promise<void> {
  t.clock.pass(ms)
  await reEvaluateDue(t.db, t.clock.now())
}

const by = (t: TestApi, point: Device) => reports(t.db, point, t.clock.now())

describe('a pump in manual mode', () => {
  test(
    'is a problem after an hour and costs two points, with its name and beginning; back in automatic, all is normal',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const pump = await healthyPoint(t, 15)
      const switched = t.clock.now()
      await by(t, pump).reading({ manualAutomaticState: 1, powerState: 0 })
      await later(t, 30 * MINUTE)
      const soon = await seen(t, token, pump)
      expect(soon.logs).toEqual([])

      await later(t, 31 * MINUTE)
      const left = await seen(t, token, pump)
      expect(left.score).toBeCloseTo(soon.score - 2, 5)
      expect(left.logs).toEqual([
        expect.objectContaining({
          systemName: '消防给水及消火栓系统',
          deduction: 2,
          deviceName: pump.name,
          describe: expect.stringContaining('消防泵处于手动超过 1 小时'),
          since: toWireTime(switched),
        }),
      ])
      expect(left.counts.notSolvedNum).toBe(soon.counts.notSolvedNum + 1)
      const open = (await left.list(0)).find((row) => row.itemDesc === `${pump.name}：处于手动状态`)
      expect(open).toMatchObject({
        questionStatus: '0',
        questionHappenTime: toWireTime(switched),
        content: `${toWireTime(switched)} 起未再上报自动状态，火灾时不能自动启动。`,
        advice: expect.stringContaining('恢复至自动位'),
      })

      t.clock.pass(MINUTE)
      await by(t, pump).reading({ manualAutomaticState: 0, powerState: 0 })
      const back = await seen(t, token, pump)
      expect(back.score).toBe(soon.score)
      expect(back.logs).toEqual([])
      expect(back.counts).toEqual({
        ...soon.counts,
        resolvedNum: soon.counts.resolvedNum + 1,
        totalNum: expect.any(Number),
      })
      expect((await back.list(1)).find((row) => row.id === open?.id)).toBeDefined()
    }),
  )
})

describe('a falling pressure', () => {
  test(
    'counts from the first reading that is too low, even if that one arrives last; a reading in range solves it',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const gauge = await healthyPoint(t, 17)
      const start = t.clock.now()
      await by(t, gauge).reading({ pressure: 0.3 })
      t.clock.pass(20 * MINUTE)
      await by(t, gauge).reading({ pressure: 0.04 })
      await by(t, gauge).reading({ pressure: 0.05 }, new Date(start.getTime() + 10 * MINUTE))
      await later(t, 111 * MINUTE)
      const low = await seen(t, token, gauge)
      expect(low.logs).toEqual([
        expect.objectContaining({ deduction: 3, since: toWireTime(new Date(start.getTime() + 10 * MINUTE)) }),
      ])
      expect((await low.list(0)).map((row) => row.itemDesc)).toContain(`${gauge.name}：压力过低（0.04 MPa）`)
      t.clock.pass(MINUTE)
      await by(t, gauge).reading({ pressure: 0.3 })
      const fine = await seen(t, token, gauge)
      expect(fine.logs).toEqual([])
      expect(fine.counts.notSolvedNum).toBe(low.counts.notSolvedNum - 1)
    }),
  )
})

test(
  'a late report that moves the beginning of a cause moves the open problem and the score with it',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const gauge = await healthyPoint(t, 17)
    const start = t.clock.now()
    await by(t, gauge).reading({ pressure: 0.3 })
    t.clock.pass(20 * MINUTE)
    await by(t, gauge).reading({ pressure: 0.04 })
    await later(t, 121 * MINUTE)
    const begins = async (at: Date) => {
      const { logs, list } = await seen(t, token, gauge)
      expect(logs).toEqual([expect.objectContaining({ deduction: 3, since: toWireTime(at) })])
      expect((await list(0)).find((row) => row.itemDesc === `${gauge.name}：压力过低（0.04 MPa）`)).toMatchObject({
        questionHappenTime: toWireTime(at),
        content: expect.stringContaining(toWireTime(at)),
      })
    }
    await begins(new Date(start.getTime() + 20 * MINUTE))
    const earlier = new Date(start.getTime() + 5 * MINUTE)
    await by(t, gauge).reading({ pressure: 0.05 }, earlier)
    await begins(earlier)
  }),
)

describe('a fire alarm', () => {
  test(
    'that is false and handled within half an hour costs nothing and is no problem',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const detector = await healthyPoint(t, 1)
      await by(t, detector).began('fire')
      t.clock.pass(10 * MINUTE)
      await by(t, detector).handled(1)
      await later(t, 25 * HOUR)
      const after = await seen(t, token, detector)
      expect(after.logs).toEqual([])
      expect((await after.list(0)).filter((row) => row.itemDesc.startsWith(detector.name))).toEqual([])
    }),
  )

  test(
    'without handling costs five points after half an hour and is a problem after a day; handled, both end',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const detector = await healthyPoint(t, 1)
      const at = t.clock.now()
      await by(t, detector).began('fire')
      await later(t, 31 * MINUTE)
      const soon = await seen(t, token, detector)
      expect(soon.logs).toEqual([expect.objectContaining({ deduction: 5, since: toWireTime(at) })])
      expect((await soon.list(0)).filter((row) => row.itemDesc.startsWith(detector.name))).toEqual([])
      await later(t, DAY)
      const day = await seen(t, token, detector)
      expect(
        (await day.list(0)).find((row) => row.itemDesc === `${detector.name}：火警超过 24 小时未确认`),
      ).toMatchObject({
        questionHappenTime: toWireTime(at),
      })
      await by(t, detector).handled(2)
      const done = await seen(t, token, detector)
      expect(done.score).toBeCloseTo(day.score + 5, 5)
      expect(done.counts.notSolvedNum).toBe(day.counts.notSolvedNum - 1)
    }),
  )
})

describe('a connection', () => {
  const accessOf = async (t: TestApi, { buildingId }: Device) =>
    (
      await t.db.execute(
        sql`select access_status as status, must_percent as must from building where id = ${buildingId}`,
      )
    ).rows[0]

  async function allReport(t: TestApi, { buildingId }: Device, measures: object, apiIds?: readonly number[]) {
    const { rows } = await t.db.execute<{ id: string; api: number }>(
      sql`select id, api_id as api from point where building_id = ${buildingId} order by id`,
    )
    for (const { id, api } of rows)
      if (!apiIds || apiIds.includes(api))
        await reports(t.db, { id: Number(id), buildingId, apiId: api }, t.clock.now()).reading({ ...measures })
  }
  const EVERYTHING = {
    pressure: 0.4,
    level: 2,
    manualAutomaticState: 0,
    powerState: 0,
    workStatus: 0,
    voltage: 220,
    temperature: 30,
    runningState: 0,
    concentration: 1,
    power: 80,
  }

  test(
    'is lost after a week without reports, and restored item type by item type at four fifths of the points',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const pump = await healthyPoint(t, 15)
      await later(t, 7 * DAY - HOUR)
      expect(await accessOf(t, pump)).toEqual({ status: 1, must: 100 })
      const connected = await seen(t, token, pump)
      expect(connected.all.some((log) => log.id.startsWith('integrity'))).toBe(false)
      await later(t, HOUR)
      expect(await accessOf(t, pump)).toEqual({ status: 3, must: 0 })
      const failed = await seen(t, token, pump)
      const lost = failed.all.find((log) => log.id.startsWith('integrity'))
      expect(lost).toMatchObject({ deduction: 20, describe: '必接项已中断超过 7 天' })
      // Less than four fifths.
      await by(t, pump).reading({ manualAutomaticState: 0, powerState: 0 })
      expect(await accessOf(t, pump)).toEqual({ status: 3, must: 0 })
      t.clock.pass(1000)
      await allReport(t, pump, EVERYTHING, [15])
      expect(await accessOf(t, pump)).toMatchObject({ status: 2 })
      t.clock.pass(1000)
      await allReport(t, pump, EVERYTHING)
      expect(await accessOf(t, pump)).toEqual({ status: 1, must: 100 })
      expect((await seen(t, token, pump)).all.some((log) => log.id.startsWith('integrity'))).toBe(false)
    }),
    120_000,
  )

  test(
    'is not kept by heartbeats where a value must be measured, nor by charge and signal',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const pump = await healthyPoint(t, 15)
      const before = await seen(t, token, pump)
      for (const measures of [{}, { power: 90, signals: 4 }]) {
        t.clock.pass(4 * DAY)
        await allReport(t, pump, measures)
        await markOverdue(t.deps)
        await reEvaluateDue(t.db, t.clock.now())
      }
      const after = await seen(t, await t.signIn('unit01'), pump)
      const { rows } = await t.db.execute<{ connected: number[] }>(
        sql`select connected from building_state where building_id = ${pump.buildingId}`,
      )
      expect(rows[0]?.connected.filter((api) => [15, 16, 17, 21, 22, 63].includes(api))).toEqual([])
      expect(rows[0]?.connected).toEqual(expect.arrayContaining([1, 2, 3]))
      expect(await accessOf(t, pump)).toMatchObject({ status: 2 })
      expect(after.score).toBeLessThan(before.score - 30)
      const lost = after.all.map(({ describe: text }) => text)
      for (const rule of [
        '喷淋泵断电超过 10 分钟',
        '消防泵处于手动超过 1 小时',
        '管网压力异常超过 2 小时',
        '液位异常超过 2 小时',
      ])
        expect(lost).toContainEqual(expect.stringContaining(`无有效数据，视同${rule}`))
    }),
    120_000,
  )
})

describe('a building without points', () => {
  test(
    'has no current score, weight, items or card, and keeps its past days',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const pump = await healthyPoint(t, 15)
      const { buildingId } = pump
      const days = async () =>
        (
          await t.db.execute(
            sql`select day::text as day, score from score_day where building_id = ${buildingId} order by 1`,
          )
        ).rows
      const weighted = async () => {
        const { body } = await t.call(score.parts, {}, token)
        const { buildings } = body.data as unknown as { buildings: { buildingId: string; score: number | null }[] }
        return buildings.find((one) => one.buildingId === String(buildingId))?.score
      }
      const before = await days()
      expect(await weighted()).not.toBeNull()
      const others = (await t.call(score.current, {}, token)).body.data as unknown as { score: number }
      expect((await t.call(building.releaseProvider, { buildingId }, token)).body.code).toBe(200)
      const after = await seen(t, token, pump)
      expect(after.score).toBeNull()
      expect(after.all).toEqual([])
      expect(await weighted()).toBeNull()
      expect((await t.call(score.current, {}, token)).body.data).not.toEqual(others)
      const detail = (await t.call(buildingDetail.detail, { buildingId }, token)).body.data as unknown as object
      expect(detail).toMatchObject({ safetyScore: null })
      const items = (await t.call(score.items, { buildingId, questionStatus: 0 }, token)).body.data as unknown
      expect(items).toMatchObject({ total: 0 })
      expect(await days()).toEqual(before.slice(0, -1))
      await later(t, DAY)
      await recountAggregates(t.db)
      expect((await seen(t, token, pump)).score).toBeNull()
      expect(await days()).toEqual(before.slice(0, -1))
    }),
  )
})

test(
  'changing the height of a building ends no problem: the next reading does',
  city.undone(async (t) => {
    const gauge = await healthyPoint(t, 17)
    const { buildingId } = gauge
    const setHeight = (height: number) =>
      t.db.execute(
        sql`update building set height = ${height}, modified_at = ${t.clock.now().toISOString()} where id = ${buildingId}`,
      )
    const open = async () =>
      (
        await t.db.execute(
          sql`select cause from problem where point_id = ${gauge.id} and solved_at is null and cause = 'pressure-low'`,
        )
      ).rows.length
    await setHeight(150)
    await by(t, gauge).reading({ pressure: 0.12 })
    await later(t, 3 * HOUR)
    expect(await open()).toBe(1)
    await setHeight(80)
    await later(t, DAY)
    expect(await open()).toBe(1)
    t.clock.pass(1000)
    await by(t, gauge).reading({ pressure: 0.12 })
    expect(await open()).toBe(0)
  }),
)

test(
  'a score under eighty for seven days shows a yellow card on the seventh, not before',
  city.undone(async (t) => {
    const { buildingId } = await healthyPoint(t, 15)
    await t.db.execute(sql`update score_day set score = 75, card = null where building_id = ${buildingId}`)
    await t.db.execute(sql`update score_day set score = 90 where building_id = ${buildingId} and day <= '2026-03-17'`)
    await t.db.execute(sql`insert into trouble (point_id, building_id, cause, since)
      select id, building_id, 'offline', '2026-03-01' from point where building_id = ${buildingId} on conflict do nothing`)
    await t.db.execute(sql`update point set online = false, valid_at = '2026-03-01' where building_id = ${buildingId}`)
    const card = async () =>
      (
        await t.db.execute(
          sql`select score < 80 as low, card from score_day where building_id = ${buildingId} order by day desc limit 1`,
        )
      ).rows[0]
    await t.db.execute(sql`update building_state set due_at = 'epoch' where building_id = ${buildingId}`)
    await later(t, MINUTE)
    expect(await card()).toEqual({ low: true, card: null })
    await later(t, DAY)
    expect(await card()).toEqual({ low: true, card: 1 })
    await t.db.execute(sql`update building_state set due_at = 'epoch' where building_id = ${buildingId}`)
    await later(t, MINUTE)
    expect(await card()).toEqual({ low: true, card: 1 })
  }),
)
