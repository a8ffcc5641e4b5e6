import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { alarm, type AlarmDetail, type AlarmRow } from '#contract/alarm.ts'
import { auditLog } from '#contract/audit-log.ts'
import { alarmScene, MINUTE, one } from '../../support/alarm-scene.ts'
import { openApi } from '../../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

describe('a decision', () => {
  test(
    'that arrives late is dated by when it was made, is marked as late, and loses to a higher rank, with its author and content',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      await scene.fire(0, 60 * MINUTE)
      const { id } = await scene.open()
      await scene.send('jingan', alarm.verdict, { id, verdict: 2 })
      t.clock.pass(MINUTE)
      const times = { tappedTime: scene.wire(30 * MINUTE), sentTime: scene.wire(0) }
      const refused = await scene.send('unit01', alarm.verdict, { id, verdict: 1, ...times })
      expect([refused.code, refused.message]).toEqual([
        409,
        expect.stringMatching(/^静安区\S+ 静安支队监管员已确认为真实火警，未采用您的结果$/),
      ])
      expect(await scene.open()).toMatchObject({ verdict: 2, judgeRank: 3 })
      // A repeated equal verdict is no conflict.
      expect((await scene.send('unit01', alarm.verdict, { id, verdict: 2, ...times })).code).toBe(200)
      const acked = await scene.send('unit01', alarm.ack, { id, ...times })
      expect(acked.code).toBe(200)
      const { data } = await scene.send('unit01', alarm.one, { id })
      expect((data as AlarmDetail).acts.map(({ act, isLate, tapTime }) => [act, isLate, tapTime])).toEqual([
        ['ack', true, scene.wire(30 * MINUTE)],
        ['verdict', true, scene.wire(30 * MINUTE)],
        ['verdict', false, scene.wire(MINUTE)],
      ])
      expect(await scene.open()).toMatchObject({ ackTime: scene.wire(30 * MINUTE), judgeTime: scene.wire(MINUTE) })
    }),
  )

  test(
    'is dated by the difference of the device’s two times, so a wrong device clock has no effect',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      await scene.fire(0, 60 * MINUTE)
      const { id } = await scene.open()
      const year = 365 * 24 * 60 * MINUTE
      await scene.send('unit01', alarm.verdict, {
        id,
        verdict: 1,
        tappedTime: scene.wire(year + 5 * MINUTE),
        sentTime: scene.wire(year),
      })
      expect(await scene.open()).toMatchObject({ verdict: 1, judgeTime: scene.wire(5 * MINUTE) })
      // The clock was set back in between: as if sent at once.
      await scene.send('wuye01', alarm.verdict, {
        id,
        verdict: 3,
        tappedTime: scene.wire(0),
        sentTime: scene.wire(year),
      })
      expect(await scene.open()).toMatchObject({ verdict: 3, judgeTime: scene.wire(0) })
    }),
  )

  test(
    'in bulk applies to each alarm that allows it, and gives the reason where it applies to none',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      await scene.fire()
      const [own] = await scene.list()
      const monitor = await scene.addPoint('E-12', 12)
      await scene.report({ pointNumber: monitor.number, kind: 'fault' })
      const [, second] = await scene.list()
      const ids = [own!.id, second!.id]
      await scene.send('jingan', alarm.verdict, { id: own!.id, verdict: 2 })
      const some = await scene.send('unit01', alarm.verdict, { ids, verdict: 1 })
      expect(some.code).toBe(200)
      expect((some.data as { list: (AlarmRow & { reason: string | null })[] }).list).toMatchObject([
        { id: own!.id, verdict: 2, reason: expect.stringContaining('已确认为真实火警') },
        { id: second!.id, verdict: 1, reason: null },
      ])
      await scene.send('jingan', alarm.verdict, { id: second!.id, verdict: 4 })
      expect((await scene.send('unit01', alarm.verdict, { ids, verdict: 1 })).code).toBe(409)
      for (const input of [{}, { ids: [] }, { id: ids[0], ids }, { ids: Array.from({ length: 101 }, (_, i) => i + 1) }])
        expect((await scene.send('unit01', alarm.verdict, { ...input, verdict: 1 } as never)).code).toBe(400)
    }),
  )

  test(
    'can be reverted by its author for five minutes, which restores the provider’s verdict and the problem',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      const fire = await scene.fire(0, 60 * MINUTE)
      await scene.fire(1, 60 * MINUTE)
      const { id } = await scene.open()
      await scene.report({ ...fire, state: 3, handledTime: scene.wire(50 * MINUTE), handledBy: '维保员' })
      const before = await scene.records()
      expect(before).toMatchObject([{ state: 3, by: '维保员' }, { state: 0 }])
      await scene.send('unit01', alarm.ack, { id })
      await scene.send('unit01', alarm.verdict, { id, verdict: 1 })
      expect(await scene.records()).toMatchObject([{ state: 1, rank: 2 }, { state: 1 }])
      for (const [account, isOwn] of [
        ['unit01', [true, true, false]],
        ['wuye01', [false, false, false]],
      ] as const) {
        const { data } = await scene.send(account, alarm.one, { id })
        expect((data as AlarmDetail).acts.map((act) => act.isOwn)).toEqual(isOwn)
      }
      expect((await scene.send('wuye01', alarm.undo, { id, act: 'verdict' })).code).toBe(409)
      expect((await scene.send('unit01', alarm.undo, { id, act: 'verdict' })).code).toBe(200)
      expect(await scene.records()).toEqual(before)
      expect(await scene.open()).toMatchObject({ state: 'acked', verdict: null })
      expect((await scene.send('unit01', alarm.undo, { id, act: 'verdict' })).code).toBe(409)
      expect((await scene.send('unit01', alarm.undo, { id, act: 'ack' })).code).toBe(200)
      expect(await scene.open()).toMatchObject({ state: 'new' })
      await scene.send('unit01', alarm.verdict, { id, verdict: 1 })
      t.clock.pass(6 * MINUTE)
      const late = await scene.send('unit01', alarm.undo, { id, act: 'verdict' })
      expect([late.code, late.message]).toEqual([409, '已超过 5 分钟，不能撤销；确认有误的，请更正'])
      expect((await scene.send('unit01', alarm.verdict, { id, verdict: 3, note: '维保测试' })).code).toBe(200)
      expect(await scene.open()).toMatchObject({ verdict: 3, note: '维保测试' })
    }),
  )

  test(
    'that is reverted after a new alarm of the building joined its alarm leaves one alarm with all records',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      await scene.fire(0, 10 * MINUTE)
      const { id } = await scene.open()
      await scene.send('unit01', alarm.verdict, { id, verdict: 1 })
      await scene.fire(1)
      const next = await scene.open()
      expect(next.id).not.toBe(id)
      const undone = await scene.send('unit01', alarm.undo, { id, act: 'verdict' })
      expect((undone.data as { list: AlarmRow[] }).list).toMatchObject([{ id, state: 'new', events: 2 }])
      const list = await scene.list()
      expect(list).toMatchObject([{ id: next.id, events: 2, points: 2, alarmTime: scene.wire(10 * MINUTE) }])
      expect((await scene.send('unit01', alarm.one, { id })).data).toMatchObject({ id: next.id })
      // The old id means the merged alarm.
      expect((await scene.send('unit01', alarm.verdict, { id, verdict: 4 })).code).toBe(200)
      expect((await scene.records()).map(({ state }) => state)).toEqual([4, 4])
      await scene.fire(2)
      await scene.send('unit01', alarm.undo, { id: next.id, act: 'verdict' })
      const last = await scene.open()
      expect(last).toMatchObject({ state: 'new', events: 3 })
      expect([id, next.id]).not.toContain(last.id)
      const { data } = await scene.send('unit01', alarm.one, { id })
      expect((data as AlarmDetail).id).toBe(last.id)
      expect((data as AlarmDetail).acts.map(({ act, verdict }) => [act, verdict]).toSorted()).toEqual([
        ['undo', null],
        ['undo', null],
        ['verdict', 1],
        ['verdict', 4],
      ])
    }),
  )

  test(
    'sent twice under one key is made once; each decision is in the audit with building, states and note',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      await scene.fire()
      const { id } = await scene.open()
      const token = await scene.token('unit01')
      const send = (sentTime: string) =>
        t.api.request(alarm.verdict.path, {
          method: 'POST',
          headers: {
            'x-auth-token': token,
            'content-type': 'application/json',
            'x-forwarded-for': '192.0.2.1',
            'idempotency-key': 'a'.repeat(32),
          },
          body: JSON.stringify({ id, verdict: 1, note: '误碰', tappedTime: scene.wire(MINUTE), sentTime }),
        })
      for (const sent of [scene.wire(0), scene.wire(-MINUTE)]) expect((await send(sent)).status).toBe(200)
      const acts = await one<{ n: number }>(t.db, sql`select count(*)::int as n from alarm_act where alarm_id = ${id}`)
      expect(acts.n).toBe(1)
      const { data } = await scene.send('zongdui', auditLog.list, { action: 'alarm.verdict' })
      expect((data as { list: unknown[] }).list).toMatchObject([
        {
          name: '方思齐',
          objects: [{ kind: '建筑' }, { kind: '火警', object: `alarm:${id}` }],
          changes: [
            { field: '火警状态', before: '未响应', after: '已确认' },
            { field: '确认结果', before: null, after: '误报' },
            { field: '原因或说明', before: null, after: '误碰' },
          ],
        },
      ])
    }),
  )
})
