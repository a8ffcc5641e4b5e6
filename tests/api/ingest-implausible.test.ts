import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { alarm as calls } from '#contract/alarm.ts'
import { ingest, UNSET_TIME } from '#contract/ingest.ts'
import { alarm, alarmEvent } from '#server/schema/alarm.table.ts'
import { deviceEvent, deviceEventEnd } from '#server/schema/record.table.ts'
import { point } from '#server/schema/point.table.ts'
import { quarantine } from '#server/schema/quarantine.table.ts'
import { unlistedPoint } from '#server/schema/unlisted-point.table.ts'
import { unplacedFire } from '#server/schema/unplaced-fire.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { quietDetector } from '../support/event-reports.ts'
import { HOUR, MINUTE, OWN, wire } from '../support/point-fixtures.ts'
import { programOf } from '../support/provider-program.ts'

const city = await openApi()
afterAll(() => city.close())

const MARKED = '设备时间不可信，已按服务器时间保存，请校准设备时钟'
const UNREGISTERED = '部件未登记，火警已保存，请登记该点位'
const REMOVED = { result: 'refused', message: '点位已删除，如仍在使用请重新登记' }
const NOT_THERE = { result: 'refused', message: '建筑或点位不存在' }
const LONG_AGO = '2001-01-01 00:00:00'

const ahead = (t: TestApi, hours: number) => wire(t, -hours * HOUR)
const after = (t: TestApi, at: Date | null) => at && at.getTime() - t.clock.now().getTime()

describe('an event other than a fire', () => {
  test(
    'is quarantined if its time is ahead or unset, and rejected if it is beyond retention or its point is unknown',
    city.undone(async (t) => {
      const { about, projectId, id, send, records } = await quietDetector(t)
      const fault = { ...about, kind: 'fault', phase: 'begin', sequence: 3 }
      const items = [
        { ...fault, time: ahead(t, 1) },
        { ...fault, kind: 'shield', phase: 'end', time: UNSET_TIME, sequence: 4 },
        { ...fault, time: LONG_AGO },
        { ...fault, pointNumber: 'X-1', time: wire(t, 0) },
        { ...fault, pointNumber: 'X-1', time: UNSET_TIME },
        { ...fault, projectId: 'OP00000000000000', time: UNSET_TIME },
      ]
      const results = [
        { result: 'quarantined', message: '时间超前服务器 5 分钟以上，已隔离，请校准设备时钟' },
        { result: 'quarantined', message: '设备时钟未设置，已隔离，请校准设备时钟' },
        { result: 'refused', message: '时间早于数据保存期限' },
        NOT_THERE,
        NOT_THERE,
        NOT_THERE,
      ]
      expect(await send(...items)).toEqual(results)
      const now = t.clock.now()
      t.clock.pass(MINUTE)
      expect(await send(...items)).toEqual(results)
      expect(await records()).toEqual([])
      const rows = await t.db.select().from(quarantine).orderBy(asc(quarantine.id))
      const aside = { providerId: OWN, buildingId: id, pointNumber: about.pointNumber, receivedAt: now }
      const occurredAt = new Date(now.getTime() + HOUR)
      expect(rows).toMatchObject([
        {
          ...aside,
          reason: 'future',
          itemKind: 'fault begin',
          occurredAt,
          item: { projectId, kind: 'fault', phase: 'begin', sequence: 3, time: occurredAt.toISOString() },
        },
        {
          ...aside,
          reason: 'unset',
          itemKind: 'shield end',
          occurredAt: now,
          item: { projectId, kind: 'shield', phase: 'end', sequence: 4, time: null },
        },
      ])
      expect(rows).toHaveLength(2)
      expect(await send({ ...items[0]!, sequence: 9 })).toEqual([results[0]])
      expect(await t.db.$count(quarantine)).toBe(3)
    }),
  )

  test(
    'of an unregistered component is rejected, also next to a fire of it, and stores no component',
    city.undone(async (t) => {
      const { projectId, id, send } = await quietDetector(t)
      const about = { projectId, pointNumber: 'X-1', phase: 'begin', time: wire(t, 0) }
      expect(await send({ ...about, kind: 'fault' })).toEqual([NOT_THERE])
      expect(await t.db.select().from(unlistedPoint).where(eq(unlistedPoint.buildingId, id))).toEqual([])
      expect(
        await send(
          { ...about, kind: 'fault' },
          { ...about, kind: 'fire' },
          { ...about, pointNumber: 'X-2', kind: 'shield' },
        ),
      ).toEqual([NOT_THERE, { result: 'accepted', message: UNREGISTERED }, NOT_THERE])
      expect(await t.db.select().from(unlistedPoint).where(eq(unlistedPoint.buildingId, id))).toMatchObject([
        { pointNumber: 'X-1', removedAt: null },
      ])
      expect(await t.db.select().from(deviceEvent).where(eq(deviceEvent.pointNumber, 'X-1'))).toMatchObject([
        { kind: 'fire', buildingId: id, apiId: 1, unregistered: true },
      ])
    }),
  )
})

