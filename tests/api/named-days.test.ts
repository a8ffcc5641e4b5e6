import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import type { Envelope } from '#contract/errors.ts'
import { ingest } from '#contract/ingest.ts'
import { type FacilityProblemPage, problem } from '#contract/problem.ts'
import { record } from '#contract/record.ts'
import { score, type ScoreCheck } from '#contract/score.ts'
import { toWireTime } from '#contract/time.ts'
import { demoKeysOf } from '#demo/seed/provider.ts'
import { DAY_MINUTES, DAYS } from '#demo/simulator/days.ts'
import { playDay } from '#demo/simulator/play-day.ts'
import { createSignedClient, type Send } from '#demo/simulator/signed-client.ts'
import { markOverdue } from '#server/devices/mark-overdue.ts'
import { reEvaluateDue } from '#server/evaluation/re-evaluate-due.ts'
import { openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

const MINUTE = 60_000
const LONG = 120_000

const sendIn =
  (t: TestApi): Send =>
  async ({ method, path, headers, body }) => {
    const response = await t.api.request(path, { method, headers, ...(method === 'GET' ? {} : { body }) })
    return (await response.json()) as Envelope
  }

async function placeOf(t: TestApi) {
  const { rows } = await t.db.execute<{ id: string; project: string; provider: string }>(sql`
    select b.id, b.open_project_id as project, b.provider_id as provider from building b
    join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
    join account a on a.unit_id = bu.unit_id and a.account = 'wuye01'
    join point p on p.building_id = b.id
    where b.access_status = 1 and not exists (select 1 from trouble x where x.building_id = b.id)
    group by b.id order by count(*), b.id limit 1`)
  const { id, project, provider } = rows[0]!
  const client = createSignedClient(demoKeysOf(Number(provider)), sendIn(t), t.clock.now)
  return { buildingId: Number(id), projectId: project, client, token: await t.signIn('wuye01') }
}

type Place = Awaited<ReturnType<typeof placeOf>>

async function runJobs(t: TestApi): Promise<void> {
  await markOverdue(t.deps)
  await reEvaluateDue(t.db, t.clock.now())
}

async function live(t: TestApi, place: Place, name: string, looks: Record<number, () => Promise<void>> = {}) {
  const began = t.clock.now().getTime()
  const minuteNow = () => Math.round((t.clock.now().getTime() - began) / MINUTE)
  const until = async (minute: number) => {
    const before = minuteNow()
    t.clock.pass((minute - before) * MINUTE)
    if (Math.floor(minute / 60) > Math.floor(before / 60) || looks[minute]) await runJobs(t)
    await looks[minute]?.()
  }
  const counted = await playDay(DAYS[name]!, {
    client: place.client,
    projectId: place.projectId,
    speed: 1,
    now: t.clock.now,
    wait: (ms) => until(minuteNow() + ms / MINUTE),
  })
  expect(counted.accepted).toBeGreaterThan(300)
  expect(counted.others).toBe(0)
  await until(DAY_MINUTES)
  return (minute: number) => toWireTime(new Date(began + minute * MINUTE))
}

async function seen(t: TestApi, { buildingId, token }: Place) {
  const ask = async (endpoint: Parameters<TestApi['call']>[0], input: object) =>
    (await t.call(endpoint, input as never, token)).body.data as never
  const current: { score: number } = await ask(score.current, { buildingId })
  const pressure: Record<string, number> = await ask(dashboard.hydrant, { buildingId, type: 1 })
  const pumps: Record<string, number> = await ask(dashboard.hydrant, { buildingId, type: 3 })
  const alarms: Record<string, number> = await ask(dashboard.fireAlarm, { buildingId })
  const problems: Record<string, number> = await ask(problem.facilityCounts, { buildingId })
  const groups: { logs: ScoreCheck[] }[] = await ask(score.checks, { buildingId, state: 'fail' })
  const listed = async (questionStatus: 0 | 1) =>
    ((await ask(problem.facilityList, { buildingId, questionStatus, pageSize: 100 })) as FacilityProblemPage).list
  return {
    figures: { score: current.score, pressure, pumps, alarms, problems },
    reasons: groups.flatMap(({ logs }) => logs),
    open: await listed(0),
    solved: await listed(1),
  }
}

const pointOf = async ({ client, projectId }: Place, apiId: number) => {
  const { list } = await client.call(ingest.points, { projectId, pageSize: 100 })
  return list.find((point) => point.apiId === apiId)!
}

async function reports(t: TestApi, place: Place, apiId: number, measures: Record<string, number>): Promise<void> {
  t.clock.pass(5 * MINUTE)
  const { pointNumber } = await pointOf(place, apiId)
  const time = toWireTime(t.clock.now())
  await place.client.call(ingest.readings, { items: [{ projectId: place.projectId, pointNumber, time, measures }] })
}

const moved = (figures: Record<string, number>, by: Record<string, number>) => ({
  ...figures,
  ...Object.fromEntries(Object.entries(by).map(([name, n]) => [name, figures[name]! + n])),
})

const counted = (problems: Record<string, number>, opened: number, solved = 0) =>
  moved(problems, { totalNum: opened, notSolvedNum: opened - solved, resolvedNum: solved })

const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

describe('from signed requests to the company’s pages:', () => {
  test(
    'a quiet day changes no figure, opens no problem and lowers no score',
    city.undone(async (t) => {
      const place = await placeOf(t)
      const before = await seen(t, place)
      expect(before.figures.score).toBe(100)
      await live(t, place, 'quiet')
      expect(await seen(t, place)).toEqual(before)
    }),
    LONG,
  )

  test(
    'a pump in manual mode since nine is abnormal on the card, a problem since nine and two points; back in automatic, all is normal',
    city.undone(async (t) => {
      const place = await placeOf(t)
      const { figures } = await seen(t, place)
      const timeOf = await live(t, place, 'pump-manual')
      const since = timeOf(minutes('09:00'))
      const left = await seen(t, place)
      expect(left.figures).toEqual({
        ...figures,
        score: 98,
        pumps: moved(figures.pumps, { normalDeviceNumber: -1, abnormalDeviceNumber: 1, manualDeviceNumber: 1 }),
        problems: counted(figures.problems, 1),
      })
      expect(left.open).toMatchObject([
        { itemDesc: expect.stringContaining('处于手动状态'), questionHappenTime: since, questionStatus: '0' },
      ])
      expect(left.reasons).toEqual([
        expect.objectContaining({ deduction: 2, since, describe: expect.stringContaining('处于手动超过 1 小时') }),
      ])

      await reports(t, place, 15, { manualAutomaticState: 0, powerState: 0 })
      const back = await seen(t, place)
      expect(back.figures).toEqual({ ...figures, problems: counted(figures.problems, 1, 1) })
      expect(back.solved.find(({ id }) => id === left.open[0]!.id)?.questionStatus).toBe('1')
    }),
    LONG,
  )

  test(
    'a falling pressure is too low on the card, a problem since then and three points; after it rises all is normal',
    city.undone(async (t) => {
      const place = await placeOf(t)
      const { figures } = await seen(t, place)
      const timeOf = await live(t, place, 'pressure-sinking')
      const low = await seen(t, place)
      expect(low.figures).toEqual({
        ...figures,
        score: 97,
        pressure: moved(figures.pressure, {
          normalDeviceNumber: -1,
          abnormalDeviceNumber: 1,
          pressureTooLowNumber: 1,
        }),
        problems: counted(figures.problems, 1),
      })
      // The first report below is at half past ten.
      const since = timeOf(minutes('10:30'))
      expect(low.reasons).toMatchObject([{ deduction: 3, since }])
      expect(low.open).toMatchObject([{ itemDesc: expect.stringContaining('过低'), questionHappenTime: since }])

      await reports(t, place, 17, { pressure: 0.4, alarmStatus: 0 })
      const back = await seen(t, place)
      expect(back.figures).toEqual({ ...figures, problems: counted(figures.problems, 1, 1) })
      expect(back.solved.map(({ id }) => id)).toContain(low.open[0]!.id)
    }),
    LONG,
  )

  test(
    'a false alarm is on the card until its reset, is recorded as handled and false, and does not lower the score',
    city.undone(async (t) => {
      const place = await placeOf(t)
      const before = await seen(t, place)
      const { alarms } = before.figures
      const timeOf = await live(t, place, 'false-alarm', {
        [minutes('10:05')]: async () => {
          expect((await seen(t, place)).figures.alarms).toEqual(
            moved(alarms, { normalEquipmentNumber: -1, abnormalEquipmentNumber: 1, alarmEquipmentNumber: 1 }),
          )
        },
      })
      expect(await seen(t, place)).toEqual(before)
      const [at, handled] = [timeOf(minutes('10:00')), timeOf(minutes('10:06'))]
      expect(await alarmsOf(t, place, timeOf(0))).toMatchObject([
        { alarmTime: at, state: 1, handleAlarmTime: handled, handlePeople: '值班员' },
      ])
    }),
    LONG,
  )

  test(
    'a fire is two alarms on the card, costs ten points after half an hour without handling, and ends as two real ones',
    city.undone(async (t) => {
      const place = await placeOf(t)
      const before = await seen(t, place)
      const { alarms } = before.figures
      const timeOf = await live(t, place, 'fire', {
        [minutes('14:20')]: async () => {
          const burning = await seen(t, place)
          expect(burning.figures).toEqual({
            ...before.figures,
            alarms: moved(alarms, { normalEquipmentNumber: -2, abnormalEquipmentNumber: 2, alarmEquipmentNumber: 2 }),
          })
        },
        [minutes('14:35')]: async () => {
          const { figures, reasons } = await seen(t, place)
          expect(figures.score).toBe(90)
          expect(reasons.map(({ deduction }) => deduction)).toEqual([5, 5])
        },
      })
      expect(await seen(t, place)).toEqual(before)
      const handled = { state: 2, handlePeople: '消防控制室', handleAlarmTime: timeOf(minutes('14:40')) }
      expect(await alarmsOf(t, place, timeOf(0))).toMatchObject([
        { alarmTime: timeOf(minutes('14:01')), ...handled },
        { alarmTime: timeOf(minutes('14:00')), ...handled },
      ])
    }),
    LONG,
  )

  test(
    'a provider silent since six has offline points, each a problem that costs points; after its next reports all are solved',
    city.undone(async (t) => {
      const place = await placeOf(t)
      const { figures } = await seen(t, place)
      await live(t, place, 'silent')
      const silent = await seen(t, place)
      const { list, total } = await place.client.call(ingest.points, { projectId: place.projectId, pageSize: 100 })
      const mute = list.filter(({ online }) => !online).length
      expect(mute).toBeGreaterThan(10)
      expect(silent.figures.problems).toEqual(counted(figures.problems, mute))
      expect(silent.open.every(({ itemDesc }) => itemDesc.includes('离线'))).toBe(true)
      expect(silent.figures.pumps.offlineNumber).toBe(figures.pumps.normalDeviceNumber)
      expect(silent.figures.pressure.offlineNumber).toBe(figures.pressure.normalDeviceNumber)
      // As their worst report.
      const [offline, ...unknown] = silent.reasons
      expect(offline).toMatchObject({ describe: expect.stringContaining(`${mute} 个点位离线`) })
      expect(offline?.deduction).toBeCloseTo((15 * mute) / total, 0)
      for (const { describe: text } of unknown) expect(text).toContain('无有效数据，视同')
      expect(unknown.reduce((sum, { deduction }) => sum + deduction, 0)).toBe(27)
      expect(silent.figures.score).toBeCloseTo(100 - offline!.deduction - 27, 5)

      await live(t, place, 'quiet')
      expect((await seen(t, place)).figures).toEqual({ ...figures, problems: counted(figures.problems, mute, mute) })
    }),
    LONG,
  )
})

/** Newest first. */
async function alarmsOf(t: TestApi, { buildingId, token }: Place, startTime: string) {
  const input = { apiId: 1, relationId: buildingId, startTime, endTime: toWireTime(t.clock.now()), pageSize: 100 }
  const { body } = await t.call(record.fires, input, token)
  return (body.data as unknown as { list: unknown[] }).list
}
