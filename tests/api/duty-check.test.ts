import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ackLink } from '#contract/ack-link.ts'
import { alarm } from '#contract/alarm.ts'
import { checkLink } from '#contract/check-link.ts'
import { delivery } from '#contract/delivery.ts'
import { deviceBind } from '#contract/device-bind.ts'
import { type DutyCheck, dutyCheck, type DutyCheckPlan } from '#contract/duty-check.ts'
import { dutyContact } from '#contract/duty-contact.ts'
import { renewLinks } from '#server/content/renew-links.ts'
import { runDutyChecks } from '#server/content/run-duty-checks.ts'
import { alarmScene, type AlarmScene, leaveToUnit01, MINUTE } from '../support/alarm-scene.ts'
import { elapse, tokenOf, work } from '../support/alert-time.ts'
import type { TestApi } from '../support/api-context.ts'
import { openPushCity } from '../support/push-city.ts'
import { pushBrowser } from '../support/push-service.ts'
import { readExport } from '../support/read-export.ts'

const { city, service } = await openPushCity()

async function scenario(t: TestApi) {
  const scene = await alarmScene(t)
  await t.db.execute(sql`delete from duty_contact`)
  await leaveToUnit01(t, scene.id)
  const saved = await scene.send('unit01', dutyContact.save, { rank: 1, name: '王一', phone: '13700000001' })
  expect(saved.code).toBe(200)
  return scene
}

const ask = (scene: AlarmScene, input: object = {}) =>
  scene.send('jingan', dutyCheck.ask, { buildingIds: [String(scene.id)], ...input })

interface Checks {
  readonly list: DutyCheck[]
  readonly total: number
  readonly counts: { waiting: number; answered: number; missed: number }
  readonly medianSeconds: number | null
}
const checks = async (scene: AlarmScene, account = 'jingan', input: object = {}) =>
  (await scene.send(account, dutyCheck.list, input)).data as unknown as Checks

const tokenIn = (t: TestApi) => tokenOf(t.alerted.at(-1)!.link)

