import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { ingest, type Outcome } from '#contract/ingest.ts'
import { sweep } from '#server/operations/sweep.ts'
import { point } from '#server/schema/point.table.ts'
import { markOverdue } from '#server/devices/mark-overdue.ts'
import { deviceEvent, reading } from '#server/schema/record.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { programOf } from '../support/provider-program.ts'
import {
  OWN,
  MINUTE,
  HOUR,
  somewhere,
  wire,
  pointNow,
  resultsOf,
  type Reading,
  type Event,
} from '../support/point-fixtures.ts'

const city = await openApi()
afterAll(() => city.close())

describe('readings', () => {
  test(
    'become the point’s latest state and its history, with both times',
    city.undone(async (t) => {
      const { projectId, gauge, id } = await somewhere(t)
      const item = { projectId, pointNumber: gauge.pointNumber, time: wire(t, 20_000), measures: { pressure: 0.41 } }
      const body = await programOf(t, OWN).call(ingest.readings, { items: [item] })
      expect(body.data).toEqual({
        accepted: 1,
        duplicate: 0,
        quarantined: 0,
        refused: 0,
        results: [{ result: 'accepted', message: null }],
      })
      const at = new Date(t.clock.now().getTime() - 20_000)
      expect(await pointNow(t, gauge.id)).toMatchObject({
        latest: { pressure: 0.41 },
        latestAt: at,
        reportedAt: at,
        receivedAt: t.clock.now(),
        online: true,
      })
      const kept = await t.db
        .select()
        .from(reading)
        .where(and(eq(reading.pointId, gauge.id), eq(reading.at, at)))
      expect(kept).toEqual([
        {
          pointId: gauge.id,
          at,
          sequence: 0,
          buildingId: id,
          apiId: 17,
          receivedAt: t.clock.now(),
          measures: { pressure: 0.41 },
        },
      ])
    }),
  )

  test(
    'that arrive late are stored and do not change the latest state',
    city.undone(async (t) => {
      const { projectId, gauge } = await somewhere(t)
      const send = (ago: number, pressure: number, sequence = 0) =>
        programOf(t, OWN).call(ingest.readings, {
          items: [{ projectId, pointNumber: gauge.pointNumber, time: wire(t, ago), sequence, measures: { pressure } }],
        })
      await send(0, 0.5, 1)
      await send(0, 0.49)
      expect(resultsOf(await send(6 * 24 * HOUR + 7_000, 0.2))).toEqual(['accepted'])
      expect(await pointNow(t, gauge.id)).toMatchObject({ latest: { pressure: 0.5 }, reportedAt: t.clock.now() })
      expect(resultsOf(await send(0, 0.5, 1))).toEqual(['duplicate'])
    }),
  )

  test(
    'that are duplicates are recognised after the point lost its latest state, and the rest of the batch is stored',
    city.undone(async (t) => {
      const { projectId, gauge } = await somewhere(t)
      const item = (ago: number) => ({
        projectId,
        pointNumber: gauge.pointNumber,
        time: wire(t, ago),
        measures: { pressure: 0.41 },
      })
      await programOf(t, OWN).call(ingest.readings, { items: [item(0)] })
      await t.db.update(point).set({ latestAt: null, latest: {} }).where(eq(point.id, gauge.id))
      const body = await programOf(t, OWN).call(ingest.readings, { items: [item(0), item(MINUTE)] })
      expect(resultsOf(body)).toEqual(['duplicate', 'accepted'])
      expect((await pointNow(t, gauge.id)).latest).toEqual({ pressure: 0.41 })
    }),
  )

  test(
    'more than five minutes ahead are quarantined, where their provider sees them',
    city.undone(async (t) => {
      const { projectId, gauge } = await somewhere(t)
      const item = (ahead: number): Reading => ({
        projectId,
        pointNumber: gauge.pointNumber,
        time: wire(t, -ahead),
        measures: { pressure: 0.4 },
      })
      const program = programOf(t, OWN)
      const items = [item(5 * MINUTE), item(5 * MINUTE + 1000)]
      expect(resultsOf(await program.call(ingest.readings, { items }))).toEqual(['accepted', 'quarantined'])
      await program.call(ingest.readings, { items })
      expect((await program.call(ingest.quarantined, {})).data).toEqual({
        list: [
          {
            projectId,
            pointNumber: gauge.pointNumber,
            reason: 'future',
            kind: 'reading',
            time: wire(t, -5 * MINUTE - 1000),
            receivedTime: wire(t, 0),
          },
        ],
        total: 1,
      })
      expect((await pointNow(t, gauge.id)).reportedAt).toEqual(new Date(t.clock.now().getTime() + 5 * MINUTE))
    }),
  )

  test(
    'without measures prove the connection only: a detector is online, a gauge is not, and its last value remains',
    city.undone(async (t) => {
      const { projectId, gauge, detector } = await somewhere(t)
      t.clock.pass(25 * HOUR)
      await markOverdue(t.deps)
      const online = async () => [(await pointNow(t, gauge.id)).online, (await pointNow(t, detector.id)).online]
      expect(await online()).toEqual([false, false])
      const report = (pointNumber: string, measures: Reading['measures']) => ({
        projectId,
        pointNumber,
        time: wire(t, 0),
        measures,
      })
      const items = [gauge, detector].map(({ pointNumber }) => report(pointNumber, {}))
      await programOf(t, OWN).call(ingest.readings, { items })
      expect(await online()).toEqual([false, true])
      const { latest, latestAt, validAt } = gauge
      expect(await pointNow(t, gauge.id)).toMatchObject({ latest, latestAt, validAt, reportedAt: t.clock.now() })
      await programOf(t, OWN).call(ingest.readings, { items: [report(gauge.pointNumber, { power: 80, signals: 4 })] })
      expect(await online()).toEqual([false, true])
      t.clock.pass(1000)
      await programOf(t, OWN).call(ingest.readings, { items: [report(gauge.pointNumber, { pressure: 0.4 })] })
      expect(await online()).toEqual([true, true])
      expect((await pointNow(t, gauge.id)).validAt).toEqual(t.clock.now())
    }),
  )

  test(
    'older than retention are rejected, item by item',
    city.undone(async (t) => {
      const { projectId, gauge } = await somewhere(t)
      const item = (time: string): Reading => ({
        projectId,
        pointNumber: gauge.pointNumber,
        time,
        measures: { pressure: 0.4 },
      })
      const { data } = await programOf(t, OWN).call(ingest.readings, {
        items: [item('2023-02-28 00:00:00'), item('2023-03-01 08:00:00')],
      })
      expect((data as Outcome).results).toEqual([
        { result: 'refused', message: '时间早于数据保存期限' },
        { result: 'accepted', message: null },
      ])
    }),
  )

  test(
    'that are malformed are rejected as a whole, with the invalid field',
    city.undone(async (t) => {
      const { projectId, gauge } = await somewhere(t)
      const good = { projectId, pointNumber: gauge.pointNumber, time: wire(t, 0), measures: { pressure: 0.4 } }
      const wrong: [unknown, string][] = [
        [{ ...good, time: '2026-02-30T10:00' }, 'items.1.time'],
        [{ ...good, measures: { presure: 1 } }, 'items.1.measures.presure'],
        [{ ...good, measures: { pressure: '0.4' } }, 'items.1.measures.pressure'],
        [{ ...good, sequence: -1 }, 'items.1.sequence'],
        [{ ...good, projectId: '' }, 'items.1.projectId'],
      ]
      for (const [item, field] of wrong) {
        const body = await programOf(t, OWN).call(ingest.readings, { items: [good, item] } as never)
        expect([body.code, Object.keys(body.errors ?? {})]).toEqual([400, [field]])
      }
      expect((await programOf(t, OWN).call(ingest.readings, { items: [] })).errors).toEqual({ items: '至少提交 1 条' })
      const many = await programOf(t, OWN).call(ingest.readings, { items: Array.from({ length: 501 }, () => good) })
      expect(many.errors).toEqual({ items: '每次最多提交 500 条' })
      expect((await pointNow(t, gauge.id)).latest).toEqual(gauge.latest)
    }),
  )
})