test(
  'a report fails if its component can neither be found nor stored',
  city.undone(async (t) => {
    const { projectId } = await quietDetector(t)
    await t.db.execute(sql`create function refuse() returns trigger language plpgsql as $$ begin return null; end $$`)
    await t.db.execute(
      sql`create trigger refuse before insert on unlisted_point for each row execute function refuse()`,
    )
    const items = [{ projectId, pointNumber: 'X-1', kind: 'fire', phase: 'begin', time: wire(t, 0) } as const]
    expect((await programOf(t, OWN).call(ingest.events, { items })).code).toBe(500)
    expect(t.logged.join('\n')).toContain('points were removed and registered again while a batch named them')
    expect(await t.db.$count(deviceEvent, eq(deviceEvent.pointNumber, 'X-1'))).toBe(0)
  }),
)

describe('a removed point', () => {
  test(
    'keeps its id in a fire; other events are rejected as removed',
    city.undone(async (t) => {
      const { projectId, id, gauge, other, send, about } = await quietDetector(t)
      const removed = [gauge, other].map(({ pointNumber }) => ({ projectId, pointNumber }))
      const program = programOf(t, OWN)
      await program.call(ingest.removePoints, { items: removed })
      const fire = { kind: 'fire', phase: 'begin', time: wire(t, 0) }
      const results = await send(
        { ...removed[0]!, ...fire },
        { ...removed[1]!, ...fire, kind: 'fault' },
        { ...about, ...fire },
      )
      expect(results).toEqual([
        { result: 'accepted', message: UNREGISTERED },
        REMOVED,
        { result: 'accepted', message: null },
      ])
      expect(await send({ ...removed[1]!, ...fire, phase: 'end' })).toEqual([
        { result: 'accepted', message: UNREGISTERED },
      ])
      expect(await t.db.select().from(deviceEvent).where(eq(deviceEvent.pointId, gauge.id))).toMatchObject([
        { kind: 'fire', buildingId: id, pointNumber: gauge.pointNumber, apiId: 1, unregistered: true },
      ])
      expect(await t.db.select().from(deviceEventEnd).where(eq(deviceEventEnd.pointId, other.id))).toMatchObject([
        { kind: 'fire' },
      ])
    }),
  )

  test(
    'has the fire item type of its own system, if there is one',
    city.undone(async (t) => {
      const { projectId, send } = await quietDetector(t)
      const program = programOf(t, OWN)
      const gas = { projectId, pointNumber: 'GAS-1' }
      const item = { ...gas, deviceNo: 'G', deviceName: '可燃气体探测器', deviceType: 200, apiId: 45 }
      expect((await program.call(ingest.registerPoints, { items: [item] })).data).toMatchObject({ accepted: 1 })
      await program.call(ingest.removePoints, { items: [gas] })
      await send({ ...gas, kind: 'fire', phase: 'begin', time: wire(t, 0) })
      expect(await t.db.select().from(deviceEvent).where(eq(deviceEvent.pointNumber, 'GAS-1'))).toMatchObject([
        { apiId: 44, unregistered: true },
      ])
    }),
  )
})