describe('a duty check', () => {
  test(
    'asks the first contact by SMS; his tap answers without signing in, and both sides see who and how fast',
    city.undone(async (t) => {
      const scene = await scenario(t)
      expect(await ask(scene)).toMatchObject({ code: 200, data: { buildings: 1, recipients: 1 } })
      await work(t)
      expect(t.alerted).toMatchObject([{ channel: 'sms', phone: '13700000001', text: expect.stringContaining('查岗') }])
      expect(t.alerted[0]!.link).toMatch(/^https:\/\/fire\.example\.com\/c\/[0-9A-Za-z]{11}$/)
      expect((await checks(scene)).list).toMatchObject([
        { state: 'waiting', isReached: true, recipients: 1, seconds: null },
      ])
      const token = tokenIn(t)
      t.clock.pass(42_000)
      expect((await t.call(checkLink.show, { token })).body).toMatchObject({
        code: 200,
        data: { state: 'waiting', recipient: '王一' },
      })
      expect((await checks(scene)).list[0]!.state).toBe('waiting')
      expect((await t.call(checkLink.answer, { token })).body).toMatchObject({ code: 200, data: { state: 'answered' } })
      t.clock.pass(42_000)
      expect((await t.call(checkLink.answer, { token })).body).toMatchObject({ code: 200, data: { state: 'answered' } })
      for (const account of ['jingan', 'zhidui', 'zongdui', 'unit01'])
        expect(await checks(scene, account)).toMatchObject({
          list: [
            {
              state: 'answered',
              seconds: 42,
              answeredBy: expect.stringContaining('王一'),
              unitNames: expect.any(String),
            },
          ],
          counts: { waiting: 0, answered: 1, missed: 0 },
          medianSeconds: 42,
        })
      expect((await checks(scene, 'unit02')).total).toBe(0)
    }),
  )

  test(
    'is answered in the app by the unit, and by no other',
    city.undone(async (t) => {
      const scene = await scenario(t)
      await ask(scene, { answerMinutes: '5' })
      const [{ id }] = (await checks(scene, 'unit01')).list as [DutyCheck]
      expect((await scene.send('unit02', dutyCheck.answer, { ids: [id] })).code).toBe(404)
      expect((await scene.send('jingan', dutyCheck.answer, { ids: [id] })).code).toBe(403)
      expect(await scene.send('unit01', dutyCheck.answer, { ids: [id] })).toMatchObject({
        code: 200,
        data: { answered: 1 },
      })
      expect(await scene.send('unit01', dutyCheck.answer, { ids: [id] })).toMatchObject({
        code: 200,
        data: { answered: 0 },
      })
      await work(t)
      expect(t.alerted).toEqual([])
    }),
  )

  test(
    'is not answered, nor a fire judged, by a unit whose claim to the building is not approved',
    city.undone(async (t) => {
      const scene = await scenario(t)
      await ask(scene)
      await scene.fire()
      const [check] = (await checks(scene)).list
      const { id } = await scene.open()
      await t.db.execute(sql`update building_unit set confirmed = false where building_id = ${scene.id}`)
      expect((await scene.send('unit01', dutyCheck.answer, { ids: [check!.id] })).code).toBe(409)
      expect((await scene.send('unit01', alarm.verdict, { id, verdict: 1 })).code).toBe(409)
      expect((await scene.send('jingan', alarm.verdict, { id, verdict: 1 })).code).toBe(200)
    }),
  )

  test(
    'is not answered by the link of a unit that has released the building, or lost one of several',
    city.undone(async (t) => {
      const scene = await scenario(t)
      const { rows } = await t.db.execute<{ unit: string }>(
        sql`select unit_id as unit from account where account = 'unit01'`,
      )
      const unitId = rows[0]!.unit
      await scene.send('zhidui', dutyCheck.ask, { unitId })
      await work(t)
      const token = tokenIn(t)
      const buildings = async () => {
        const { body } = await t.call(checkLink.show, { token })
        return body.code === 200 ? (body.data as { buildings: string[] }).buildings.length : body.code
      }
      const all = await buildings()
      await t.db.execute(sql`update building_unit set confirmed = false where building_id = ${scene.id}`)
      expect(await buildings()).toBe(all - 1)
      expect((await t.call(checkLink.answer, { token })).body.code).toBe(200)
      expect(await checks(scene, 'zhidui', { state: 'waiting' })).toMatchObject({
        list: [{ buildingId: String(scene.id) }],
        total: 1,
      })
      await t.db.execute(sql`delete from building_unit where unit_id = ${unitId}`)
      expect([await buildings(), (await t.call(checkLink.answer, { token })).body.code]).toEqual([404, 404])
    }),
  )

  test(
    'is missed after its time; a late answer is kept as late for half an hour',
    city.undone(async (t) => {
      const scene = await scenario(t)
      await ask(scene, { answerMinutes: 5 })
      await work(t)
      const token = tokenIn(t)
      t.clock.pass(6 * MINUTE)
      await runDutyChecks(t.deps)
      expect(await checks(scene, 'jingan', { state: 'missed' })).toMatchObject({
        list: [{ state: 'missed' }],
        total: 1,
      })
      expect((await t.call(checkLink.answer, { token })).body).toMatchObject({ data: { state: 'late' } })
      expect(await checks(scene)).toMatchObject({
        list: [{ state: 'late', seconds: 360 }],
        counts: { answered: 1, missed: 0 },
      })
      await ask(scene, { answerMinutes: 5 })
      const [{ id }] = (await checks(scene, 'unit01', { state: 'waiting' })).list as [DutyCheck]
      t.clock.pass(36 * MINUTE)
      expect(await scene.send('unit01', dutyCheck.answer, { ids: [id] })).toMatchObject({ code: 409 })
    }),
  )

  test(
    'reaches bound phones, and is answered from the notification',
    city.undone(async (t) => {
      const scene = await scenario(t)
      const own = pushBrowser(service.origin, 'own')
      const { data } = await scene.send('unit01', dutyContact.list, {})
      const [{ id }] = (data as { list: [{ id: string }] }).list
      const link = (await scene.send('unit01', dutyContact.bindLink, { id })).data as { token: string }
      await t.call(deviceBind.bind, { token: link.token, ...own.subscription, name: '手机' })
      await work(t)
      service.taken.length = 0
      await ask(scene)
      await work(t)
      const message = own.read(service.taken[0]!.body) as unknown as {
        title: string
        url: string
        token: string
        check: string
      }
      expect(message).toMatchObject({
        title: expect.stringMatching(/^查岗/),
        url: `/c/${message.token}`,
        check: expect.any(String),
      })
      expect((await t.call(checkLink.answer, { token: message.token })).body.code).toBe(200)
      expect((await scene.send('unit01', dutyContact.list, {})).data).toMatchObject({
        list: [{ name: '王一', verifiedTime: expect.any(String) }],
      })
    }),
  )

  test(
    'counts two people of one name as two, and one person’s SMS and device as one',
    city.undone(async (t) => {
      const scene = await scenario(t)
      await scene.send('unit01', dutyContact.save, { rank: 2, name: '王一', phone: '13700000002' })
      await t.db.execute(sql`
        insert into contact_device (contact_id, name, endpoint, p256dh, auth, link_hash, bound_at)
        select id, '手机', 'https://push.example.com/' || id, 'p', 'a', 'h', now() from duty_contact where name = '王一'`)
      expect(await ask(scene)).toMatchObject({ code: 200, data: { recipients: 2 } })
      expect((await checks(scene)).list).toMatchObject([{ recipients: 2 }])
    }),
  )

  test(
    'of a unit asks all of its buildings with one message a person; waiting ones are not asked twice',
    city.undone(async (t) => {
      const scene = await scenario(t)
      const { rows } = await t.db.execute<{ unit: string; buildings: number }>(sql`
        select a.unit_id as unit, count(*)::int as buildings from account a join building_unit u on u.unit_id = a.unit_id and u.kind = 'bound'
        join building b on b.id = u.building_id and b.registered where a.account = 'unit01' group by a.unit_id`)
      const { unit, buildings } = rows[0]!
      const whole = { unitId: unit }
      expect(await scene.send('zhidui', dutyCheck.ask, whole)).toMatchObject({ code: 200, data: { buildings } })
      expect(buildings).toBeGreaterThan(1)
      await work(t)
      const own = t.alerted.filter(({ phone }) => phone === '13700000001')
      expect(own).toMatchObject([{ text: expect.stringContaining(`等${buildings}栋建筑`) }])
      expect(await scene.send('zhidui', dutyCheck.ask, whole)).toMatchObject({ code: 409 })
      expect((await t.call(checkLink.answer, { token: tokenOf(own[0]!.link) })).body.code).toBe(200)
      expect((await checks(scene, 'zhidui', { state: 'answered' })).total).toBe(buildings)
    }),
  )

  test(
    'shows its messages to the district that its building has moved to, as its result',
    city.undone(async (t) => {
      const scene = await scenario(t)
      await ask(scene)
      const seen = async () => {
        const { data } = await scene.send('jingan', delivery.list, { pageSize: 100 })
        return (data as { list: { text: string }[] }).list.filter(({ text }) => text.includes('查岗')).length
      }
      const before = await seen()
      expect([before > 0, (await checks(scene, 'jingan')).total]).toEqual([true, 1])
      await t.db.execute(sql`update building set county = '310101' where id = ${scene.id}`)
      expect([await seen(), (await checks(scene, 'jingan')).total]).toEqual([0, 0])
      await t.db.execute(sql`update building set county = '310106' where id = ${scene.id}`)
      await t.db.execute(
        sql`update delivery set body = jsonb_set(body, '{counties}', '["310101"]') where kind = 'check'`,
      )
      expect([await seen(), (await checks(scene, 'jingan')).total]).toEqual([before, 1])
    }),
  )

  test(
    'may be asked in the own area only, and needs a building or unit',
    city.undone(async (t) => {
      const scene = await scenario(t)
      await t.db.execute(sql`update building set county = '310101' where id = ${scene.id}`)
      expect((await ask(scene)).code).toBe(404)
      expect((await scene.send('unit01', dutyCheck.ask, { buildingIds: [String(scene.id)] })).code).toBe(403)
      expect((await scene.send('zongdui', dutyCheck.ask, { buildingIds: [String(scene.id)] })).code).toBe(403)
      expect(await scene.send('jingan', dutyCheck.ask, {})).toMatchObject({
        code: 400,
        errors: { buildingIds: '请选择建筑或单位' },
      })
    }),
  )

  test(
    'is in the export with times and result',
    city.undone(async (t) => {
      const scene = await scenario(t)
      await ask(scene)
      t.clock.pass(11 * MINUTE)
      const { data } = await scene.send('jingan', dutyCheck.export, {})
      const { header, rows } = await readExport(t, data as string)
      expect(header).toContain('应答用时（秒）')
      expect(rows).toEqual([expect.arrayContaining(['未应答', '否'])])
    }),
  )
})

