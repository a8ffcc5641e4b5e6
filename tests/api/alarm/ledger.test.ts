import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { alarm } from '#contract/alarm.ts'
import { delivery, type DeliveryRow } from '#contract/delivery.ts'
import { DELIVERY_RESULTS } from '#contract/delivery-results.ts'
import { dutyCheck } from '#contract/duty-check.ts'
import { dutyContact } from '#contract/duty-contact.ts'
import { type ShiftLog, shiftLog } from '#contract/shift-log.ts'
import { toWireTime } from '#contract/time.ts'
import { readAlertFigures } from '#server/operations/alert-figures.ts'
import { createMetrics } from '#server/operations/metrics.ts'
import { NOOP_OPERATIONS } from '#server/platform/noop-operations.ts'
import { alarmScene, type AlarmScene, leaveToUnit01, MINUTE } from '../../support/alarm-scene.ts'
import { elapse, withAlerts, work } from '../../support/alert-time.ts'
import { openApi, type TestApi } from '../../support/api-context.ts'
import { readExport } from '../../support/read-export.ts'

const city = await openApi()
afterAll(() => city.close())

const nameOf = ({ recipient }: DeliveryRow) => recipient.split(' ')[0]

const DOWN = () => Promise.reject(new Error('down'))

async function ledger(t: TestApi) {
  const of = await alarmScene(t)
  await t.db.execute(sql`delete from delivery`)
  const read = async (more: object = {}, account = 'jingan') =>
    (await of.send(account, delivery.list, { pageSize: 100, ...more } as never)) as unknown as {
      code: number
      data: { list: DeliveryRow[]; total: number }
    }
  const channels = async (account = 'jingan') => (await of.send(account, delivery.channels, {})).data as object
  return { of, read, channels }
}

test(
  'the ledger is filtered by channel, result, building and time, for the unit and the authority; its export has the same rows',
  city.undone(async (t) => {
    const { of, read } = await ledger(t)
    await of.fire(0)
    await work(withAlerts(t, { voice: DOWN }))
    await elapse(t, 46)
    await work(withAlerts(t, { voice: DOWN }))
    for (let tries = 0; tries < 3; tries++) {
      await elapse(t, 5)
      await work(withAlerts(t, { voice: DOWN }))
    }
    await of.send('unit01', alarm.ack, { id: (await of.open()).id })
    const all = (await read({ buildingId: of.id })).data
    expect(all.total).toBeGreaterThan(1)
    expect((await read({}, 'unit01')).data.total).toBe(all.total)
    const voice = (await read({ channel: 'voice' })).data
    expect(new Set(voice.list.map(({ channel }) => channel))).toEqual(new Set(['voice']))
    expect((await read({ channel: 'voice', result: 'undelivered' })).data.total).toBe(voice.total)
    let sum = 0
    for (const result of DELIVERY_RESULTS) sum += (await read({ result })).data.total
    expect(sum).toBe(all.total)
    expect((await read({ endTime: '2020-01-01' })).data.total).toBe(0)
    expect((await read({ countyNo: '310101' }, 'zhidui')).data.total).toBe(0)
    expect((await read({ countyNo: '310106' }, 'zhidui')).data.total).toBe(all.total)
    expect((await read({ buildingId: of.id }, 'unit02')).code).toBe(404)
    expect((await read({}, 'unit02')).data.total).toBe(0)
    const file = await of.send('jingan', delivery.export, { result: 'delivered' })
    const { rows } = await readExport(t, file.data)
    expect(rows).toHaveLength((await read({ result: 'delivered' })).data.total)
  }),
)

test(
  'failing channels are named, and that all fail, from the first try until one delivers',
  city.undone(async (t) => {
    const { of, channels } = await ledger(t)
    const down = withAlerts(t, { sms: DOWN, voice: DOWN })
    await t.db.execute(sql`update building set building_type = 1 where id = ${of.id}`)
    expect(await channels()).toEqual({ failing: [], isAllFailing: false, isUnreached: false })
    await of.fire(0)
    await work(down)
    expect(await channels()).toEqual({ failing: ['sms'], isAllFailing: true, isUnreached: false })
    for (let tries = 0; tries < 3; tries++) {
      await elapse(t, 4)
      await work(down)
    }
    expect(await channels('unit01')).toEqual({ failing: ['sms', 'voice'], isAllFailing: true, isUnreached: false })
    expect(await channels('unit02')).toEqual({ failing: [], isAllFailing: false, isUnreached: false })
    await elapse(t, 45)
    await work(t)
    expect(await channels()).toMatchObject({ isAllFailing: false })
    await elapse(t, 11 * 60)
    expect(await channels()).toEqual({ failing: [], isAllFailing: false, isUnreached: false })
  }),
)