describe('fires with an implausible time', () => {
  test(
    'get the server’s time, 1 ms apart, in the order of the device clock',
    city.undone(async (t) => {
      const { about, send, records, other } = await quietDetector(t)
      const fire = { ...about, kind: 'fire', phase: 'begin' }
      const times = [UNSET_TIME, ahead(t, 3), ahead(t, 1), LONG_AGO]
      expect(await send(...times.map((time) => ({ ...fire, time })))).toEqual(
        times.map(() => ({ result: 'accepted', message: MARKED })),
      )
      const hoursAhead = (at: Date | null) => at && Math.round((after(t, at) ?? 0) / HOUR)
      const stored = async () =>
        (await records()).map(({ occurredAt, deviceTime, timeMark, sequence }) => [
          after(t, occurredAt),
          timeMark === 'expired' ? 'old' : hoursAhead(deviceTime),
          timeMark,
          sequence,
        ])
      const four = [
        [0, 'old', 'expired', 0],
        [1, 1, 'ahead', 0],
        [2, 3, 'ahead', 0],
        [3, null, 'unset', 0],
      ]
      expect(await stored()).toEqual(four)
      await send({ ...fire, time: ahead(t, 2) }, { ...fire, sequence: 8, time: ahead(t, 2) })
      await send({ ...fire, pointNumber: other.pointNumber, time: ahead(t, 2) })
      expect(await stored()).toEqual([...four, [4, 2, 'ahead', 0], [5, 2, 'ahead', 8]])
      expect((await records(other.id)).map(({ occurredAt }) => after(t, occurredAt))).toEqual([0])
      t.clock.pass(MINUTE)
      await send({ ...fire, time: ahead(t, 9) })
      expect((await records()).map(({ occurredAt }) => after(t, occurredAt)).at(-1)).toBe(0)
    }),
  )

  test(
    'are duplicates if the batch repeats them',
    city.undone(async (t) => {
      const { about, results, records } = await quietDetector(t)
      const fire = { ...about, kind: 'fire', phase: 'begin', time: ahead(t, 1) }
      const unset = { ...fire, time: UNSET_TIME }
      const plain = { ...fire, time: wire(t, MINUTE) }
      const fault = { ...fire, kind: 'fault' }
      expect(await results(fault, fire, unset, plain, fire, unset)).toEqual([
        'quarantined',
        'accepted',
        'accepted',
        'accepted',
        'duplicate',
        'duplicate',
      ])
      const stored = await records()
      expect(stored.map(({ occurredAt, timeMark }) => [after(t, occurredAt), timeMark])).toEqual([
        [-MINUTE, null],
        [0, 'ahead'],
        [1, 'unset'],
      ])
    }),
  )

  test(
    'get times of their own beside a stored fire of another point',
    city.undone(async (t) => {
      const { about, other, results, records } = await quietDetector(t)
      const fire = { ...about, kind: 'fire', phase: 'begin', time: ahead(t, 2) }
      await results(fire)
      t.clock.pass(MINUTE)
      const beside = { ...fire, pointNumber: other.pointNumber }
      expect(await results(fire, beside)).toEqual(['duplicate', 'accepted'])
      expect((await records(other.id)).map(({ occurredAt }) => after(t, occurredAt))).toEqual([0])
      expect((await records()).map(({ occurredAt }) => after(t, occurredAt))).toEqual([-MINUTE])
    }),
  )

  test(
    'are identified by point, phase, sequence and device time',
    city.undone(async (t) => {
      const { about, other, results, records } = await quietDetector(t)
      const fire = { ...about, kind: 'fire', phase: 'begin', time: ahead(t, 2) }
      const all = [
        fire,
        { ...fire, sequence: 1 },
        { ...fire, time: ahead(t, 3) },
        { ...fire, phase: 'end' },
        { ...fire, phase: 'end', sequence: 1 },
        { ...fire, phase: 'end', time: ahead(t, 3) },
        { ...fire, pointNumber: other.pointNumber },
      ]
      for (const item of all) {
        expect(await results(item)).toEqual(['accepted'])
        t.clock.pass(1000)
      }
      for (const item of all.toReversed()) expect(await results(item)).toEqual(['duplicate'])
      expect(await results(...all)).toEqual(all.map(() => 'duplicate'))
      expect(await records()).toHaveLength(3)
      expect(await records(other.id)).toHaveLength(1)
      const ends = await t.db.select().from(deviceEventEnd).orderBy(asc(deviceEventEnd.endedAt))
      expect(ends.filter(({ deviceTime }) => deviceTime)).toHaveLength(3)
      const alarms = await t.db.$count(alarmEvent)
      t.clock.pass(3 * HOUR)
      expect(await results(...all)).toEqual(all.map(() => 'duplicate'))
      expect(await records()).toHaveLength(3)
      expect(await records(other.id)).toHaveLength(1)
      expect(await t.db.$count(deviceEventEnd)).toBe(ends.length)
      expect(await t.db.$count(alarmEvent)).toBe(alarms)
    }),
  )

  test(
    'are handled by the same report, also when their device time has come',
    city.undone(async (t) => {
      const { id, about, send, records } = await quietDetector(t)
      await t.db.execute(sql`delete from alarm where building_id = ${id}`)
      const fire = { ...about, kind: 'fire', phase: 'begin', time: ahead(t, 1) }
      expect(await send(fire)).toEqual([{ result: 'accepted', message: MARKED }])
      t.clock.pass(2 * HOUR)
      const handled = { ...fire, state: 1, handledTime: wire(t, HOUR) }
      expect(await send(handled)).toEqual([{ result: 'accepted', message: MARKED }])
      expect(await records()).toMatchObject([{ timeMark: 'ahead', state: 1 }])
      expect(await t.db.select().from(alarm).where(eq(alarm.buildingId, id))).toMatchObject([{ verdict: 1 }])
    }),
  )

  test(
    'with an unset clock are handled after their end, once',
    city.undone(async (t) => {
      const { about, results, records } = await quietDetector(t)
      const fire = { ...about, kind: 'fire', phase: 'begin', time: UNSET_TIME }
      const handled = { ...fire, state: 1, handledTime: wire(t, -2 * MINUTE) }
      expect(await results(fire)).toEqual(['accepted'])
      t.clock.pass(MINUTE)
      expect(await results({ ...fire, phase: 'end' })).toEqual(['accepted'])
      for (const expected of ['accepted', 'duplicate']) {
        t.clock.pass(MINUTE)
        expect(await results(handled)).toEqual([expected])
      }
      expect((await records()).map(({ state, endedAt }) => [state, !endedAt])).toEqual([[1, false]])
      expect(await results(handled, fire)).toEqual(['duplicate', 'accepted'])
    }),
  )

  test(
    'with an unset clock are no second fire when handled after a person judged them',
    city.undone(async (t) => {
      const { about, id, results, records } = await quietDetector(t)
      const fire = { ...about, kind: 'fire', phase: 'begin', time: UNSET_TIME }
      expect(await results(fire)).toEqual(['accepted'])
      t.clock.pass(MINUTE)
      expect(await results({ ...fire, phase: 'end' })).toEqual(['accepted'])
      const alarms = () => t.db.select().from(alarm).where(eq(alarm.buildingId, id)).orderBy(asc(alarm.id))
      const raised = await alarms()
      const before = await t.db.$count(alarm)
      const verdict = { id: String(raised.at(-1)!.id), verdict: 1 }
      expect((await t.call(calls.verdict, verdict, await t.signIn('zhidui'))).body.code).toBe(200)
      t.clock.pass(MINUTE)
      await results({ ...fire, state: 2, handledTime: wire(t, 0) })
      expect([(await records()).map(({ state }) => state), await t.db.$count(alarm)]).toEqual([[1], before])
    }),
  )

  test(
    'with an unset clock are duplicates while a fire of that sequence is open, not after it ended or was handled',
    city.undone(async (t) => {
      const { about, results, records } = await quietDetector(t)
      const fire = { ...about, kind: 'fire', phase: 'begin', time: UNSET_TIME }
      const later = async (...items: object[]) => {
        t.clock.pass(MINUTE)
        return results(...items)
      }
      expect(await results({ ...fire, time: ahead(t, 1) })).toEqual(['accepted'])
      expect(await later(fire)).toEqual(['accepted'])
      expect(await later(fire)).toEqual(['duplicate'])
      expect(await later({ ...fire, sequence: 1 })).toEqual(['accepted'])
      expect(await later({ ...fire, phase: 'end' })).toEqual(['accepted'])
      expect(await later({ ...fire, phase: 'end' })).toEqual(['accepted'])
      expect(await later(fire)).toEqual(['accepted'])
      expect(await later({ ...fire, state: 1, handledTime: wire(t, 0) })).toEqual(['accepted'])
      expect(await later(fire)).toEqual(['accepted'])
      expect(
        (await records()).map(({ timeMark, sequence, state, endedAt }) => [timeMark, sequence, state, !endedAt]),
      ).toEqual([
        ['ahead', 0, 0, false],
        ['unset', 0, 0, false],
        ['unset', 1, 0, false],
        ['unset', 0, 1, true],
        ['unset', 0, 0, true],
      ])
    }),
  )

  test(
    'of an unregistered component return both messages',
    city.undone(async (t) => {
      const { projectId, send } = await quietDetector(t)
      const fire = { projectId, pointNumber: 'X-1', kind: 'fire', phase: 'begin', time: UNSET_TIME }
      const both = { result: 'accepted', message: `${UNREGISTERED}；${MARKED}` }
      expect(await send(fire, { ...fire, phase: 'end', time: wire(t, 0) })).toEqual([
        both,
        { result: 'accepted', message: UNREGISTERED },
      ])
    }),
  )

  test(
    'update the point at the server’s time',
    city.undone(async (t) => {
      const { about, results, detector } = await quietDetector(t)
      await results({ ...about, kind: 'fire', phase: 'begin', time: ahead(t, 9) })
      const [now] = await t.db.select().from(point).where(eq(point.id, detector.id))
      expect(now).toMatchObject({
        reportedAt: t.clock.now(),
        receivedAt: t.clock.now(),
        validAt: t.clock.now(),
        online: true,
      })
    }),
  )
})