describe('events', () => {
  const eventsOf = (t: TestApi, id: number, since: Date) =>
    t.db
      .select()
      .from(deviceEvent)
      .where(and(eq(deviceEvent.pointId, id), sql`${deviceEvent.occurredAt} >= ${since.toISOString()}::timestamptz`))
      .orderBy(asc(deviceEvent.occurredAt), asc(deviceEvent.sequence))

  test(
    'begin, end and are handled once each, in any order of arrival',
    city.undone(async (t) => {
      const { projectId, detector, id } = await somewhere(t)
      const about = { projectId, pointNumber: detector.pointNumber, kind: 'fault' } as const
      const since = new Date(t.clock.now().getTime() - 2 * HOUR)
      const items: Event[] = [
        { ...about, phase: 'end', time: wire(t, 30 * MINUTE) },
        {
          ...about,
          phase: 'begin',
          time: wire(t, 90 * MINUTE),
          state: 2,
          handledTime: wire(t, 20 * MINUTE),
          handledBy: '周工',
        },
        { ...about, phase: 'begin', time: wire(t, 90 * MINUTE) },
        {
          ...about,
          phase: 'begin',
          time: wire(t, 90 * MINUTE),
          state: 1,
          handledTime: wire(t, 40 * MINUTE),
          handledBy: '李工',
        },
      ]
      const orders = [items, items.toReversed(), [items[2], items[0], items[3], items[1]] as Event[]]
      for (const [which, order] of orders.entries()) {
        await t.db.delete(deviceEvent).where(inArray(deviceEvent.pointId, [detector.id]))
        await t.db.execute(sql`delete from device_event_end`)
        for (const item of order) await programOf(t, OWN).call(ingest.events, { items: [item] })
        const [row, ...more] = await eventsOf(t, detector.id, since)
        expect([which, more]).toEqual([which, []])
        expect(row).toMatchObject({
          buildingId: id,
          apiId: 2,
          kind: 'fault',
          occurredAt: new Date(t.clock.now().getTime() - 90 * MINUTE),
          receivedAt: t.clock.now(),
          endedAt: new Date(t.clock.now().getTime() - 30 * MINUTE),
          state: 2,
          handledBy: '周工',
        })
        const again = await programOf(t, OWN).call(ingest.events, { items: order })
        expect(new Set(resultsOf(again))).toEqual(new Set(['duplicate']))
      }
    }),
  )

  test(
    'end with the first end after they began; events before and after are unchanged',
    city.undone(async (t) => {
      const { projectId, detector } = await somewhere(t)
      const about = { projectId, pointNumber: detector.pointNumber, kind: 'shield' } as const
      const minutesAgo = (phase: 'begin' | 'end', ago: number): Event => ({
        ...about,
        phase,
        time: wire(t, ago * MINUTE),
      })
      const items = [
        ...[100, 80, 60, 20].map((ago) => minutesAgo('begin', ago)),
        ...[90, 50, 40].map((ago) => minutesAgo('end', ago)),
      ]
      await programOf(t, OWN).call(ingest.events, { items: items.toReversed() })
      const rows = await eventsOf(t, detector.id, new Date(t.clock.now().getTime() - 101 * MINUTE))
      const ago = (at: Date | null) => at && (t.clock.now().getTime() - at.getTime()) / MINUTE
      expect(rows.map((row) => [ago(row.occurredAt), ago(row.endedAt)])).toEqual([
        [100, 90],
        [80, 50],
        [60, 50],
        [20, null],
      ])
    }),
  )

  test(
    'of one second are distinguished by sequence and kind',
    city.undone(async (t) => {
      const { projectId, detector } = await somewhere(t)
      const about = { projectId, pointNumber: detector.pointNumber, time: wire(t, 0) }
      const items: Event[] = [
        { ...about, phase: 'begin', kind: 'fire' },
        { ...about, phase: 'begin', kind: 'fire', sequence: 1 },
        { ...about, phase: 'begin', kind: 'fault' },
        { ...about, phase: 'begin', kind: 'fire' },
      ]
      const body = await programOf(t, OWN).call(ingest.events, { items })
      expect(resultsOf(body)).toEqual(['accepted', 'accepted', 'accepted', 'duplicate'])
    }),
  )
})