test(
  'metrics tell due and overdue steps, results by channel and the oldest unsent message',
  city.undone(async (t) => {
    const { of } = await ledger(t)
    await t.db.execute(sql`delete from alarm_step`)
    const metrics = createMetrics({
      pool: () => ({ totalCount: 1, idleCount: 1, waitingCount: 0 }),
      hasRoom: () => true,
      isDraining: () => false,
      alerts: () => readAlertFigures(t.db),
    })
    const watched = { ...t, deps: { ...t.deps, operations: { ...NOOP_OPERATIONS, metrics } } }
    await t.db.execute(sql`update building set building_type = 1 where id = ${of.id}`)
    await of.fire(0)
    await elapse(t, 10)
    expect(await metrics.text()).toMatch(/fire_alarm_steps_overdue 1\n/)
    await work(withAlerts(watched, { sms: DOWN }))
    await elapse(t, 3)
    const text = await metrics.text()
    expect(text).toMatch(/fire_alarm_steps_due 0\n/)
    expect(text).toMatch(/fire_alarm_steps_total\{outcome="sent"\} 1\n/)
    expect(text).toMatch(/fire_deliveries_total\{channel="sms",result="retried"\} 1\n/)
    expect(text).toMatch(/fire_deliveries_unsent\{channel="sms"\} 1\n/)
    expect(text).toMatch(/fire_delivery_oldest_seconds\{channel="sms"\} [3-9]/)
  }),
)

async function kindsOfSecondWave(t: TestApi, id: string) {
  const { rows } = await t.db.execute(sql`select kind from delivery where alarm_id = ${Number(id)} and wave = 2`)
  return rows.map(({ kind }) => kind)
}

test(
  'undoing a verdict that stopped the calls begins a new wave; before that the wave continues',
  city.undone(async (t) => {
    const { of } = await ledger(t)
    await of.fire(0)
    await work(t)
    const { id } = await of.open()
    await of.send('unit01', alarm.verdict, { id, verdict: 1, note: '施工作业' })
    await of.send('unit01', alarm.undo, { id, act: 'verdict' })
    expect(await of.open()).toMatchObject({ state: 'new', wave: 1 })
    await of.send('unit01', alarm.verdict, { id, verdict: 1, note: '施工作业' })
    await elapse(t, 60)
    await work(t)
    await of.send('unit01', alarm.undo, { id, act: 'verdict' })
    expect(await of.open()).toMatchObject({ state: 'new', wave: 2 })
    await work(t)
    expect(await kindsOfSecondWave(t, id)).toContain('fire')
    t.clock.pass(6 * MINUTE)
  }),
)

test(
  'undoing an acknowledgement that stopped calls begins a new wave; before that the wave continues',
  city.undone(async (t) => {
    const { of } = await ledger(t)
    await of.fire(0)
    await work(t)
    const { id } = await of.open()
    await of.send('unit01', alarm.ack, { id })
    await of.send('unit01', alarm.undo, { id, act: 'ack' })
    expect(await of.open()).toMatchObject({ state: 'new', wave: 1 })
    await of.send('unit01', alarm.ack, { id })
    await of.send('wuye01', alarm.ack, { id })
    await elapse(t, 200)
    await work(t)
    await of.send('unit01', alarm.undo, { id, act: 'ack' })
    expect(await of.open()).toMatchObject({ state: 'acked', wave: 1 })
    await of.send('wuye01', alarm.undo, { id, act: 'ack' })
    expect(await of.open()).toMatchObject({ state: 'new', wave: 2 })
    await work(t)
    expect(await kindsOfSecondWave(t, id)).toContain('fire')
  }),
)

test(
  'the messages of a duty check name its building, for the unit and the organs of the area',
  city.undone(async (t) => {
    const { of, read } = await ledger(t)
    await t.db.execute(sql`delete from duty_contact`)
    await leaveToUnit01(t, of.id)
    await of.send('unit01', dutyContact.save, { rank: 1, name: '王一', phone: '13700000001' })
    expect((await of.send('jingan', dutyCheck.ask, { buildingIds: [String(of.id)] })).code).toBe(200)
    await work(t)
    const { rows } = await t.db.execute<{ name: string }>(sql`select name from building where id = ${of.id}`)
    const { name } = rows[0]!
    const row = { alarmId: null, buildingName: name, result: 'delivered' }
    for (const account of ['unit01', 'jingan', 'zhidui']) {
      for (const filter of [{}, { search: name }, { buildingId: of.id }])
        expect((await read(filter, account)).data).toMatchObject({ list: [row], total: 1 })
      expect((await read({ search: '没有这栋' }, account)).data.total).toBe(0)
    }
    expect((await read({}, 'unit02')).data.total).toBe(0)
    expect((await read({ countyNo: '310106' }, 'zhidui')).data.total).toBe(1)
    expect((await read({ countyNo: '310101' }, 'zhidui')).data.total).toBe(0)
    const file = await readExport(t, (await of.send('jingan', delivery.export, {})).data)
    expect(file.rows.map((cells) => cells[1])).toEqual([name])
  }),
)

const placeAndTime = (t: TestApi) => ({ place: '19层北区', time: toWireTime(t.clock.now()).slice(11, 16) })

