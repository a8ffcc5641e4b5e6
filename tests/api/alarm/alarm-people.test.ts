import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ackLink } from '#contract/ack-link.ts'
import { alarm, type AlarmDetail } from '#contract/alarm.ts'
import { delivery, type DeliveryRow } from '#contract/delivery.ts'
import { dutyContact } from '#contract/duty-contact.ts'
import { unit } from '#contract/unit.ts'
import { FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { runAlarmSteps } from '#server/content/run-alarm-steps.ts'
import { sendDeliveries, type Sending } from '#server/content/send-deliveries.ts'
import { alarmScene, leaveToUnit01, MINUTE } from '../../support/alarm-scene.ts'
import { deliver, elapse, tokenOf, withAlerts, work } from '../../support/alert-time.ts'
import { openApi, type TestApi } from '../../support/api-context.ts'
import { informationOf } from '../../support/unit-information.ts'

const city = await openApi()
afterAll(() => city.close())
beforeAll(async () => void (await city.db.execute(sql`delete from alarm_step`)))

const PHONES = ['13700000001', '13700000002', '13700000003']

async function scenario(t: TestApi) {
  const scene = await alarmScene(t)
  await t.db.execute(sql`update building set building_type = 1 where id = ${scene.id}`)
  await t.db.execute(sql`delete from duty_contact`)
  await t.db.execute(sql`
    insert into duty_contact (unit_id, rank, name, phone, created_at, modified_at)
    select u.unit_id, c.rank, '联系人' || c.rank, c.phone, now(), now() from building_unit u
    cross join unnest(${sql.param(PHONES)}::text[]) with ordinality as c(phone, rank)
    where u.building_id = ${scene.id} and u.kind = 'bound'`)
  await t.db.execute(sql`
    insert into duty_contact (organ_id, rank, name, phone, created_at, modified_at)
    select id, 1, '支队值班', '13700000009', now(), now() from organ where level = 3 and county = '310106'`)
  const ledger = async () =>
    ((await scene.send('unit01', delivery.list, { pageSize: 100 })).data as { list: DeliveryRow[] }).list
  return { scene, ledger }
}

type Report = Awaited<ReturnType<typeof alarmScene>>['report']

const told = (t: TestApi) => t.alerted.splice(0).map(({ channel, phone }) => `${channel} ${phone.slice(-1)}`)

describe('an alarm that is not acknowledged', () => {
  test(
    'reaches the first, second and third contact and then the district',
    city.undone(async (t) => {
      const { scene } = await scenario(t)
      await scene.fire()
      await work(t)
      expect(t.alerted[0]).toMatchObject({ phone: PHONES[0], text: expect.stringMatching(/^【消防物联网】火警：/) })
      expect(told(t)).toEqual(['sms 1'])
      await work(t)
      expect(told(t)).toEqual([])
      await elapse(t, 45)
      await work(t)
      expect(told(t).toSorted()).toEqual(['sms 1', 'sms 2', 'voice 1'])
      await elapse(t, 45)
      await work(t)
      expect(told(t).toSorted()).toEqual(['sms 3', 'voice 2', 'voice 3'])
      await elapse(t, 90)
      await work(t)
      expect(told(t)).toEqual(['sms 9'])
      await elapse(t, 120)
      await work(t)
      expect(t.alerted.every(({ text }) => text.includes('火警5分钟无人响应'))).toBe(true)
      expect(told(t).toSorted()).toEqual(['sms 1', 'sms 2'])
    }),
  )

  test(
    'reaches people although its text is cut at a rare character',
    city.undone(async (t) => {
      const { scene } = await scenario(t)
      await t.db.execute(sql`update building set name = ${`${'楼'.repeat(11)}𠮷大厦`} where id = ${scene.id}`)
      await t.db.execute(sql`update point set floor = ${`${'层'.repeat(6)}𠮷`} where building_id = ${scene.id}`)
      await scene.fire()
      await work(t)
      expect(told(t)).toEqual(['sms 1'])
    }),
  )

  test(
    'does not wait for an alarm whose step fails',
    city.undone(async (t) => {
      const { scene } = await scenario(t)
      await scene.fire()
      await t.db.execute(sql`update alarm_step set plan = '{"seconds": 0, "send": [1]}'`)
      await t.db.execute(sql`insert into alarm_step (alarm_id, wave, step)
        select id, wave, 0 from alarm where id not in (select alarm_id from alarm_step) limit 1`)
      await expect(runAlarmSteps(t.deps)).rejects.toThrow('split')
      const { rows } = await t.db.execute(
        sql`select plan is null as is_other, done_at is not null as is_done from alarm_step where step = 0`,
      )
      expect(rows).toHaveLength(2)
      for (const { is_other, is_done } of rows) expect(is_done).toBe(is_other)
    }),
  )

  test(
    'stops calling once acknowledged, asks for a verdict after five minutes, and informs all earlier recipients of it',
    city.undone(async (t) => {
      const { scene } = await scenario(t)
      await scene.fire()
      await work(t)
      const [first] = t.alerted.splice(0)
      const token = tokenOf(first!.link)
      const { body } = await t.call(ackLink.show, { token })
      expect(body).toMatchObject({ code: 200, data: { state: 'new', recipient: '联系人1' } })
      expect((await scene.open()).state).toBe('new')
      await elapse(t, 30)
      expect((await t.call(ackLink.act, { token, act: 'ack' })).body.code).toBe(200)
      expect(await scene.open()).toMatchObject({ state: 'acked', ackBy: '联系人1' })
      await elapse(t, 150)
      await work(t)
      expect(told(t)).toEqual([])
      await elapse(t, 120)
      await work(t)
      expect(told(t)).toEqual([])
      await elapse(t, 40)
      await work(t)
      expect(t.alerted.every(({ text }) => text.includes('仍未确认'))).toBe(true)
      expect(told(t)).toEqual(['sms 1', 'sms 2'])
      expect((await t.call(ackLink.act, { token, act: 'verdict', verdict: 1 })).body.code).toBe(200)
      await work(t)
      expect(told(t)).toEqual([])
      await elapse(t, 10)
      await work(t)
      expect(t.alerted.every(({ text }) => text.includes('已确认误报'))).toBe(true)
      expect(told(t).toSorted()).toEqual(['sms 1', 'sms 2'])
      await elapse(t, 900)
      await work(t)
      expect(told(t)).toEqual([])
    }),
  )
})

test(
  'the link of a message takes the cause and the time of the tap, and corrects a verdict',
  city.undone(async (t) => {
    const { scene } = await scenario(t)
    await scene.fire()
    await work(t)
    const token = tokenOf(t.alerted.splice(0)[0]!.link)
    const act = async (input: object) =>
      (await t.call(ackLink.act, { token, act: 'verdict', ...input } as never)).body.code
    const detail = async (account: string) => {
      const { id } = await scene.open()
      return (await scene.send(account, alarm.one, { id })).data as AlarmDetail
    }
    t.clock.pass(5 * MINUTE)
    const taps = { tappedTime: scene.wire(3 * MINUTE), sentTime: scene.wire(0) }
    expect(await act({ verdict: 1, note: '油烟、吸烟', ...taps })).toBe(200)
    const judged = await detail('unit01')
    expect(judged).toMatchObject({ verdict: 1, judgeBy: '联系人1', note: '油烟、吸烟' })
    expect(judged.acts[0]).toMatchObject({ tapTime: scene.wire(3 * MINUTE), time: scene.wire(0) })
    expect(await act({ verdict: 2, note: '字'.repeat(201) })).toBe(400)
    expect(await act({ verdict: 2 })).toBe(200)
    expect(await detail('unit01')).toMatchObject({ verdict: 2, note: '现场确认真实火警' })
    expect(await act({ verdict: 1, tappedTime: scene.wire(MINUTE), sentTime: scene.wire(0) })).toBe(409)
    for (const [account, phone] of [
      ['unit01', PHONES[0]],
      ['wuye01', null],
      ['jingan', PHONES[0]],
    ] as const)
      expect((await detail(account)).acts[0]).toMatchObject({ by: '联系人1', phone })
  }),
)

test(
  'the link of a later call shows the newest place and takes an acknowledgement of its own',
  city.undone(async (t) => {
    const { scene } = await scenario(t)
    await scene.fire()
    await work(t)
    const first = tokenOf(t.alerted.splice(0)[0]!.link)
    expect((await t.call(ackLink.act, { token: first, act: 'ack' })).body).toMatchObject({ data: { state: 'acked' } })
    await t.db.execute(sql`update point set floor = '19层', zone = '北区' where id = ${scene.points[2]!.id}`)
    await elapse(t, 180)
    await scene.fire(2)
    await work(t)
    const token = tokenOf(t.alerted.splice(0)[0]!.link)
    const { body } = await t.call(ackLink.show, { token })
    expect(body).toMatchObject({ data: { state: 'new', place: expect.stringContaining('19层 北区') } })
    expect((await t.call(ackLink.act, { token, act: 'ack' })).body).toMatchObject({ data: { state: 'acked' } })
    await elapse(t, 200)
    await work(t)
    expect(told(t)).toEqual([])
  }),
)

test(
  'who took a later call is asked for its verdict, five minutes after taking it',
  city.undone(async (t) => {
    const { scene } = await scenario(t)
    await scene.fire()
    await work(t)
    const first = tokenOf(t.alerted.splice(0)[0]!.link)
    await t.call(ackLink.act, { token: first, act: 'ack' })
    await t.db.execute(sql`update point set floor = '19层', zone = '北区' where id = ${scene.points[2]!.id}`)
    await elapse(t, 180)
    await scene.fire(2)
    await work(t)
    await elapse(t, 45)
    await work(t)
    const second = t.alerted.splice(0).find(({ phone, link }) => phone === PHONES[1] && link !== '')
    await t.call(ackLink.act, { token: tokenOf(second!.link), act: 'ack' })
    expect(await scene.open()).toMatchObject({
      state: 'acked',
      callTime: null,
      ackBy: '联系人2',
      ackTime: scene.wire(0),
    })
    await elapse(t, 260)
    await work(t)
    expect(told(t)).toEqual([])
    await elapse(t, 45)
    await work(t)
    expect(t.alerted.every(({ text }) => text.includes('仍未确认'))).toBe(true)
    expect(told(t).toSorted()).toEqual(['sms 2', 'sms 3'])
  }),
)

describe('the messages of an alarm', () => {
  test(
    'are few in a storm of one building and one digest for a replayed backlog',
    { timeout: 120_000 },
    city.undone(async (t) => {
      const { scene } = await scenario(t)
      const item = (i: number, time: string) => ({ pointNumber: scene.points[i % 6]!.number, time, sequence: i })
      const report = async (size: number, timeOf: (i: number) => string) => {
        for (let at = 0; at < size; at += 500) {
          await scene.report(
            ...Array.from({ length: Math.min(500, size - at) }, (_, i) => item(at + i, timeOf(at + i))),
          )
          await work(t)
        }
      }
      await report(10_000, (i) => scene.wire(20 * MINUTE + i * 1000))
      await elapse(t, 60)
      await work(t)
      expect(t.alerted.map(({ text }) => text)).toEqual([expect.stringContaining('补报断线期间火警10000条')])
      t.alerted.length = 0
      await scene.send('unit01', alarm.verdict, { id: (await scene.open()).id, verdict: 1 })
      await elapse(t, 10)
      await work(t)
      t.alerted.length = 0
      await report(1000, (i) => scene.wire((i % 10) * 1000))
      expect(await scene.list()).toHaveLength(2)
      expect(told(t)).toEqual(['sms 1'])
    }),
  )

  test(
    'move to the next channel after three failures, and are shown as undelivered after the first',
    city.undone(async (t) => {
      const { scene, ledger } = await scenario(t)
      t.alertFails.add('sms').add('voice')
      await scene.fire()
      await work(t)
      expect((await ledger()).map(({ channel, isUndelivered, tries }) => [channel, isUndelivered, tries])).toEqual([
        ['sms', true, 1],
      ])
      t.alertFails.delete('voice')
      for (const seconds of [1, 3]) {
        await elapse(t, seconds)
        await work(t)
      }
      expect(told(t)).toEqual(['voice 1'])
      expect((await ledger()).map(({ channel, state }) => [channel, state]).toSorted()).toEqual([
        ['sms', 'failed'],
        ['voice', 'accepted'],
      ])
      expect((await scene.send('unit02', delivery.list, {})).data).toMatchObject({ total: 0 })
      expect((await scene.send('jingan', delivery.list, {})).data).toMatchObject({ total: 2 })
    }),
  )

  test(
    'are tried five times where no other channel is left',
    city.undone(async (t) => {
      const { scene, ledger } = await scenario(t)
      const silent = withAlerts(t, { voice: null })
      t.alertFails.add('sms')
      await scene.fire()
      await work(silent)
      for (const seconds of [1, 3, 10, 30]) {
        expect((await ledger())[0]).toMatchObject({ state: 'queued', isUndelivered: true })
        await elapse(t, seconds)
        await work(silent)
      }
      expect(await ledger()).toMatchObject([{ channel: 'sms', state: 'failed', tries: 5 }])
    }),
  )

  /** Fires in other buildings of the unit. */
  async function firesElsewhere(t: TestApi, { id, report }: { id: number; report: Report }, count: number) {
    const { rows } = await t.db.execute<{ id: number; projectId: string; pointNumber: string }>(sql`
      select distinct on (b.id) b.id::int as id, b.open_project_id as "projectId", p.point_number as "pointNumber" from building b
      join building_unit u on u.building_id = b.id and u.kind = 'bound'
      join account a on a.unit_id = u.unit_id and a.account = 'unit01'
      join point p on p.building_id = b.id and p.api_id = 1
      where b.access_status = 1 and b.approve_status is null and b.id <> ${id} order by b.id, p.id limit ${count}`)
    expect(rows).toHaveLength(count)
    for (const { id: other, ...at } of rows) {
      await t.db.execute(sql`delete from alarm where building_id = ${other}`)
      await t.db.execute(
        sql`update building set county = '310106', provider_id = ${FIRST_PROVIDER_ID}, building_type = 1 where id = ${other}`,
      )
      await report(at)
    }
    await runAlarmSteps(t.deps)
    await t.db.execute(sql`delete from alarm_step where done_at is null`)
  }

  test(
    'of several buildings go in one text to a person within two minutes',
    city.undone(async (t) => {
      const { scene, ledger } = await scenario(t)
      await scene.fire()
      await work(t)
      expect(told(t)).toEqual(['sms 1'])
      await firesElsewhere(t, scene, 2)
      await work(t)
      expect(told(t)).toEqual([])
      await elapse(t, 121)
      await work(t)
      expect(t.alerted).toMatchObject([{ phone: PHONES[0], text: expect.stringContaining('等2栋建筑报警') }])
      expect((await ledger()).map(({ channel, state }) => [channel, state])).toEqual(
        [1, 2, 3].map(() => ['sms', 'accepted']),
      )
    }),
  )

  test(
    'of a building whose alarm is judged by then are neither named nor counted as delivered',
    city.undone(async (t) => {
      const { scene, ledger } = await scenario(t)
      await scene.fire()
      await work(t)
      expect(told(t)).toEqual(['sms 1'])
      await firesElsewhere(t, scene, 2)
      await work(t)
      const { rows } = await t.db.execute<{ id: string }>(sql`
        select alarm_id as id from delivery where state = 'queued' and channel = 'sms' order by id desc limit 1`)
      expect((await scene.send('unit01', alarm.verdict, { id: rows[0]!.id, verdict: 1 })).code).toBe(200)
      await elapse(t, 121)
      await work(t)
      expect(t.alerted.map(({ phone }) => phone)).toEqual([PHONES[0]])
      expect(t.alerted[0]!.text).not.toContain('等2栋')
      expect((await ledger()).map(({ alarmId, state }) => [alarmId === rows[0]!.id, state])).toEqual([
        [true, 'suppressed'],
        [false, 'accepted'],
        [false, 'accepted'],
      ])
    }),
  )

  test(
    'wait for others at most two minutes, also where texts to the person go on',
    city.undone(async (t) => {
      const { scene } = await scenario(t)
      await scene.fire()
      await work(t)
      await firesElsewhere(t, scene, 1)
      await work(t)
      expect(told(t)).toEqual(['sms 1'])
      await elapse(t, 119)
      await t.db.execute(sql`update delivery set done_at = clock_timestamp() where state = 'accepted'`)
      await elapse(t, 2)
      await work(t)
      expect(told(t)).toEqual(['sms 1'])
    }),
  )

  test(
    'that hang hold up no others of their channel',
    city.undone(async (t) => {
      const { scene } = await scenario(t)
      const { data } = await scene.send('unit01', dutyContact.list, {})
      for (const { id } of (data as { list: { id: string }[] }).list)
        await scene.send('unit01', dutyContact.test, { id })
      const sms: typeof t.deps.alerts.sms = (phone, text) =>
        phone === PHONES[0] ? new Promise(() => undefined) : t.deps.alerts.sms(phone, text)
      const sending: Sending = new Set()
      const begin = () => sendDeliveries(withAlerts(t, { sms }).deps, 'sms', sending)
      expect(await begin()).toBe(3)
      const phones = () => t.alerted.map(({ phone }) => phone)
      await expect.poll(() => phones().toSorted()).toEqual(PHONES.slice(1))
      await expect.poll(() => sending.size).toBe(1)
      await t.db.execute(sql`update delivery set state = 'queued', tries = 0 where phone = ${PHONES[1]}`)
      expect(await begin()).toBe(1)
      await expect.poll(() => phones().filter((phone) => phone === PHONES[1])).toHaveLength(2)
    }),
  )

  test(
    'are separated from their link, and complete without one',
    city.undone(async (t) => {
      const { scene } = await scenario(t)
      await scene.fire()
      await work(t)
      expect(t.alerted.splice(0)[0]).toMatchObject({
        text: expect.stringMatching(/请到场核实：$/),
        link: expect.stringMatching(/^https:/),
      })
      await scene.send('unit01', alarm.verdict, { id: (await scene.open()).id, verdict: 1 })
      await elapse(t, 10)
      await work(t)
      expect(t.alerted.splice(0)[0]?.text).toMatch(/无需到场：$/)
      await elapse(t, 130)
      const settings = { ...t.deps.settings, publicUrl: '' }
      await scene.fire(1)
      await work({ ...t, deps: { ...t.deps, settings } })
      expect(t.alerted[0]).toMatchObject({ text: expect.stringMatching(/请到场核实。$/), link: '' })
    }),
  )

  test('are claimed once by two processes; a dead sender’s message is sent again after its lease', async () => {
    const t = await city.lasting()
    const { scene } = await scenario(t)
    await scene.fire()
    await Promise.all([runAlarmSteps(t.deps), runAlarmSteps(t.deps)])
    const hanging = withAlerts(t, { sms: () => new Promise<void>(() => undefined) })
    void sendDeliveries(hanging.deps, 'sms', new Set())
    await expect
      .poll(async () => (await t.db.execute(sql`select 1 from delivery where state = 'sending'`)).rows.length)
      .toBe(1)
    await Promise.all([deliver(t, 'sms'), deliver(t, 'sms')])
    expect(told(t)).toEqual([])
    await elapse(t, 31)
    await Promise.all([deliver(t, 'sms'), deliver(t, 'sms')])
    expect(told(t)).toEqual(['sms 1'])
    const { rows } = await t.db.execute(sql`select step, count(*)::int as n from delivery group by step`)
    expect(rows).toEqual([{ step: 0, n: 1 }])
    await t.db.execute(sql`delete from alarm where building_id = ${scene.id}`)
    await t.db.execute(sql`delete from duty_contact`)
  })

  test(
    'that announce a replayed fire are not merged into one that failed',
    city.undone(async (t) => {
      const { scene, ledger } = await scenario(t)
      const down = withAlerts(t, { voice: null })
      t.alertFails.add('sms')
      await scene.fire(0, 20 * MINUTE)
      await elapse(t, 61)
      await work(down)
      for (const seconds of [1, 3, 10, 30]) {
        await elapse(t, seconds)
        await work(down)
      }
      expect(await ledger()).toMatchObject([{ state: 'failed' }])
      t.alertFails.delete('sms')
      await t.db.execute(sql`insert into alarm (building_id, kind, priority, occurred_at, received_at, last_at)
        values (${scene.id}, 'electrical', 3, now(), now(), now())`)
      await t.db.execute(sql`insert into alarm_step (alarm_id, wave, step, kind)
        select id, 0, 0, 'digest' from alarm where building_id = ${scene.id} and kind = 'electrical'`)
      await work(down)
      expect(t.alerted.map(({ text }) => text)).toEqual([expect.stringContaining('补报')])
    }),
  )

  test(
    'of steps found after fifteen minutes become a digest',
    city.undone(async (t) => {
      const { scene } = await scenario(t)
      await scene.fire()
      await elapse(t, 1000)
      await work(t)
      expect(t.alerted.map(({ text }) => text)).toEqual([expect.stringContaining('补报')])
    }),
  )
})

describe('a link', () => {
  test(
    'expires after thirty minutes, and twenty guesses an hour lock the caller',
    city.undone(async (t) => {
      const { scene } = await scenario(t)
      await scene.fire()
      await work(t)
      const token = tokenOf(t.alerted[0]!.link)
      expect(token).toMatch(/^[0-9A-Za-z]{11}$/)
      for (let i = 0; i < 20; i++)
        expect((await t.call(ackLink.show, { token: `guess${String(i).padStart(6, '0')}` })).body.code).toBe(404)
      expect((await t.call(ackLink.show, { token: 'guess999999' })).body.code).toBe(404)
      expect((await t.call(ackLink.show, { token })).body.code).toBe(429)
      expect((await t.call(ackLink.show, { token }, null, '198.51.100.7')).body.code).toBe(200)
      t.clock.pass(31 * MINUTE)
      expect((await t.call(ackLink.show, { token }, null, '198.51.100.7')).body.code).toBe(404)
    }),
  )
})

describe('a person who is no longer responsible', () => {
  async function called(t: TestApi) {
    const of = await scenario(t)
    await leaveToUnit01(t, of.scene.id)
    await of.scene.fire()
    await work(t)
    const { list } = (await of.scene.send('unit01', dutyContact.list, {})).data as { list: { id: string }[] }
    const token = tokenOf(t.alerted.splice(0)[0]!.link)
    const act = async () => (await t.call(ackLink.act, { token, act: 'verdict', verdict: 1 })).body.code
    return { ...of, id: list[0]!.id, token, act }
  }

  test(
    'neither acts by an earlier link nor hears of the verdict after being removed',
    city.undone(async (t) => {
      const { scene, id, token, act } = await called(t)
      expect((await scene.send('unit01', dutyContact.remove, { id })).code).toBe(200)
      expect((await t.call(ackLink.show, { token })).body.code).toBe(404)
      expect(await act()).toBe(404)
      expect(await scene.open()).toMatchObject({ state: 'new' })
      await elapse(t, 45)
      await work(t)
      expect(told(t).toSorted()).toEqual(['sms 2', 'sms 3', 'voice 2'])
      await scene.send('unit01', alarm.verdict, { id: (await scene.open()).id, verdict: 2 })
      await work(t)
      expect(told(t).toSorted()).toEqual(['sms 2', 'sms 3'])
    }),
  )

  test(
    'does not act by a link sent to a former number, and gets the verdict at the new one',
    city.undone(async (t) => {
      const { scene, id, act } = await called(t)
      const changed = { id, rank: 1, name: '联系人1', phone: '13700000007' }
      expect((await scene.send('unit01', dutyContact.save, changed)).code).toBe(200)
      expect(await act()).toBe(404)
      await scene.send('unit01', alarm.verdict, { id: (await scene.open()).id, verdict: 2 })
      await work(t)
      expect(told(t)).toEqual(['sms 7'])
    }),
  )

  test(
    'gets no message that was still waiting',
    city.undone(async (t) => {
      const { scene } = await scenario(t)
      t.alertFails.add('sms')
      await scene.fire()
      await work(t)
      const { list } = (await scene.send('unit01', dutyContact.list, {})).data as { list: { id: string }[] }
      await scene.send('unit01', dutyContact.remove, { id: list[0]!.id })
      t.alertFails.delete('sms')
      await elapse(t, 5)
      await work(t)
      expect(told(t)).toEqual([])
    }),
  )

  test(
    'does not act by an earlier link once the unit has released the building',
    city.undone(async (t) => {
      const { scene, act } = await called(t)
      await t.db.execute(sql`delete from building_unit where building_id = ${scene.id}`)
      expect(await act()).toBe(404)
    }),
  )
})

describe('duty contacts', () => {
  test(
    'come from the unit at first, are changed by their owner only, and at least one stays',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      const list = async (account: string) =>
        ((await scene.send(account, dutyContact.list, {})).data as { list: { id: string; phone: string }[] }).list
      await t.db.execute(sql`delete from duty_contact`)
      expect(await list('unit01')).toEqual([])
      const { data } = await scene.send('unit01', unit.detail, {})
      const lawCompany = informationOf(data)
      expect(await scene.send('unit01', unit.save, { lawCompany })).toMatchObject({ code: 200 })
      const own = await list('unit01')
      expect(own.length).toBeGreaterThan(0)
      expect((await list('jingan')).length).toBe(0)
      const input = {
        id: own[0]!.id,
        rank: 1,
        name: '王一',
        phone: '13700000001',
        hoursFrom: '08:00',
        hoursTo: '20:00',
      }
      expect((await scene.send('unit02', dutyContact.save, input)).code).toBe(404)
      expect((await scene.send('unit01', dutyContact.save, input)).code).toBe(200)
      expect((await list('unit01'))[0]).toMatchObject({ name: '王一', hoursFrom: '08:00', verifiedTime: null })
      expect((await scene.send('unit01', dutyContact.test, { id: own[0]!.id })).code).toBe(200)
      await deliver(t, 'sms')
      expect(t.alerted[0]).toMatchObject({ phone: '13700000001', text: expect.stringContaining('测试短信') })
      const codes = []
      for (const { id } of own) codes.push((await scene.send('unit01', dutyContact.remove, { id })).code)
      expect(codes).toEqual([...own.slice(1).map(() => 200), 409])
    }),
  )
})
