import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { alarm, type AlarmDetail } from '#contract/alarm.ts'
import { shelf } from '#contract/shelf.ts'
import { type ShiftLog, shiftLog } from '#contract/shift-log.ts'
import { alarmScene, type AlarmScene, MINUTE } from '../../support/alarm-scene.ts'
import { openApi, type TestApi } from '../../support/api-context.ts'
import { readAudit } from '../../support/read-audit.ts'

const city = await openApi()
afterAll(() => city.close())

const HOUR = 60 * MINUTE

async function logOf(of: AlarmScene, account = 'unit01', startTime = ''): Promise<ShiftLog> {
  const { data } = await of.send(account, shiftLog.read, { startTime })
  const log = data as ShiftLog
  const own = { buildingId: String(of.id) }
  return {
    ...log,
    list: log.list.filter(({ buildingId }) => buildingId === own.buildingId),
    shelves: log.shelves.filter(({ buildingId }) => buildingId === own.buildingId),
  }
}

async function quietScene(t: TestApi): Promise<AlarmScene> {
  const of = await alarmScene(t)
  await t.db.execute(sql`delete from alarm`)
  return of
}

async function judged(t: TestApi, of: AlarmScene, verdict: 1 | 4): Promise<string> {
  await of.fire(0)
  const { id } = await of.open()
  await of.send('unit01', alarm.verdict, { id, verdict, watchman: '王五' })
  await of.report({ phase: 'end', time: of.wire(0) })
  t.clock.pass(HOUR)
  return id
}

test(
  'lists alarms received or judged since the chosen time and those still open, the open ones first',
  city.undone(async (t) => {
    const of = await quietScene(t)
    const old = await judged(t, of, 4)
    t.clock.pass(12 * HOUR)
    const since = of.wire(0)
    const recent = await judged(t, of, 1)
    await of.fire(1)
    const { id: open } = await of.open()
    const usual = await logOf(of)
    expect(usual.list.map(({ id, isOpen }) => [id, isOpen])).toEqual([
      [open, true],
      [recent, false],
    ])
    expect(usual.counts).toEqual({ total: 2, open: 1, before: 0, real: 0, false: 1, maintenance: 0, test: 0 })
    expect(usual.list[1]).toMatchObject({ verdict: 1, judgeBy: expect.stringMatching(/^王五（.+）$/) })
    expect((await logOf(of, 'unit01', since)).list).toHaveLength(2)
    expect((await logOf(of, 'unit01', of.wire(30 * HOUR))).list.map(({ id }) => id)).toContain(old)
    expect((await logOf(of, 'unit01', of.wire(0))).list.map(({ id }) => id)).toEqual([open])
  }),
)

test(
  'lists a fire of an earlier shift that ended, or whose verdict arrived, since the chosen time',
  city.undone(async (t) => {
    const of = await quietScene(t)
    await of.fire(0)
    const { id } = await of.open()
    await of.send('unit01', alarm.verdict, { id, verdict: 2 })
    t.clock.pass(HOUR)
    const start = of.wire(0)
    await of.report({ phase: 'end', time: of.wire(0) })
    const ended = async () => (await logOf(of, 'unit01', start)).list.map((row) => [row.id, row.isOpen])
    expect(await ended()).toEqual([[id, false]])
    t.clock.pass(HOUR)
    expect((await logOf(of, 'unit01', of.wire(0))).list).toEqual([])
    await of.fire(1)
    const { id: late } = await of.open()
    t.clock.pass(HOUR)
    const since = of.wire(0)
    t.clock.pass(10 * MINUTE)
    const tap = { tappedTime: of.wire(40 * MINUTE), sentTime: of.wire(0) }
    await of.send('unit01', alarm.verdict, { id: late, verdict: 1, ...tap })
    expect((await logOf(of, 'unit01', since)).counts).toMatchObject({ total: 1, open: 0, false: 1 })
    t.clock.pass(MINUTE)
    expect((await logOf(of, 'unit01', of.wire(0))).list).toEqual([])
    await of.fire(2)
    const { id: burnt } = await of.open()
    await of.send('unit01', alarm.verdict, { id: burnt, verdict: 2 })
    t.clock.pass(HOUR)
    const then = of.wire(0)
    t.clock.pass(10 * MINUTE)
    await of.send('unit01', alarm.end, { id: burnt, tappedTime: of.wire(40 * MINUTE), sentTime: of.wire(0) })
    expect((await logOf(of, 'unit01', then)).counts).toMatchObject({ total: 1, open: 0, real: 1 })
  }),
)

test(
  'counts apart, and lists last, what was open before the shift',
  city.undone(async (t) => {
    const of = await quietScene(t)
    const ended = await judged(t, of, 1)
    await of.fire(1)
    const { id: open } = await of.open()
    await t.db.execute(sql`
      insert into alarm (building_id, kind, priority, occurred_at, received_at, last_at, verdict, judged_at)
      select ${of.id}, 'fire', 1, at, at, at, 2, at
      from generate_series(1, 201), (select ${t.clock.now().toISOString()}::timestamptz - interval '20 hours' as at) x`)
    const { counts, list } = await logOf(of)
    expect(counts).toMatchObject({ total: 203, open: 202, before: 201, real: 201, false: 1 })
    expect(list).toHaveLength(200)
    expect(list.slice(0, 2).map(({ id }) => id)).toEqual([open, ended])
  }),
)

