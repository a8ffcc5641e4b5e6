import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { alarm, type AlarmDetail, type AlarmRow } from '#contract/alarm.ts'
import { auditLog } from '#contract/audit-log.ts'
import { authority } from '#contract/authority.ts'
import { live, type LiveAnswer } from '#contract/live.ts'
import { recountAggregates } from '#server/evaluation/recount-aggregates.ts'
import { raiseUnplaced } from '#server/evaluation/raise-alarms.ts'
import { removePoints } from '#server/devices/remove-points.ts'
import { alarmScene, MINUTE } from '../../support/alarm-scene.ts'
import { openApi, type TestApi } from '../../support/api-context.ts'
import { ago, frame, registered, status, talk } from '../../support/transmitter.ts'

const city = await openApi()
afterAll(() => city.close())

const AREA = { provinceNo: '', cityNo: '', countyNo: '', buildType: 0 } as const

async function burning(t: TestApi, account = 'unit01') {
  const scene = await alarmScene(t)
  const fire = await scene.fire(0, 10 * MINUTE)
  const { id } = await scene.open()
  await scene.send(account, alarm.verdict, { id, verdict: 2 })
  t.clock.pass(5 * MINUTE)
  const end = async (by = 'unit01', more: object = {}) => {
    const { code, message } = await scene.send(by, alarm.end, { id, ...more })
    return [code, message]
  }
  const detail = async () => (await scene.send('jingan', alarm.one, { id })).data as AlarmDetail
  return { scene, fire, id, end, detail }
}

test(
  'the unit ends its own real fire: alarm and records are closed at the tap, the device is no longer in alarm, with history and audit',
  city.undone(async (t) => {
    const { scene, id, end, detail } = await burning(t)
    const counted = async () => {
      const { data } = await scene.send('jingan', authority.fireAlarm, AREA)
      return (data as { alarmEquipmentNumber: number }).alarmEquipmentNumber
    }
    const before = await counted()
    expect(await end()).toEqual([200, '火警已结束'])
    expect(await detail()).toMatchObject({
      state: 'closed',
      isOpen: false,
      verdict: 2,
      endTime: scene.wire(0),
      records: [{ state: 2, endTime: scene.wire(0) }],
      acts: [{ act: 'verdict' }],
      ends: [{ act: 'end', by: '方思齐', rank: 2, tapTime: scene.wire(0), isLate: false }],
    })
    expect([await counted(), await recountAggregates(t.db)]).toEqual([before - 1, 0])
    const { rows: acts } = await t.db.execute(sql`select distinct act from alarm_act where alarm_id = ${Number(id)}`)
    expect(acts).toEqual([{ act: 'verdict' }])
    const { data } = await scene.send('zongdui', auditLog.list, { action: 'alarm.end' })
    expect((data as { list: unknown[] }).list).toMatchObject([
      {
        name: '方思齐',
        objects: [{ kind: '建筑' }, { kind: '火警', object: `alarm:${id}` }],
        changes: [{ field: '火警状态', before: '已确认', after: '已结束' }, { field: '确认结果' }],
      },
    ])
  }),
)

test(
  'records after the end and before it, but received later, raise an alarm of their own; a later restoration changes nothing',
  city.undone(async (t) => {
    const { scene, fire, id, end, detail } = await burning(t)
    await end()
    const ended = scene.wire(0)
    t.clock.pass(MINUTE)
    await scene.report({ pointNumber: fire.pointNumber, phase: 'end', time: scene.wire(0) })
    await scene.report({ pointNumber: fire.pointNumber, phase: 'end', time: scene.wire(3 * MINUTE) })
    expect(await detail()).toMatchObject({ state: 'closed', endTime: ended })
    await scene.fire(1, 4 * MINUTE)
    const [late] = await scene.list()
    expect(late).toMatchObject({ state: 'new', isOpen: true, events: 1 })
    await scene.send('unit01', alarm.verdict, { id: late!.id, verdict: 1 })
    await scene.fire(0)
    const [again] = await scene.list()
    expect(again).toMatchObject({ state: 'new', isOpen: true, events: 1 })
    expect([id, late!.id]).not.toContain(again!.id)
    expect(await detail()).toMatchObject({ state: 'closed', endTime: ended, events: 1 })
  }),
)

