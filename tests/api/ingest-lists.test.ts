import { asc, eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { ingest } from '#contract/ingest.ts'
import { toWireTime } from '#contract/time.ts'
import { building } from '#server/schema/building.table.ts'
import { point } from '#server/schema/point.table.ts'
import { deviceEvent } from '#server/schema/record.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { HOUR, MINUTE, OTHER, OWN, somewhere, wire } from '../support/point-fixtures.ts'
import { programOf } from '../support/provider-program.ts'

const city = await openApi()
afterAll(() => city.close())

const DAY = 24 * HOUR

async function pagesOf(call: (page: { currentPage: number; pageSize: number }) => Promise<{ data: unknown }>) {
  const pages = []
  for (const currentPage of [1, 2, 3]) {
    const { list, total } = (await call({ currentPage, pageSize: 2 })).data as { list: object[]; total: number }
    pages.push({ list, total })
  }
  return pages
}
const pagesIn = <T>(rows: readonly T[], total = rows.length) =>
  [0, 2, 4].map((from) => ({ list: rows.slice(from, from + 2), total }))

test(
  'hello returns the provider’s name and the server’s time',
  city.undone(async (t) => {
    expect((await programOf(t, OWN).call(ingest.hello, {})).data).toEqual({
      name: '上海砚清智慧消防科技有限公司',
      time: wire(t, 0),
    })
  }),
)

test(
  'a provider’s buildings are listed by id, in pages',
  city.undone(async (t) => {
    const rows = await t.db.select().from(building).where(eq(building.providerId, OWN)).orderBy(asc(building.id))
    const expected = rows.map(({ openProjectId, name, address }) => ({ projectId: openProjectId, name, address }))
    expect(rows.length).toBeGreaterThan(4)
    expect(await pagesOf((page) => programOf(t, OWN).call(ingest.buildings, page))).toEqual(
      pagesIn(expected, rows.length),
    )
  }),
)

test(
  'a building’s points are listed by item type and id, with their last report',
  city.undone(async (t) => {
    const { projectId, points, detector, gauge } = await somewhere(t)
    await t.db.update(point).set({ reportedAt: null, online: false }).where(eq(point.id, detector.id))
    await t.db
      .update(point)
      .set({ apiId: 1, deviceType: 42 })
      .where(eq(point.id, points.at(-1)!.id))
    const rows = await t.db
      .select()
      .from(point)
      .where(eq(point.buildingId, gauge.buildingId))
      .orderBy(asc(point.apiId), asc(point.id))
    const expected = rows.map(({ pointNumber, deviceNo, deviceName, deviceType, apiId, online, reportedAt }) => ({
      pointNumber,
      deviceNo,
      deviceName,
      deviceType,
      apiId,
      online,
      reportedTime: reportedAt && toWireTime(reportedAt),
    }))
    const program = programOf(t, OWN)
    expect(await pagesOf((page) => program.call(ingest.points, { projectId, ...page }))).toEqual(
      pagesIn(expected, rows.length),
    )
    const { data } = await program.call(ingest.points, { projectId, pageSize: 100 })
    expect((data as { list: object[] }).list).toEqual(expected.slice(0, 100))
    expect(expected.some(({ reportedTime }) => reportedTime === null)).toBe(true)
    expect(expected.some(({ reportedTime }) => reportedTime !== null)).toBe(true)
  }),
)

test(
  'quarantined items are listed newest first, in pages',
  city.undone(async (t) => {
    const { projectId, gauge } = await somewhere(t)
    const program = programOf(t, OWN)
    const about = { projectId, pointNumber: gauge.pointNumber }
    const expected: object[] = []
    for (let i = 1; i <= 5; i++) {
      // Two at one moment.
      if (i !== 3) t.clock.pass(MINUTE)
      const time = wire(t, -i * HOUR)
      if (i === 5) await program.call(ingest.events, { items: [{ ...about, kind: 'shield', phase: 'end', time }] })
      else await program.call(ingest.readings, { items: [{ ...about, time, measures: {} }] })
      expected.unshift({
        projectId,
        pointNumber: gauge.pointNumber,
        reason: 'future',
        kind: i === 5 ? 'shield end' : 'reading',
        time,
        receivedTime: wire(t, 0),
      })
    }
    expect(await pagesOf((page) => program.call(ingest.quarantined, page))).toEqual(pagesIn(expected))
  }),
)

test(
  'quarantined items of points with one number name their buildings, and are listed by building',
  city.undone(async (t) => {
    const places = await t.db
      .select({ projectId: building.openProjectId })
      .from(building)
      .where(eq(building.providerId, OWN))
      .orderBy(asc(building.id))
      .limit(2)
    const program = programOf(t, OWN)
    for (const { projectId } of places) {
      const named = { projectId, pointNumber: '1.1.12' }
      await program.call(ingest.registerPoints, {
        items: [{ ...named, deviceNo: 'D-1', deviceName: '压力表', deviceType: 140, apiId: 17 }],
      })
      t.clock.pass(MINUTE)
      await program.call(ingest.readings, { items: [{ ...named, time: wire(t, -HOUR), measures: {} }] })
    }
    const listed = async (input: { projectId?: string }) => {
      const { list, total } = (await program.call(ingest.quarantined, input)).data as unknown as {
        list: { projectId: string; pointNumber: string }[]
        total: number
      }
      return [total, ...list.map(({ projectId, pointNumber }) => [projectId, pointNumber])]
    }
    const [first, second] = places.map(({ projectId }) => [projectId, '1.1.12'])
    expect(await listed({})).toEqual([2, second, first])
    expect(await listed({ projectId: places[0]!.projectId })).toEqual([1, first])
  }),
)

describe('a building’s records', () => {
  type Input = { kind?: string; startTime?: string; endTime?: string; currentPage?: number; pageSize?: number }

  async function scene(t: TestApi) {
    const { projectId, id, detector, gauge } = await somewhere(t)
    await t.db.delete(deviceEvent).where(eq(deviceEvent.buildingId, id))
    const program = programOf(t, OWN)
    const begin = (ago: number, kind: string, more: object = {}) => ({
      projectId,
      pointNumber: detector.pointNumber,
      kind,
      phase: 'begin',
      time: wire(t, ago),
      ...more,
    })
    const report = (...items: object[]) => program.call(ingest.events, { items } as never)
    const read = (input: Input = {}) => program.call(ingest.records, { projectId, ...input } as never)
    const times = async (input: Input = {}) => {
      const { list, total } = (await read(input)).data as unknown as { list: { time: string }[]; total: number }
      return [total, ...list.map(({ time }) => time)]
    }
    return { projectId, id, detector, gauge, program, begin, report, read, times }
  }

  test(
    'are those of the last 31 days by default, both ends inclusive to the second',
    city.undone(async (t) => {
      const { begin, report, times } = await scene(t)
      const agos = [0, 5 * DAY, 31 * DAY, 31 * DAY + 1000, 40 * DAY]
      await report(...agos.map((ago) => begin(ago, 'fault')))
      const wires = agos.map((ago) => wire(t, ago))
      expect(await times()).toEqual([3, ...wires.slice(0, 3)])
      expect(await times({ endTime: wires[3]! })).toEqual([2, ...wires.slice(3)])
      expect(await times({ endTime: wire(t, 1000) })).toEqual([3, ...wires.slice(1, 4)])
      expect(await times({ startTime: wires[2]! })).toEqual([3, ...wires.slice(0, 3)])
      expect(await times({ startTime: wires[4]!, endTime: wire(t, 9 * DAY) })).toEqual([3, ...wires.slice(2)])
      expect(await times({ startTime: wires[1]!, endTime: wires[1]! })).toEqual([1, wires[1]])
      expect(await times({ startTime: wire(t, 5 * DAY - 1000), endTime: wire(t, DAY) })).toEqual([0])
      expect(await times({ startTime: wire(t, 9 * DAY), endTime: wire(t, 5 * DAY + 1000) })).toEqual([0])
    }),
  )

  test(
    'are rejected for a span over 31 days',
    city.undone(async (t) => {
      const { read } = await scene(t)
      const message = '时间范围最长 31 天'
      const refused = { code: 400, message, errors: { startTime: message } }
      expect(await read({ startTime: wire(t, 31 * DAY + 1000) })).toMatchObject(refused)
      expect(await read({ startTime: wire(t, 41 * DAY + 1000), endTime: wire(t, 10 * DAY) })).toMatchObject(refused)
      expect((await read({ startTime: wire(t, 41 * DAY), endTime: wire(t, 10 * DAY) })).code).toBe(200)
    }),
  )

  test(
    'are listed newest first, filtered by kind, in pages',
    city.undone(async (t) => {
      const { begin, report, program, projectId, times } = await scene(t)
      const kinds = ['fire', 'fault', 'fault', 'shield', 'fault', 'fault']
      await report(...kinds.map((kind, i) => begin(i * MINUTE, kind)), begin(MINUTE, 'fault', { sequence: 1 }))
      const faults = [1, 1, 2, 4, 5].map((minutes) => wire(t, minutes * MINUTE))
      const pages = await pagesOf((page) => program.call(ingest.records, { projectId, kind: 'fault', ...page }))
      expect(pages.map(({ list, total }) => [total, ...list.map((row) => (row as { time: string }).time)])).toEqual(
        pagesIn(faults).map(({ list, total }) => [total, ...list]),
      )
      expect(await times({ kind: 'shield' })).toEqual([1, wire(t, 3 * MINUTE)])
      expect(await times({ kind: 'action' })).toEqual([0])
      expect((await times())[0]).toBe(7)
    }),
  )

  test(
    'of the same time are listed by id, descending',
    city.undone(async (t) => {
      const { begin, report, read } = await scene(t)
      for (const kind of ['fault', 'shield', 'action', 'fire']) await report(begin(MINUTE, kind))
      const { list } = (await read()).data as unknown as { list: { kind: string }[] }
      expect(list.map(({ kind }) => kind)).toEqual(['fire', 'action', 'shield', 'fault'])
      const batch = ['fault', 'shield', 'action', 'fire']
      await report(...batch.map((kind) => begin(0, kind)))
      const after = (await read({ startTime: wire(t, 0) })).data as unknown as { list: { kind: string }[] }
      expect(after.list.map(({ kind }) => kind)).toEqual(batch)
    }),
  )

  test(
    'contain point, times, handling and marks',
    city.undone(async (t) => {
      const { begin, report, read, detector } = await scene(t)
      await t.db.update(point).set({ floor: '3层', zone: '走道' }).where(eq(point.id, detector.id))
      const handledTime = wire(t, 2 * MINUTE)
      await report(
        begin(9 * MINUTE, 'fault', { state: 2, handledTime }),
        { ...begin(4 * MINUTE, 'fault'), phase: 'end' },
        begin(20 * MINUTE, 'fire', { pointNumber: 'X-1' }),
        begin(-HOUR, 'fire'),
      )
      t.clock.pass(MINUTE)
      const { pointNumber, deviceNo, deviceName } = detector
      const named = { pointNumber, deviceNo, deviceName, floor: '3层', zone: '走道', isUnregistered: false }
      const unknown = { deviceNo: null, deviceName: null, floor: null, zone: null, isUnregistered: true }
      const plain = { timeMark: null, deviceTime: null, endTime: null, state: 0, handledTime: null }
      const receivedTime = wire(t, MINUTE)
      expect((await read()).data).toEqual({
        list: [
          {
            ...plain,
            ...named,
            apiId: 1,
            kind: 'fire',
            time: wire(t, MINUTE),
            receivedTime,
            timeMark: 'ahead',
            deviceTime: wire(t, MINUTE - HOUR),
          },
          {
            ...plain,
            ...named,
            apiId: 2,
            kind: 'fault',
            time: wire(t, 10 * MINUTE),
            receivedTime,
            endTime: wire(t, 5 * MINUTE),
            state: 2,
            handledTime,
          },
          {
            ...plain,
            ...unknown,
            pointNumber: 'X-1',
            apiId: 1,
            kind: 'fire',
            time: wire(t, 21 * MINUTE),
            receivedTime,
          },
        ],
        total: 3,
      })
    }),
  )

  test(
    'and points, and removed points, of another provider’s building are not found',
    city.undone(async (t) => {
      const { projectId } = await somewhere(t, OTHER)
      const program = programOf(t, OWN)
      for (const call of [ingest.records, ingest.points, ingest.removedPoints])
        for (const where of [projectId, 'OP00000000000000'])
          expect(await program.call(call, { projectId: where } as never)).toMatchObject({ code: 404, data: null })
    }),
  )
})

test(
  'removed points are listed newest first, without points registered again or never registered',
  city.undone(async (t) => {
    const { projectId } = await somewhere(t)
    const there = await somewhere(t, OTHER)
    const program = programOf(t, OWN)
    const spare = Array.from({ length: 6 }, (_, i) => ({
      projectId,
      pointNumber: `R-${i}`,
      deviceNo: `D-${i}`,
      deviceName: `压力表${i}`,
      deviceType: 140,
      apiId: 17,
    }))
    await program.call(ingest.registerPoints, { items: spare })
    await program.call(ingest.events, {
      items: [{ projectId, pointNumber: 'X-1', kind: 'fire', phase: 'begin', time: wire(t, 0) }],
    })
    const item = { projectId: there.projectId, pointNumber: there.gauge.pointNumber }
    await programOf(t, OTHER).call(ingest.removePoints, { items: [item] })
    const remove = async (...numbers: number[]) => {
      t.clock.pass(MINUTE)
      await program.call(ingest.removePoints, {
        items: numbers.map((n) => ({ projectId, pointNumber: `R-${n}` })),
      })
      return wire(t, 0)
    }
    const times = [await remove(0), await remove(3), await remove(1, 2), await remove(4), await remove(5)]
    await program.call(ingest.registerPoints, { items: [spare[3]!] })
    const removed = (n: number, removedTime: string) => ({
      pointNumber: `R-${n}`,
      deviceNo: `D-${n}`,
      deviceName: `压力表${n}`,
      removedTime,
      removedBy: 'provider',
    })
    const expected = [
      removed(5, times[4]!),
      removed(4, times[3]!),
      removed(2, times[2]!),
      removed(1, times[2]!),
      removed(0, times[0]!),
    ]
    expect(await pagesOf((page) => program.call(ingest.removedPoints, { projectId, ...page }))).toEqual(
      pagesIn(expected),
    )
  }),
)
