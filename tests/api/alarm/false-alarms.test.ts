import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { alarm } from '#contract/alarm.ts'
import { problem } from '#contract/problem.ts'
import { solveQuietDevices } from '#server/evaluation/false-alarms.ts'
import { alarmScene, MINUTE, type AlarmScene } from '../../support/alarm-scene.ts'
import { openApi, type TestApi } from '../../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

const DAY = 24 * 60 * MINUTE

async function falsely(of: AlarmScene, account = 'unit01', point = 0): Promise<string> {
  await of.fire(point)
  const { id } = await of.open()
  await of.send(account, alarm.verdict, { id, verdict: 1, note: '油烟、吸烟' })
  return id
}

async function problemsOf(t: TestApi, of: AlarmScene) {
  const { rows } = await t.db.execute<{ point: number; item_desc: string; is_open: boolean }>(sql`
    select point_id::int as point, item_desc, solved_at is null as is_open from problem
    where building_id = ${of.id} and cause = 'false-alarms' order by id`)
  return rows
}

test(
  'a device with more than five false alarms in a day is a problem, in the list, until the verdicts no longer say so',
  city.undone(async (t) => {
    const of = await alarmScene(t)
    for (let times = 0; times < 5; times++) await falsely(of)
    await falsely(of, 'unit01', 1)
    expect(await problemsOf(t, of)).toEqual([])
    const id = await falsely(of)
    expect(await problemsOf(t, of)).toMatchObject([{ point: of.points[0]!.id, is_open: true }])
    const { data } = await of.send('unit01', problem.facilityList, { buildingId: String(of.id), pageSize: 100 })
    const { list } = data as { list: { itemDesc: string }[] }
    expect(list.filter(({ itemDesc }) => itemDesc.endsWith('误报频繁'))).toHaveLength(1)
    await of.send('jingan', alarm.verdict, { id, verdict: 4, note: '测试' })
    expect(await problemsOf(t, of)).toMatchObject([{ is_open: false }])
  }),
)

test(
  'a device with false alarms on three days in a row is a problem, solved after seven days without',
  city.undone(async (t) => {
    const of = await alarmScene(t)
    for (const days of [0, 1, 1]) {
      expect(await problemsOf(t, of)).toEqual([])
      t.clock.pass(days * DAY)
      await falsely(of)
    }
    expect(await problemsOf(t, of)).toMatchObject([{ is_open: true }])
    t.clock.pass(6 * DAY)
    await solveQuietDevices(t.db, t.clock.now())
    expect(await problemsOf(t, of)).toMatchObject([{ is_open: true }])
    t.clock.pass(2 * DAY)
    await solveQuietDevices(t.db, t.clock.now())
    expect(await problemsOf(t, of)).toMatchObject([{ is_open: false }])
  }),
)

test(
  'repeated false alarms are a problem for as long as they are less than seven days apart',
  city.undone(async (t) => {
    const of = await alarmScene(t)
    for (const days of [0, 1, 1, 5, 5, 5, 5, 5]) {
      t.clock.pass(days * DAY)
      await falsely(of)
    }
    t.clock.pass(4 * DAY)
    await solveQuietDevices(t.db, t.clock.now())
    expect(await problemsOf(t, of)).toMatchObject([{ is_open: true }])
    t.clock.pass(4 * DAY)
    await solveQuietDevices(t.db, t.clock.now())
    expect(await problemsOf(t, of)).toMatchObject([{ is_open: false }])
  }),
)