async function calledForFreshFire(t: TestApi, of: AlarmScene, wave: number) {
  await t.db.execute(sql`update point set floor = '19层', zone = '北区' where id = ${of.points[2]!.id}`)
  await of.fire(2)
  await work(t)
  const { rows } = await t.db.execute(sql`
    select distinct body ->> 'place' as place, body ->> 'time' as time from delivery where wave = ${wave}`)
  return rows
}

test(
  'a fire on another floor, hidden in an undecided alarm of days ago, is called with its own place and time',
  city.undone(async (t) => {
    const { of } = await ledger(t)
    await of.fire(0)
    await work(t)
    await elapse(t, 3 * 24 * 60 * 60)
    expect(await calledForFreshFire(t, of, 2)).toEqual([placeAndTime(t)])
  }),
)

test(
  'the first call of an alarm of days ago names the place and time of the fresh fire',
  city.undone(async (t) => {
    const { of } = await ledger(t)
    await of.fire(0, 5 * 24 * 60 * MINUTE)
    expect(await calledForFreshFire(t, of, 1)).toEqual([placeAndTime(t)])
  }),
)

test(
  'what was sent for an alarm stays in the ledger and the shift log after it was merged into the next',
  city.undone(async (t) => {
    const { of, read, channels } = await ledger(t)
    await t.db.execute(sql`update building set building_type = 1 where id = ${of.id}`)
    await of.fire(0)
    await work(t)
    const { id } = await of.open()
    const before = (await read({ alarmId: id })).data
    expect(before.list.map(({ channel }) => channel)).toContain('sms')
    await of.send('unit01', alarm.verdict, { id, verdict: 2 })
    await work(t)
    await of.fire(1)
    await of.send('unit01', alarm.undo, { id, act: 'verdict' })
    const next = await of.open()
    expect(next.id).not.toBe(id)
    const sent = before.list.map((row) => row.id)
    for (const filter of [{ alarmId: next.id }, { buildingId: of.id }]) {
      const { list, total } = (await read(filter)).data
      expect(list.map((row) => row.id)).toEqual(expect.arrayContaining(sent))
      expect(total).toBe(list.length)
    }
    expect((await read({ alarmId: next.id }, 'unit02')).data.total).toBe(0)
    const log = (await of.send('unit01', shiftLog.read, {})).data as ShiftLog
    const called = log.list.find((row) => row.id === next.id)?.called
    expect(called?.map(({ name }) => name)).toEqual(
      expect.arrayContaining(before.list.filter(({ channel }) => channel === 'sms').map(nameOf)),
    )
    await t.db.execute(sql`delete from delivery where channel <> 'none'`)
    await t.db.execute(sql`insert into delivery (alarm_id, wave, step, channel, recipient, recipient_name, kind, body)
      values (${Number(id)}, 1, 9, 'none', 'none', '无', 'fire', '{"text":""}')`)
    expect(await channels()).toMatchObject({ isUnreached: false })
  }),
)

const verdictTexts = async (t: TestApi, state = 'accepted') => {
  const { rows } = await t.db.execute<{ title: string }>(sql`
    select distinct split_part(body ->> 'title', '：', 1) as title from delivery
    where kind = 'verdict' and channel = 'sms' and state = ${state} order by 1`)
  return rows.map(({ title }) => title)
}

test(
  'an all-clear that is corrected at once is not sent, and its withdrawal neither; both acts are kept',
  city.undone(async (t) => {
    const { of } = await ledger(t)
    await of.fire(0)
    await work(t)
    const { id } = await of.open()
    await of.send('unit01', alarm.verdict, { id, verdict: 1 })
    await work(t)
    await of.send('unit01', alarm.undo, { id, act: 'verdict' })
    await work(t)
    await of.send('unit01', alarm.verdict, { id, verdict: 1 })
    await work(t)
    t.clock.pass(1000)
    await of.send('unit01', alarm.verdict, { id, verdict: 2 })
    await work(t)
    expect(await verdictTexts(t)).toEqual(['真实火警'])
    await elapse(t, 30)
    await work(t)
    expect(await verdictTexts(t)).toEqual(['真实火警'])
    const { rows } = await t.db.execute(sql`select verdict from alarm_act where alarm_id = ${Number(id)}
      and act = 'verdict' order by id`)
    expect(rows.map(({ verdict }) => verdict)).toEqual([1, 1, 2])
  }),
)

test(
  'an all-clear that its channel has not accepted yet is dropped by a later verdict',
  city.undone(async (t) => {
    const { of } = await ledger(t)
    await of.fire(0)
    await work(t)
    const { id } = await of.open()
    await of.send('unit01', alarm.verdict, { id, verdict: 1 })
    await elapse(t, 10)
    await work(withAlerts(t, { sms: DOWN }))
    await of.send('unit01', alarm.verdict, { id, verdict: 2 })
    await elapse(t, 5)
    await work(t)
    expect(await verdictTexts(t)).toEqual(['真实火警'])
    expect(await verdictTexts(t, 'suppressed')).toEqual(['误报'])
  }),
)