test(
  'a fire judged by the authority is ended by the authority only, once',
  city.undone(async (t) => {
    const { scene, id, end, detail } = await burning(t, 'jingan')
    expect(await end()).toEqual([409, '已由消防救援机构确认为真实火警，只能由消防救援机构结束'])
    expect((await scene.send('unit02', alarm.end, { id })).code).toBe(404)
    expect((await end('zongdui'))[0]).toBe(200)
    expect(await end('unit01')).toEqual([409, '火警已结束'])
    expect(await end('jingan')).toEqual([409, '火警已结束'])
    t.clock.pass(MINUTE)
    expect((await end('zongdui'))[0]).toBe(200)
    expect((await detail()).ends).toHaveLength(1)
    expect(await detail()).toMatchObject({ endTime: scene.wire(MINUTE) })
  }),
)

test(
  'only a real fire is ended, by a unit whose tie is confirmed; a withdrawn verdict leaves its records ended',
  city.undone(async (t) => {
    const scene = await alarmScene(t)
    await scene.fire()
    const { id } = await scene.open()
    const end = async () => (await scene.send('unit01', alarm.end, { id })).message
    expect(await end()).toBe('未确认为真实火警，不能结束')
    await scene.send('unit01', alarm.verdict, { id, verdict: 1 })
    expect(await end()).toBe('未确认为真实火警，不能结束')
    await scene.send('unit01', alarm.verdict, { id, verdict: 2 })
    await t.db.execute(sql`update building_unit set confirmed = false where building_id = ${scene.id}`)
    expect((await scene.send('unit01', alarm.end, { id })).code).toBe(409)
    await t.db.execute(sql`update building_unit set confirmed = true where building_id = ${scene.id}`)
    expect(await end()).toBe('火警已结束')
    for (let times = 0; times < 2; times++)
      expect((await scene.send('unit01', alarm.undo, { id, act: 'verdict' })).code).toBe(200)
    expect(await scene.open()).toMatchObject({ id, verdict: null, isOpen: true })
    expect(await scene.records()).toMatchObject([{ state: 0, ended: true }])
    await scene.fire(1)
    expect(await scene.open()).toMatchObject({ id, events: 2, endTime: null })
    await scene.send('unit01', alarm.verdict, { id, verdict: 2 })
    expect(await scene.open()).toMatchObject({ state: 'judged', isOpen: true })
    expect(await end()).toBe('火警已结束')
    expect(await scene.open()).toMatchObject({ state: 'closed', isOpen: false })
  }),
)

test(
  'a fire of removed devices is ended',
  city.undone(async (t) => {
    const { scene, end } = await burning(t)
    await t.db.execute(sql`update building set provider_id = null where id = ${scene.id}`)
    await removePoints(t.db, [scene.points[0]!.id], 'release', t.clock.now())
    expect((await end())[0]).toBe(200)
    expect(await scene.open()).toMatchObject({ state: 'closed', isOpen: false, endTime: scene.wire(0) })
  }),
)

test(
  'a fire of unknown source is ended by the authority, and its next fire is open',
  city.undone(async (t) => {
    const scene = await alarmScene(t)
    const raise = () =>
      raiseUnplaced(t.db, [{ source: '未登记的传输装置 119', detail: null, occurredAt: t.clock.now() }], t.clock.now())
    const seen = async () => {
      const { data } = await scene.send('zhidui', alarm.list, { pageSize: 100 })
      return (data as { list: AlarmRow[] }).list.filter(({ source }) => source === '未登记的传输装置 119')
    }
    await raise()
    const [{ id }] = (await seen()) as [AlarmRow]
    await scene.send('zhidui', alarm.verdict, { id, verdict: 2 })
    expect((await scene.send('jingan', alarm.end, { id })).code).toBe(404)
    expect((await scene.send('zhidui', alarm.end, { id })).code).toBe(200)
    expect(await seen()).toMatchObject([{ id, state: 'closed', isOpen: false, endTime: scene.wire(0) }])
    await scene.send('zhidui', alarm.undo, { id, act: 'verdict' })
    t.clock.pass(MINUTE)
    await raise()
    expect(await seen()).toMatchObject([{ id, state: 'new', endTime: null, events: 2 }])
    await scene.send('zhidui', alarm.verdict, { id, verdict: 2 })
    expect(await seen()).toMatchObject([{ id, state: 'judged', isOpen: true }])
  }),
)

