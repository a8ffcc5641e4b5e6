import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DutyCheck, dutyCheck, type DutyCheckPlan } from '#contract/duty-check.ts'
import { dutyContact } from '#contract/duty-contact.ts'
import { runDutyChecks } from '#server/content/run-duty-checks.ts'
import { alarmScene, type AlarmScene, leaveToUnit01, MINUTE } from '../support/alarm-scene.ts'
import { openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
beforeAll(async () => void (await city.db.execute(sql`delete from alarm_step`)))
afterAll(() => city.close())

async function scenario(t: TestApi) {
  const scene = await alarmScene(t)
  await t.db.execute(sql`delete from duty_contact`)
  await leaveToUnit01(t, scene.id)
  await scene.send('unit01', dutyContact.save, { rank: 1, name: '王一', phone: '13700000001' })
  const { rows } = await t.db.execute<{ id: string; unit: string }>(sql`
    select u.building_id as id, u.unit_id as unit from building_unit u join building b on b.id = u.building_id and b.registered
    join account a on a.unit_id = u.unit_id and a.account = 'unit01' where u.kind = 'bound' and u.confirmed
    order by b.id = ${scene.id}, b.id`)
  return { scene, other: rows[0]!.id, unitId: rows[0]!.unit, buildings: rows.length }
}

const checks = async (scene: AlarmScene, account: string) =>
  (await scene.send(account, dutyCheck.list, { pageSize: 100 })).data as unknown as { list: DutyCheck[]; total: number }

const plans = async (scene: AlarmScene) =>
  ((await scene.send('jingan', dutyCheck.plans, {})).data as unknown as { list: DutyCheckPlan[] }).list

test(
  'a unit neither sees nor answers for a building it only claims, and answers for its own in the same call',
  city.undone(async (t) => {
    const { scene, other, unitId, buildings } = await scenario(t)
    await t.db.execute(sql`
      update building_unit set confirmed = false where building_id = ${other} and unit_id = ${unitId}`)
    expect(await scene.send('zhidui', dutyCheck.ask, { unitId })).toMatchObject({
      code: 200,
      data: { buildings: buildings - 1 },
    })
    await scene.send('zhidui', dutyCheck.ask, { buildingIds: [other] })
    expect((await checks(scene, 'unit01')).total).toBe(buildings - 1)
    const { list } = await checks(scene, 'zhidui')
    expect(list).toHaveLength(buildings)
    expect(await scene.send('unit01', dutyCheck.answer, { ids: list.map(({ id }) => id) })).toMatchObject({
      code: 200,
      data: { answered: buildings - 1 },
    })
    const open = (await checks(scene, 'zhidui')).list.filter(({ state }) => state === 'waiting')
    expect(open.map(({ buildingId }) => buildingId)).toEqual([other])
  }),
)

test(
  'a plan lists the buildings it still asks, and is saved with them after one has left the district',
  city.undone(async (t) => {
    const { scene, other } = await scenario(t)
    await t.db.execute(sql`update building set county = '310106' where id = ${other}`)
    const both = [String(scene.id), other]
    const { data } = await scene.send('jingan', dutyCheck.savePlan, { buildingIds: both, everyMinutes: 120 })
    const { id } = data as { id: string }
    expect((await plans(scene))[0]!.buildings).toHaveLength(2)
    await t.db.execute(sql`update building set county = '310101' where id = ${other}`)
    const [plan] = await plans(scene)
    const buildingIds = plan!.buildings.map((one) => one.id)
    expect(buildingIds).toEqual([String(scene.id)])
    const saved = await scene.send('jingan', dutyCheck.savePlan, { id, buildingIds, everyMinutes: 60 })
    expect(saved.code).toBe(200)
    expect(await plans(scene)).toMatchObject([{ id, everyMinutes: 60, buildings: [{ id: String(scene.id) }] }])
  }),
)

test(
  'a plan asks once a day in hours shorter than its interval, whenever it was saved',
  city.undone(async (t) => {
    const { scene } = await scenario(t)
    const at = (minutes: number) =>
      new Date(t.clock.now().getTime() + (8 * 60 + minutes) * MINUTE).toISOString().slice(11, 16)
    const hours = { hoursFrom: at(70), hoursTo: at(110) }
    await scene.send('jingan', dutyCheck.savePlan, { buildingIds: [String(scene.id)], everyMinutes: 120, ...hours })
    const counts: number[] = []
    for (const minutes of [88, 3, 60, 1440 - 63, 3]) {
      t.clock.pass(minutes * MINUTE)
      await runDutyChecks(t.deps)
      counts.push((await checks(scene, 'jingan')).total)
    }
    expect(counts).toEqual([0, 1, 1, 1, 2])
  }),
)
