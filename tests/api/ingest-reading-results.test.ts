import { and, asc, eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { ingest, type Outcome, UNSET_TIME } from '#contract/ingest.ts'
import { building } from '#server/schema/building.table.ts'
import { point } from '#server/schema/point.table.ts'
import { quarantine } from '#server/schema/quarantine.table.ts'
import { deviceEvent, reading } from '#server/schema/record.table.ts'
import { buildingState, condition } from '#server/schema/evaluation.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { HOUR, MINUTE, OTHER, OWN, pointNow, somewhere, wire } from '../support/point-fixtures.ts'
import { programOf } from '../support/provider-program.ts'

const city = await openApi()
afterAll(() => city.close())

const IS_QUIET = sql`not exists (select 1 from trouble where point_id = point.id)`
const LONG_AGO = '2001-01-01 00:00:00'
const SECOND = 1000
const DAY = 24 * HOUR

const send = async (t: TestApi, ...items: object[]) => {
  const { data } = await programOf(t, OWN).call(ingest.readings, { items } as never)
  return (data as unknown as Outcome).results
}
const results = async (t: TestApi, ...items: object[]) => (await send(t, ...items)).map(({ result }) => result)

async function secondGauge(t: TestApi, buildingId: number) {
  const [row] = await t.db
    .select({ id: point.id, pointNumber: point.pointNumber, projectId: building.openProjectId, place: building.id })
    .from(point)
    .innerJoin(building, eq(building.id, point.buildingId))
    .where(and(eq(building.providerId, OWN), eq(point.apiId, 17), sql`${building.id} <> ${buildingId}`, IS_QUIET))
    .orderBy(asc(point.id))
    .limit(1)
  return row!
}

const conditionsAt = async (t: TestApi, pointId: number) =>
  (await t.db.select().from(condition).where(eq(condition.pointId, pointId)).orderBy(asc(condition.cause))).map(
    ({ cause, since }) => [cause, (t.clock.now().getTime() - since.getTime()) / MINUTE],
  )

describe('a batch of readings', () => {
  async function scene(t: TestApi) {
    const { projectId, id, gauge, detector } = await somewhere(t)
    const theirs = await somewhere(t, OTHER)
    const second = await secondGauge(t, id)
    const at = (pointNumber: string, ago: number | string, measures: object, where = projectId) => ({
      projectId: where,
      pointNumber,
      time: typeof ago === 'string' ? ago : wire(t, ago),
      measures,
    })
    const items = [
      at(detector.pointNumber, 5 * SECOND, {}),
      at(gauge.pointNumber, 40 * SECOND, { pressure: 0.3 }),
      at('X-1', 10 * SECOND, { pressure: 0.3 }),
      at(theirs.gauge.pointNumber, 10 * SECOND, { pressure: 0.3 }, theirs.projectId),
      at(gauge.pointNumber, 10 * SECOND, { pressure: 0.4 }),
      at(second.pointNumber, 20 * SECOND, { pressure: 0.35 }, second.projectId),
      at(gauge.pointNumber, 10 * SECOND, { pressure: 0.5 }),
      at(gauge.pointNumber, -10 * MINUTE, { pressure: 0.6 }),
      at(gauge.pointNumber, UNSET_TIME, { pressure: 0.6 }),
      at(gauge.pointNumber, LONG_AGO, { pressure: 0.6 }),
      at(gauge.pointNumber, 3 * SECOND, { pressure: 999 }),
      at(second.pointNumber, 50 * SECOND, { pressure: 0.31 }, second.projectId),
      at(detector.pointNumber, 90 * SECOND, {}),
      at(gauge.pointNumber, 10 * SECOND, { pressure: 0.45 }, projectId),
    ]
    Object.assign(items[13]!, { sequence: 2 })
    return { items, gauge, detector, second, id, projectId }
  }

  test(
    'returns a result per item, also when it is repeated',
    city.undone(async (t) => {
      const { items } = await scene(t)
      const notThere = { result: 'refused', message: '建筑或点位不存在' }
      const accepted = { result: 'accepted', message: null }
      const duplicate = { result: 'duplicate', message: null }
      const others = [
        { result: 'quarantined', message: '时间超前服务器 5 分钟以上，已隔离，请校准设备时钟' },
        { result: 'quarantined', message: '设备时钟未设置，已隔离，请校准设备时钟' },
        { result: 'refused', message: '时间早于数据保存期限' },
        { result: 'quarantined', message: 'pressure应为 -0.1 至 25 MPa，已隔离，请检查单位和设备' },
      ]
      expect(await send(t, ...items)).toEqual([
        accepted,
        accepted,
        notThere,
        notThere,
        accepted,
        accepted,
        duplicate,
        ...others,
        accepted,
        accepted,
        accepted,
      ])
      expect(await send(t, ...items)).toEqual([
        accepted,
        duplicate,
        notThere,
        notThere,
        duplicate,
        duplicate,
        duplicate,
        ...others,
        duplicate,
        accepted,
        duplicate,
      ])
      expect(await t.db.$count(quarantine)).toBe(3)
    }),
  )

  test(
    'sets each point’s latest state and stores every new reading',
    city.undone(async (t) => {
      const { items, gauge, detector, second } = await scene(t)
      const now = t.clock.now()
      const ago = (ms: number) => new Date(now.getTime() - ms)
      await send(t, ...items)
      expect(await pointNow(t, gauge.id)).toMatchObject({
        latest: { pressure: 0.45 },
        latestAt: ago(10 * SECOND),
        latestSequence: 2,
        reportedAt: ago(10 * SECOND),
        receivedAt: now,
        validAt: ago(10 * SECOND),
        online: true,
      })
      expect(await pointNow(t, second.id)).toMatchObject({
        latest: { pressure: 0.35 },
        latestAt: ago(20 * SECOND),
        reportedAt: ago(20 * SECOND),
        validAt: ago(20 * SECOND),
      })
      expect(await pointNow(t, detector.id)).toMatchObject({
        latest: detector.latest,
        latestAt: detector.latestAt,
        reportedAt: ago(5 * SECOND),
        validAt: ago(5 * SECOND),
      })
      const rows = await t.db
        .select()
        .from(reading)
        .where(eq(reading.receivedAt, now))
        .orderBy(asc(reading.at), asc(reading.sequence))
      expect(
        rows.map(({ pointId, at, sequence, buildingId, apiId, measures }) => [
          pointId,
          now.getTime() - at.getTime(),
          sequence,
          buildingId,
          apiId,
          measures.pressure,
        ]),
      ).toEqual([
        [second.id, 50 * SECOND, 0, second.place, 17, 0.31],
        [gauge.id, 40 * SECOND, 0, gauge.buildingId, 17, 0.3],
        [second.id, 20 * SECOND, 0, second.place, 17, 0.35],
        [gauge.id, 10 * SECOND, 0, gauge.buildingId, 17, 0.4],
        [gauge.id, 10 * SECOND, 2, gauge.buildingId, 17, 0.45],
      ])
    }),
  )

  test(
    'quarantines items as they were sent, with the reason',
    city.undone(async (t) => {
      const { items, gauge, id, projectId } = await scene(t)
      const now = t.clock.now()
      await send(t, ...items)
      t.clock.pass(MINUTE)
      await send(t, items[8]!)
      const about = {
        providerId: OWN,
        buildingId: id,
        pointNumber: gauge.pointNumber,
        itemKind: 'reading',
        receivedAt: now,
      }
      const item = { projectId, pointNumber: gauge.pointNumber, sequence: 0 }
      const ahead = new Date(now.getTime() + 10 * MINUTE)
      const impossible = new Date(now.getTime() - 3 * SECOND)
      const rows = await t.db.select().from(quarantine).orderBy(asc(quarantine.id))
      expect(rows).toMatchObject([
        {
          ...about,
          reason: 'future',
          occurredAt: ahead,
          item: { ...item, time: ahead.toISOString(), measures: { pressure: 0.6 } },
        },
        { ...about, reason: 'unset', occurredAt: now, item: { ...item, time: null, measures: { pressure: 0.6 } } },
        {
          ...about,
          reason: 'out-of-range',
          occurredAt: impossible,
          item: { ...item, time: impossible.toISOString(), measures: { pressure: 999 } },
        },
      ])
    }),
  )

  test(
    'is stored completely after a point lost its latest state, each reading once',
    city.undone(async (t) => {
      const { items, gauge } = await scene(t)
      await send(t, ...items)
      await t.db.update(point).set({ latestAt: null, latest: {} }).where(eq(point.id, gauge.id))
      const again = [...items.slice(0, 2), { ...items[1]!, time: wire(t, 41 * SECOND) }, ...items.slice(4, 6)]
      expect(await results(t, ...again)).toEqual(['accepted', 'duplicate', 'accepted', 'duplicate', 'duplicate'])
      expect(await pointNow(t, gauge.id)).toMatchObject({ latest: { pressure: 0.4 }, latestSequence: 0 })
    }),
  )

  test.each([
    ['a heartbeat', {}, 'accepted'],
    ['an impossible reading', { pressure: 999 }, 'quarantined'],
  ])('%s of the same second takes no reading away, before or after it', (_, measures, result) =>
    city.undone(async (t) => {
      const { projectId, gauge } = await somewhere(t)
      const at = (ago: number, told: object) => ({
        projectId,
        pointNumber: gauge.pointNumber,
        time: wire(t, ago),
        measures: told,
      })
      const items = [
        at(20 * SECOND, measures),
        at(20 * SECOND, { pressure: 0.3 }),
        at(10 * SECOND, { pressure: 0.4 }),
        at(10 * SECOND, measures),
      ]
      expect(await results(t, ...items)).toEqual([result, 'accepted', 'accepted', result])
      expect(
        await t.db.$count(
          reading,
          and(
            eq(reading.pointId, gauge.id),
            sql`${reading.at} >= ${items[0]!.time}::timestamp at time zone 'Asia/Shanghai'`,
          ),
        ),
      ).toBe(2)
    })(),
  )
})

test(
  'readings create the missing partitions of retained months only',
  city.undone(async (t) => {
    const { projectId, gauge } = await somewhere(t)
    const tables = async () =>
      (await t.db.execute(sql`select relname from pg_class where relname ~ '^reading_[0-9]{6}$' order by 1`)).rows.map(
        ({ relname }) => relname as string,
      )
    const before = await tables()
    const monthsAgo = (months: number) => {
      const at = new Date(t.clock.now())
      at.setUTCMonth(at.getUTCMonth() - months)
      return at
    }
    const gone = [2, 3].map((months) => `reading_${monthsAgo(months).toISOString().slice(0, 7).replace('-', '')}`)
    expect(before).toEqual(expect.arrayContaining(gone))
    for (const name of gone) await t.db.execute(sql.raw(`drop table ${name}`))
    const item = (time: string) => ({ projectId, pointNumber: gauge.pointNumber, time, measures: { pressure: 0.4 } })
    const old = [2, 3].map((months) => item(wire(t, t.clock.now().getTime() - monthsAgo(months).getTime())))
    const items = [...old, item(LONG_AGO), item(UNSET_TIME), item(wire(t, -400 * DAY))]
    expect(await results(t, ...items)).toEqual(['accepted', 'accepted', 'refused', 'quarantined', 'quarantined'])
    expect(await tables()).toEqual(before)
  }),
)

test(
  'readings are stored in no part if a partition cannot be created',
  city.undone(async (t) => {
    const { projectId, gauge } = await somewhere(t)
    const at = new Date(t.clock.now())
    at.setUTCMonth(at.getUTCMonth() - 2)
    await t.db.execute(sql.raw(`drop table reading_${at.toISOString().slice(0, 7).replace('-', '')}`))
    await t.db.execute(sql`create sequence tries`)
    await t.db.execute(sql`create or replace function ensure_month(parent text, month date) returns void
      language plpgsql as $$ begin perform nextval('tries'); end $$`)
    const item = { projectId, pointNumber: gauge.pointNumber, measures: { pressure: 0.4 } }
    const times = [wire(t, 0), wire(t, t.clock.now().getTime() - at.getTime())]
    const before = await t.db.$count(reading, eq(reading.pointId, gauge.id))
    const items = times.map((time) => ({ ...item, time }))
    expect((await programOf(t, OWN).call(ingest.readings, { items })).code).toBe(500)
    expect((await t.db.execute(sql`select last_value::int as calls from tries`)).rows).toEqual([{ calls: 2 }])
    expect(await t.db.$count(reading, eq(reading.pointId, gauge.id))).toBe(before)
    expect(await pointNow(t, gauge.id)).toEqual(gauge)
  }),
)

test(
  'a reading without the gauge’s own measures leaves an older one of the batch as its last valid report',
  city.undone(async (t) => {
    const { projectId, gauge } = await somewhere(t)
    const at = (ago: number, measures: object) => ({
      projectId,
      pointNumber: gauge.pointNumber,
      time: wire(t, ago * SECOND),
      measures,
    })
    const ago = (seconds: number) => new Date(t.clock.now().getTime() - seconds * SECOND)
    await results(t, at(1, { power: 80 }), at(3, { pressure: 0.4 }), at(2, { signals: 4 }), at(4, { pressure: 0.5 }))
    expect(await pointNow(t, gauge.id)).toMatchObject({
      latest: { power: 80 },
      reportedAt: ago(1),
      validAt: ago(3),
      online: true,
    })
  }),
)

describe('readings are evaluated in the same request', () => {
  test(
    'a condition begins with the oldest reading that shows it, in any order of arrival',
    city.undone(async (t) => {
      const { projectId, gauge, id } = await somewhere(t)
      const second = await secondGauge(t, id)
      const low = (ago: number, where = { projectId, pointNumber: gauge.pointNumber }) => ({
        projectId: where.projectId,
        pointNumber: where.pointNumber,
        time: wire(t, ago * MINUTE),
        measures: { pressure: 0.02 },
      })
      for (const { id: pointId } of [gauge, second]) {
        await t.db.delete(reading).where(eq(reading.pointId, pointId))
        await t.db.update(point).set({ latest: {}, latestAt: null }).where(eq(point.id, pointId))
      }
      await results(t, { ...low(20), measures: { pressure: 0.4 } }, { ...low(20, second), measures: { pressure: 0.4 } })
      expect(await conditionsAt(t, gauge.id)).toEqual([])
      await results(t, low(5), low(8, second), low(9), low(7, second))
      expect(await conditionsAt(t, gauge.id)).toEqual([['pressure-low', 9]])
      expect(await conditionsAt(t, second.id)).toEqual([['pressure-low', 8]])
      await results(t, low(12))
      expect(await conditionsAt(t, gauge.id)).toEqual([['pressure-low', 12]])
      await results(t, { ...low(7), measures: { pressure: 0.4 } })
      expect(await conditionsAt(t, gauge.id)).toEqual([['pressure-low', 5]])
      await results(t, { ...low(1), measures: { pressure: 0.4 } })
      expect(await conditionsAt(t, gauge.id)).toEqual([])
    }),
  )

  test(
    'a heartbeat changes neither the measures nor their condition',
    city.undone(async (t) => {
      const { projectId, gauge } = await somewhere(t)
      const at = (ago: number, measures: object) => ({
        projectId,
        pointNumber: gauge.pointNumber,
        time: wire(t, ago * MINUTE),
        measures,
      })
      await results(t, at(5, { pressure: 0.02 }))
      await results(t, at(2, {}))
      expect(await conditionsAt(t, gauge.id)).toEqual([['pressure-low', 5]])
      expect((await pointNow(t, gauge.id)).latest).toEqual({ pressure: 0.02 })
    }),
  )

  test(
    'an offline point is online again, and its item type is connected again',
    city.undone(async (t) => {
      const { projectId, gauge, points, id } = await somewhere(t)
      const old = new Date(t.clock.now().getTime() - 8 * DAY)
      await t.db
        .update(point)
        .set({ validAt: old, reportedAt: old, online: false })
        .where(and(eq(point.buildingId, id), eq(point.apiId, 17)))
      await t.db.insert(condition).values({ pointId: gauge.id, buildingId: id, cause: 'offline', since: old })
      await t.db
        .update(buildingState)
        .set({ connected: [1], dueAt: new Date(t.clock.now().getTime() + 30 * DAY) })
        .where(eq(buildingState.buildingId, id))
      const items = points
        .filter(({ apiId }) => apiId === 17)
        .map(({ pointNumber }) => ({ projectId, pointNumber, time: wire(t, 0), measures: { pressure: 0.4 } }))
      await results(t, ...items)
      expect(await conditionsAt(t, gauge.id)).toEqual([])
      const [state] = await t.db.select().from(buildingState).where(eq(buildingState.buildingId, id))
      expect(state?.connected).toContain(17)
    }),
  )
})

describe('events are evaluated in the same request', () => {
  test(
    'faults and shields are conditions of their own point until they end',
    city.undone(async (t) => {
      const { projectId, id, points } = await somewhere(t)
      const [one, two] = points.filter(({ apiId }) => apiId === 1) as [(typeof points)[number], (typeof points)[number]]
      for (const { id: pointId } of [one, two]) await t.db.delete(deviceEvent).where(eq(deviceEvent.pointId, pointId))
      const second = await secondGauge(t, id)
      const report = (...items: object[]) => programOf(t, OWN).call(ingest.events, { items } as never)
      const event = (pointNumber: string, kind: string, phase: string, ago: number, where = projectId) => ({
        projectId: where,
        pointNumber,
        kind,
        phase,
        time: wire(t, ago * MINUTE),
      })
      await report(
        event(one.pointNumber, 'fault', 'begin', 9),
        event(two.pointNumber, 'shield', 'begin', 8),
        event(second.pointNumber, 'fault', 'begin', 7, second.projectId),
      )
      expect(await conditionsAt(t, one.id)).toEqual([['fault', 9]])
      expect(await conditionsAt(t, two.id)).toEqual([['shield', 8]])
      expect(await conditionsAt(t, second.id)).toEqual([['fault', 7]])
      await report(event(one.pointNumber, 'fault', 'end', 3))
      expect(await conditionsAt(t, one.id)).toEqual([])
      expect(await conditionsAt(t, two.id)).toEqual([['shield', 8]])
      await report(event(one.pointNumber, 'fire', 'begin', 2))
      expect(await conditionsAt(t, one.id)).toEqual([['alarm-unhandled', 2]])
      await report({ ...event(one.pointNumber, 'fire', 'begin', 2), state: 1, handledTime: wire(t, MINUTE) })
      expect(await conditionsAt(t, one.id)).toEqual([])
    }),
  )
})