test(
  'names the persons who were called, by what and whether it arrived',
  city.undone(async (t) => {
    const of = await quietScene(t)
    await of.fire(0)
    const { id } = await of.open()
    await t.db.execute(sql`
      insert into delivery (alarm_id, wave, step, channel, recipient, recipient_name, kind, body, state, error, created_at)
      select ${Number(id)}, 1, step, channel, recipient, name, kind, '{"text":""}', state, case state when 'failed' then '通道未接受' end, now() + make_interval(secs => step)
      from (values (0, 'sms', 'contact:1', '张一', 'fire', 'failed'), (1, 'voice', 'contact:1', '张一', 'fire', 'accepted'),
        (1, 'sms', 'contact:2', '李二', 'fire', 'queued'), (100, 'sms', 'contact:3', '王三', 'verdict', 'accepted'),
        (2, 'sms', 'contact:4', '李二', 'fire', 'accepted'), (2, 'sms', 'contact:5', '赵五', 'fire', 'suppressed'),
        (2, 'webhook', 'webhook:1', 'command.example.com', 'fire', 'accepted')) v(step, channel, recipient, name, kind, state)`)
    const [row] = (await logOf(of)).list
    expect(
      row?.called.map(({ name, channels, isReached, isSending }) => [name, channels, isReached, isSending]),
    ).toEqual([
      ['张一', ['sms', 'voice'], true, false],
      ['李二', ['sms'], false, true],
      ['李二', ['sms'], true, false],
    ])
  }),
)

test(
  'the time of a call that another alarm’s message made is its own',
  city.undone(async (t) => {
    const of = await quietScene(t)
    await of.fire(0)
    const { id } = await of.open()
    await t.db.execute(sql`
      with a as (insert into alarm (building_id, kind, priority, occurred_at, received_at, last_at)
        values (${of.id}, 'electrical', 1, now(), now(), now()) returning id),
      sent as (insert into delivery (alarm_id, wave, step, channel, recipient, recipient_name, kind, body, state, created_at)
        select id, 1, 0, 'sms', 'contact:1', '张一', 'fire', '{"text":""}', 'accepted', '2026-01-01 10:00:00+08' from a returning id)
      insert into delivery (alarm_id, wave, step, channel, recipient, recipient_name, kind, body, state, created_at, merged_into)
      select ${Number(id)}, 1, 0, 'sms', 'contact:1', '张一', 'fire', '{"text":""}', 'suppressed', '2026-01-01 10:01:10+08', id from sent`)
    const row = (await logOf(of)).list.find((one) => one.id === id)
    expect(row?.called).toMatchObject([{ name: '张一', time: '2026-01-01 10:01:10', isReached: true }])
  }),
)

test(
  'lists announced work of the time, signed by the person on watch',
  city.undone(async (t) => {
    const of = await quietScene(t)
    const until = of.wire(-2 * HOUR)
    const { code } = await of.send('unit01', shelf.create, {
      buildingId: String(of.id),
      reason: 'test',
      untilTime: until,
      watchman: ' 王五 ',
    })
    expect(code).toBe(200)
    expect((await logOf(of)).shelves).toMatchObject([{ state: 'running', by: expect.stringMatching(/^王五（.+）$/) }])
    t.clock.pass(20 * HOUR)
    expect((await logOf(of)).shelves).toEqual([])
  }),
)

test(
  'reports that announced work is left out',
  city.undone(async (t) => {
    const of = await quietScene(t)
    const announce = (count: number) =>
      t.db.execute(sql`
        insert into shelf (building_id, reason, from_at, until_at, by_name, created_at)
        select ${of.id}, 'test', at, at + interval '2 hours', '王五', at
        from generate_series(1, ${count}::int), (select ${t.clock.now().toISOString()}::timestamptz - interval '1 hour' as at) x`)
    await t.db.execute(sql`delete from shelf`)
    await announce(200)
    expect(await logOf(of)).toMatchObject({ hasMoreShelves: false })
    await announce(1)
    const log = await logOf(of)
    expect(log.hasMoreShelves).toBe(true)
    expect(log.shelves).toHaveLength(200)
  }),
)

test(
  'an act is signed by the person on watch, in the alarm’s history and in the audit',
  city.undone(async (t) => {
    const of = await quietScene(t)
    await of.fire(0)
    const { id } = await of.open()
    await of.send('unit01', alarm.ack, { id, watchman: '王五' })
    const { acts } = (await of.send('unit01', alarm.one, { id })).data as AlarmDetail
    expect(acts).toMatchObject([{ act: 'ack', by: expect.stringMatching(/^王五（.+）$/), isOwn: true }])
    expect(JSON.stringify(await readAudit(t, await of.token('zongdui')))).toContain('王五')
    const wrong = await of.send('unit01', alarm.ack, { id, watchman: '王'.repeat(21) })
    expect(wrong).toMatchObject({ code: 400 })
    await of.send('unit01', alarm.verdict, { id, verdict: 4 })
    expect((await of.open()).judgeBy).not.toContain('王五')
  }),
)

test(
  'is limited to the caller’s buildings, to seven days, and to the past',
  city.undone(async (t) => {
    const of = await quietScene(t)
    await of.fire(0)
    expect((await logOf(of, 'zongdui')).list).toHaveLength(1)
    const other = await of.send('unit02', shiftLog.read, {})
    expect((other.data as ShiftLog).list).toEqual([])
    for (const [startTime, message] of [
      [of.wire(8 * 24 * HOUR), '最早可选 7 天前'],
      [of.wire(-HOUR), '开始时间不能晚于现在'],
    ] as const)
      expect(await of.send('unit01', shiftLog.read, { startTime })).toMatchObject({ code: 400, message })
  }),
)