describe('a plan', () => {
  const save = (scene: AlarmScene, input: object = {}) =>
    scene.send('jingan', dutyCheck.savePlan, {
      buildingIds: [String(scene.id)],
      everyMinutes: 120,
      ...input,
    })

  test(
    'asks once in each interval at a random moment, and not after its removal',
    city.undone(async (t) => {
      const scene = await scenario(t)
      const { data } = await save(scene)
      const { id } = data as { id: string }
      expect(
        (await scene.send('jingan', dutyCheck.plans, {})).data as unknown as { list: DutyCheckPlan[] },
      ).toMatchObject({
        list: [{ id, everyMinutes: 120, buildings: [{ id: String(scene.id) }] }],
      })
      expect(((await scene.send('zhidui', dutyCheck.plans, {})).data as unknown as { list: [] }).list).toEqual([])
      expect((await scene.send('zhidui', dutyCheck.removePlan, { id })).code).toBe(404)
      await runDutyChecks(t.deps)
      expect((await checks(scene)).total).toBe(0)
      t.clock.pass(61 * MINUTE)
      await runDutyChecks(t.deps)
      await runDutyChecks(t.deps)
      expect(await checks(scene)).toMatchObject({ total: 1, list: [{ isPlanned: true }] })
      t.clock.pass(120 * MINUTE)
      await runDutyChecks(t.deps)
      expect((await checks(scene)).total).toBe(2)
      expect((await scene.send('jingan', dutyCheck.removePlan, { id })).code).toBe(200)
      t.clock.pass(240 * MINUTE)
      await runDutyChecks(t.deps)
      expect((await checks(scene)).total).toBe(2)
    }),
  )

  test(
    'asks within its hours only, and its interval is at most two hours',
    city.undone(async (t) => {
      const scene = await scenario(t)
      expect(await save(scene, { everyMinutes: 180 })).toMatchObject({
        code: 400,
        errors: { everyMinutes: expect.any(String) },
      })
      const at = (minutes: number) => {
        const time = new Date(t.clock.now().getTime() + (8 * 60 + minutes) * MINUTE)
        return time.toISOString().slice(11, 16)
      }
      await save(scene, { everyMinutes: 30, hoursFrom: at(60), hoursTo: at(90) })
      const counts: number[] = []
      for (let quarter = 0; quarter < 8; quarter++) {
        t.clock.pass(15 * MINUTE)
        await runDutyChecks(t.deps)
        counts.push((await checks(scene)).total)
      }
      expect(counts).toEqual([0, 0, 0, 0, 1, 1, 1, 1])
    }),
  )
})