test(
  'records of an unknown source count by their arrival for its end, not by the time of its device',
  city.undone(async (t) => {
    const scene = await alarmScene(t)
    let sequence = 0
    const report = (agoMs: number) =>
      scene.report({ projectId: 'OP00000000000000', time: scene.wire(agoMs), sequence: ++sequence })
    const judged = async () => {
      const { data } = await scene.send('zhidui', alarm.list, { pageSize: 100 })
      const { id } = (data as { list: AlarmRow[] }).list.find(
        ({ source, state }) => source?.includes('OP00000000000000') && state === 'new',
      )!
      expect((await scene.send('zhidui', alarm.verdict, { id, verdict: 2 })).code).toBe(200)
      return id
    }
    await report(-3 * MINUTE)
    const ahead = await judged()
    t.clock.pass(MINUTE)
    await report(0)
    expect((await scene.send('zhidui', alarm.end, { id: ahead })).code).toBe(200)
    t.clock.pass(10 * MINUTE)
    await report(9 * MINUTE)
    const id = await judged()
    t.clock.pass(MINUTE)
    const end = (minutes: number) =>
      scene.send('zhidui', alarm.end, { id, tappedTime: scene.wire(minutes * MINUTE), sentTime: scene.wire(0) })
    expect(await end(5)).toMatchObject({ code: 409, message: '之后又有设备报警，请核实后再结束' })
    expect((await end(0)).code).toBe(200)
  }),
)

test(
  'an end decided before a device reported again is rejected, one after it is dated by its tap',
  city.undone(async (t) => {
    const scene = await alarmScene(t)
    await scene.fire(0, 10 * MINUTE)
    t.clock.pass(20 * MINUTE)
    await scene.fire(1, 25 * MINUTE)
    t.clock.pass(10 * MINUTE)
    const { id } = await scene.open()
    await scene.send('unit01', alarm.verdict, { id, verdict: 2 })
    const end = (minutes: number) =>
      scene.send('unit01', alarm.end, { id, tappedTime: scene.wire(minutes * MINUTE), sentTime: scene.wire(0) })
    expect(await end(20)).toMatchObject({ code: 409, message: '之后又有设备报警，请核实后再结束' })
    expect((await end(5)).code).toBe(200)
    expect(await scene.open()).toMatchObject({ state: 'closed', endTime: scene.wire(5 * MINUTE) })
  }),
)

test(
  'a fire of a device whose clock is ahead is ended, not before its time',
  city.undone(async (t) => {
    const scene = await alarmScene(t)
    await scene.fire(0, -3 * MINUTE)
    const { id } = await scene.open()
    await scene.send('unit01', alarm.verdict, { id, verdict: 2 })
    t.clock.pass(MINUTE)
    expect((await scene.send('unit01', alarm.end, { id })).code).toBe(200)
    const endTime = scene.wire(-2 * MINUTE)
    const { data } = await scene.send('unit01', alarm.one, { id })
    expect(data).toMatchObject({ state: 'closed', isOpen: false, endTime, records: [{ endTime }] })
  }),
)

test(
  'another screen receives the end as a change',
  city.undone(async (t) => {
    const { scene, id, end } = await burning(t)
    const changes = async (after: string) =>
      (await scene.send('jingan', live.changes, { after })).data as unknown as LiveAnswer
    const { cursor } = await changes('')
    await end()
    const found = (await changes(cursor)).changes.filter(({ kind }) => kind === 'alarm')
    expect(found[found.length - 1]).toMatchObject({ row: { id, state: 'closed', isOpen: false } })
  }),
)

test(
  'a component whose status word reports the fire again after the end raises a new alarm',
  city.undone(async (t) => {
    const { id: buildingId } = await registered(t)
    const scene = await alarmScene(t)
    await t.db.execute(sql`delete from alarm where building_id = ${buildingId}`)
    await talk(t, [frame(t, 1, status(ago(t, 10), 1, 42, 7, 0, 1))], 1)
    const list = async () => {
      const { data } = await scene.send('zongdui', alarm.list, { buildingId: String(buildingId) })
      return (data as { list: AlarmRow[] }).list
    }
    const [{ id }] = (await list()) as [AlarmRow]
    await scene.send('zongdui', alarm.verdict, { id, verdict: 2 })
    expect((await scene.send('zongdui', alarm.end, { id })).code).toBe(200)
    t.clock.pass(2 * MINUTE)
    await talk(t, [frame(t, 2, status(ago(t, 0), 1, 42, 7, 0, 1))], 1)
    expect((await list()).map(({ state, isOpen }) => [state, isOpen])).toEqual([
      ['new', true],
      ['closed', false],
    ])
  }),
)