describe('fires of another provider’s building', () => {
  const PROJECT = 'OP00000000000000'
  const fireOf = (time: string, more: object = {}) => ({
    projectId: PROJECT,
    pointNumber: 'A-1',
    kind: 'fire',
    phase: 'begin',
    time,
    ...more,
  })

  test(
    'are stored once each, with the device time or the server’s time and a mark',
    city.undone(async (t) => {
      const { results } = await quietDetector(t)
      const items = [
        fireOf(wire(t, MINUTE)),
        fireOf(ahead(t, 1), { sequence: 4 }),
        fireOf(LONG_AGO),
        fireOf(UNSET_TIME),
        fireOf(wire(t, MINUTE), { pointNumber: 'A-2' }),
      ]
      const now = t.clock.now()
      const refused = items.map(() => 'refused')
      expect(await results(...items)).toEqual(refused)
      t.clock.pass(1000)
      expect(await results(...items)).toEqual(refused)
      const rows = await t.db.select().from(unplacedFire).orderBy(asc(unplacedFire.id))
      const kept = { providerId: OWN, receivedAt: now, source: `上海砚清智慧消防科技有限公司 建筑标识 ${PROJECT}` }
      expect(
        rows.map(({ source, providerId, receivedAt, ...row }) => [
          { source, providerId, receivedAt },
          row.pointNumber,
          row.occurredAt.getTime() - now.getTime(),
          row.timeMark,
          row.deviceTime && wire(t, t.clock.now().getTime() - row.deviceTime.getTime()),
          row.sequence,
        ]),
      ).toEqual([
        [kept, 'A-1', -MINUTE, null, null, 0],
        [kept, 'A-1', 0, 'ahead', items[1]!.time, 4],
        [kept, 'A-1', 0, 'expired', LONG_AGO, 0],
        [kept, 'A-1', 0, 'unset', null, 0],
        [kept, 'A-2', -MINUTE, null, null, 0],
      ])
      t.clock.pass(MINUTE)
      await results(...items)
      expect(await t.db.$count(unplacedFire)).toBe(6)
    }),
  )

  test(
    'are stored separately, however many unregistered devices report',
    city.undone(async (t) => {
      const { results } = await quietDetector(t)
      const now = t.clock.now()
      await t.db.insert(unplacedFire).values(
        Array.from({ length: 100 }, (_, i) => ({
          source: `装置 ${i}`,
          pointNumber: '1.0.7',
          occurredAt: now,
          sequence: 0,
          receivedAt: now,
          itemKey: '1',
        })),
      )
      await results(fireOf(wire(t, 0)))
      const sources = (await t.db.select().from(unplacedFire)).map(({ source }) => source)
      expect(sources).toContain(`上海砚清智慧消防科技有限公司 建筑标识 ${PROJECT}`)
    }),
  )
})