test(
  'after 200 wrong guesses all open links end, and people get new ones: for undecided alarms and unanswered checks',
  city.undone(async (t) => {
    const scene = await scenario(t)
    await t.db.execute(sql`update building set building_type = 1 where id = ${scene.id}`)
    await scene.fire()
    await work(t)
    await ask(scene)
    await work(t)
    const former = t.alerted.splice(0).map(({ link }) => link)
    expect(former.map((link) => link.split('/').at(-2))).toEqual(['a', 'c'])
    for (let i = 0; i < 200; i++) {
      const guess = { token: `guess${String(i).padStart(6, '0')}` }
      await t.call(checkLink.show, guess, null, `198.51.${Math.floor(i / 10)}.7`)
    }
    await elapse(t, 1)
    await work(t)
    const renewed = t.alerted.splice(0)
    expect(renewed.map(({ phone }) => phone)).toEqual(['13700000001', '13700000001'])
    expect(renewed.find(({ link }) => link.includes('/a/'))!.text).toContain('新链接')
    const show = async (link: string) =>
      (await t.call(checkLink.show, { token: tokenOf(link) }, null, '203.0.113.9')).body.code
    const links = renewed.map(({ link }) => link).filter((link) => link.includes('/c/'))
    expect([await show(former[1]!), await show(links[0]!)]).toEqual([404, 200])
  }),
)

test(
  'links that were renewed three times stay open, however many more guesses there are',
  city.undone(async (t) => {
    const scene = await scenario(t)
    await t.db.execute(sql`update building set building_type = 1 where id = ${scene.id}`)
    await scene.fire()
    await ask(scene)
    await work(t)
    for (let round = 0; round < 5; round++) {
      await renewLinks(t.db, t.clock.now())
      await work(t)
    }
    const links = t.alerted.map(({ link }) => link)
    expect(links).toHaveLength(8)
    for (const [kind, call] of [
      ['a', ackLink.show],
      ['c', checkLink.show],
    ] as const) {
      const token = tokenOf(links.findLast((link) => link.includes(`/${kind}/`))!)
      expect([kind, (await t.call(call, { token })).body.code]).toEqual([kind, 200])
    }
  }),
)