describe('points', () => {
  const NEW = { pointNumber: 'T-001', deviceNo: 'D-1', deviceName: '3层烟感', deviceType: 42, apiId: 1 }

  test(
    'are registered, updated, and unchanged the second time',
    city.undone(async (t) => {
      const { projectId } = await somewhere(t)
      const program = programOf(t, OWN)
      const register = async (change: object) =>
        resultsOf(await program.call(ingest.registerPoints, { items: [{ projectId, ...NEW, ...change }] }))
      expect(await register({})).toEqual(['accepted'])
      expect(await register({})).toEqual(['duplicate'])
      expect(await register({ floor: '3层' })).toEqual(['accepted'])
      const [row] = await t.db.select().from(point).where(eq(point.pointNumber, 'T-001'))
      expect(row).toMatchObject({ systemId: 1, apiType: 1, floor: '3层', online: false, latest: {} })
      const reported = await program.call(ingest.readings, {
        items: [{ projectId, pointNumber: 'T-001', time: wire(t, 0), measures: { fireAlarm: 0 } }],
      })
      expect(resultsOf(reported)).toEqual(['accepted'])
      const { data } = await program.call(ingest.points, { projectId, pageSize: 100 })
      expect((data as { list: { pointNumber: string; online: boolean }[] }).list).toContainEqual(
        expect.objectContaining({ pointNumber: 'T-001', online: true, reportedTime: wire(t, 0) }),
      )
    }),
  )

  test(
    'of an unknown item type, or listed twice in a batch, are rejected individually',
    city.undone(async (t) => {
      const { projectId } = await somewhere(t)
      const items = [
        { projectId, ...NEW },
        { projectId, ...NEW, deviceName: '另一名称' },
        { projectId, ...NEW, pointNumber: 'T-002', apiId: 999 },
      ]
      const { data } = await programOf(t, OWN).call(ingest.registerPoints, { items })
      expect((data as Outcome).results).toEqual([
        { result: 'accepted', message: null },
        { result: 'refused', message: '同一批次中点位编号重复' },
        { result: 'refused', message: '接口类型不存在' },
      ])
    }),
  )

  test(
    'go offline after the interval of their own item type',
    city.undone(async (t) => {
      const { projectId, gauge, detector } = await somewhere(t)
      const speak = (pointNumber: string) => ({ projectId, pointNumber, time: wire(t, 0), measures: { pressure: 0.4 } })
      const items = [gauge, detector].map(({ pointNumber }) => speak(pointNumber))
      await programOf(t, OWN).call(ingest.readings, { items })
      const online = async () => [(await pointNow(t, gauge.id)).online, (await pointNow(t, detector.id)).online]
      t.clock.pass(30 * MINUTE)
      await markOverdue(t.deps)
      expect(await online()).toEqual([true, true])
      t.clock.pass(1000)
      await markOverdue(t.deps)
      expect(await online()).toEqual([false, true])
      t.clock.pass(24 * HOUR)
      await markOverdue(t.deps)
      expect(await online()).toEqual([false, false])
    }),
  )
})

describe('retention', () => {
  test(
    'drops whole months beyond retention and creates the coming months',
    city.undone(async (t) => {
      const monthly = async () =>
        (
          await t.db.execute(sql`select relname from pg_class where relname ~ '^reading_[0-9]{6}$' order by 1`)
        ).rows.map(({ relname }) => relname)
      expect(await monthly()).toContain('reading_202512')
      await sweep({ ...t.deps, settings: { ...t.deps.settings, retentionMonths: 2 } })
      expect(await monthly()).toEqual([1, 2, 3, 4, 5].map((month) => `reading_20260${month}`))
    }),
  )
})
