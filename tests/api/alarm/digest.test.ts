import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ShiftLog, shiftLog } from '#contract/shift-log.ts'
import { FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { alarmScene, leaveToUnit01, MINUTE, one } from '../../support/alarm-scene.ts'
import { elapse, work } from '../../support/alert-time.ts'
import { openApi, type TestApi } from '../../support/api-context.ts'

const city = await openApi()
beforeAll(async () => void (await city.db.execute(sql`delete from alarm_step`)))
afterAll(() => city.close())

async function twoBuildings(t: TestApi) {
  const scene = await alarmScene(t)
  const { id, ...point } = await one<{ id: number; projectId: string; pointNumber: string }>(
    t.db,
    sql`select b.id::int as id, b.open_project_id as "projectId", p.point_number as "pointNumber" from building b
      join building_unit u on u.building_id = b.id and u.kind = 'bound'
      join account a on a.unit_id = u.unit_id and a.account = 'unit01'
      join point p on p.building_id = b.id and p.api_id = 1
      where b.access_status = 1 and b.approve_status is null and b.id <> ${scene.id} order by b.id, p.id limit 1`,
  )
  await t.db.execute(sql`delete from alarm where building_id = ${id}`)
  await t.db.execute(sql`update building set county = '310106', provider_id = ${FIRST_PROVIDER_ID} where id = ${id}`)
  for (const [of, name] of [
    [scene.id, '甲楼'],
    [id, '乙楼'],
  ] as const) {
    await leaveToUnit01(t, of)
    await t.db.execute(sql`update building set name = ${name} where id = ${of}`)
  }
  await t.db.execute(sql`delete from duty_contact`)
  await t.db.execute(sql`
    insert into duty_contact (unit_id, rank, name, phone, created_at, modified_at)
    select unit_id, 1, '王一', '13700000001', now(), now() from account where account = 'unit01'`)
  const replay = async () => {
    await scene.report({ ...point, time: scene.wire(20 * MINUTE), sequence: scene.nextSequence() })
  }
  return { scene, replay, ids: [String(scene.id), String(id)] }
}

test(
  'a fire replayed after a digest was sent gets a text of its own',
  city.undone(async (t) => {
    const { scene, replay } = await twoBuildings(t)
    await scene.fire(0, 20 * MINUTE)
    await elapse(t, 61)
    await work(t)
    expect(t.alerted.splice(0).map(({ text }) => text)).toEqual([expect.stringContaining('甲楼补报断线期间火警1条')])
    await elapse(t, 120)
    await replay()
    await elapse(t, 61)
    await work(t)
    expect(t.alerted.map(({ text }) => text)).toEqual([expect.stringContaining('乙楼补报断线期间火警1条')])
  }),
)

test(
  'a text that counts several replayed fires is the call of each in the shift log',
  city.undone(async (t) => {
    const { scene, replay, ids } = await twoBuildings(t)
    await scene.fire(0, 20 * MINUTE)
    await replay()
    await elapse(t, 61)
    await work(t)
    expect(t.alerted.map(({ text }) => text)).toEqual([expect.stringContaining('等2栋建筑补报断线期间火警')])
    const { list } = (await scene.send('unit01', shiftLog.read, {})).data as ShiftLog
    const called = list.filter(({ buildingId }) => ids.includes(String(buildingId))).map((row) => row.called)
    const person = { name: '王一', channels: ['sms'], isReached: true }
    expect(called).toMatchObject([[person], [person]])
  }),
)
