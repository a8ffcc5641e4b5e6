import { and, asc, eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { ingest, type Outcome } from '#contract/ingest.ts'
import { createApi } from '#server/create-api.ts'
import { OPEN_ALARM } from '#server/devices/remove-points.ts'
import type { Metrics } from '#server/platform/deps.ts'
import { NO_METRICS, NOOP_OPERATIONS } from '#server/platform/noop-operations.ts'
import { audit } from '#server/schema/audit.table.ts'
import { building } from '#server/schema/building.table.ts'
import { point } from '#server/schema/point.table.ts'
import { problem } from '#server/schema/problem.table.ts'
import { transmissionDevice } from '#server/schema/transmission-device.table.ts'
import { buildingState, condition } from '#server/schema/evaluation.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { HOUR, MINUTE, OTHER, OWN, somewhere, wire } from '../support/point-fixtures.ts'
import { programOf } from '../support/provider-program.ts'

const city = await openApi()
afterAll(() => city.close())

const NEW = { deviceNo: 'D-1', deviceName: '3层烟感', deviceType: 42, apiId: 1 }
const ACCEPTED = { result: 'accepted', message: null }
const DUPLICATE = { result: 'duplicate', message: null }
const NOT_THERE = { result: 'refused', message: '建筑或点位不存在' }
const FULL = { ...NEW, floor: '3层', zone: '走道', descript: '东侧' }

const register = async (t: TestApi, ...items: object[]) =>
  ((await programOf(t, OWN).call(ingest.registerPoints, { items } as never)).data as unknown as Outcome).results
const remove = async (t: TestApi, ...items: object[]) =>
  ((await programOf(t, OWN).call(ingest.removePoints, { items } as never)).data as unknown as Outcome).results
const pointAt = async (t: TestApi, buildingId: number, pointNumber: string) =>
  (
    await t.db
      .select()
      .from(point)
      .where(and(eq(point.buildingId, buildingId), eq(point.pointNumber, pointNumber)))
  )[0]
const auditOf = async (t: TestApi, action: string) =>
  (await t.db.select().from(audit).where(eq(audit.action, action)).orderBy(asc(audit.id))).map(({ detail }) => detail)

async function elsewhere(t: TestApi, buildingId: number) {
  const [place] = await t.db
    .select({ id: building.id, projectId: building.openProjectId })
    .from(building)
    .where(and(eq(building.providerId, OWN), sql`${building.id} <> ${buildingId}`))
    .orderBy(asc(building.id))
    .limit(1)
  return place!
}

describe('registering points', () => {
  test(
    'stores all fields, and accepts a change of each field once',
    city.undone(async (t) => {
      const { projectId, id } = await somewhere(t)
      const item = { projectId, pointNumber: 'T-1' }
      expect(await register(t, { ...item, ...FULL })).toEqual([ACCEPTED])
      const registered = t.clock.now()
      const before = await pointAt(t, id, 'T-1')
      expect(before).toMatchObject({
        ...FULL,
        systemId: 1,
        apiType: 1,
        createdAt: registered,
        version: 1,
        online: false,
      })
      let version = 1
      const changes = [
        { deviceNo: 'D-2' },
        { deviceName: '烟感' },
        { deviceType: 40 },
        { apiId: 2 },
        { floor: '4层' },
        { zone: '前室' },
        { descript: '西侧' },
      ]
      for (const change of changes) {
        t.clock.pass(1000)
        expect([change, ...(await register(t, { ...item, ...FULL, ...change }))]).toEqual([change, ACCEPTED])
        expect(await register(t, { ...item, ...FULL, ...change })).toEqual([DUPLICATE])
        expect(await pointAt(t, id, 'T-1')).toMatchObject({
          ...FULL,
          ...change,
          id: before!.id,
          apiType: 'apiId' in change ? 2 : 1,
          createdAt: registered,
          version: (version += 1),
        })
        await register(t, { ...item, ...FULL })
        version += 1
      }
    }),
  )

  test(
    'without floor, zone and description keeps those of the unit; a given text replaces them and is audited',
    city.undone(async (t) => {
      const { projectId, id } = await somewhere(t)
      const item = { projectId, pointNumber: 'T-1', ...NEW }
      await register(t, item)
      const { id: pointId } = (await pointAt(t, id, 'T-1'))!
      const placed = { floor: '3层', zone: '走道', descript: '东侧' }
      await t.db.update(point).set(placed).where(eq(point.id, pointId))
      expect(await register(t, item)).toEqual([DUPLICATE])
      expect(await register(t, { ...item, deviceNo: 'D-2' })).toEqual([ACCEPTED])
      expect(await pointAt(t, id, 'T-1')).toMatchObject({ ...placed, deviceNo: 'D-2' })
      expect(await register(t, { ...item, deviceNo: 'D-2', floor: '4层', zone: '' })).toEqual([ACCEPTED])
      expect(await pointAt(t, id, 'T-1')).toMatchObject({ floor: '4层', zone: null, descript: '东侧' })
      const details = await auditOf(t, 'ingest.registerPoints')
      expect(details.map((detail) => (detail as { changes: object[] }).changes)).toEqual([
        [],
        [],
        [],
        [
          {
            name: 'T-1',
            pointId,
            before: { floor: '3层', zone: '走道' },
            after: { floor: '4层', zone: null },
          },
        ],
      ])
    }),
  )

  test(
    'stores empty texts as null',
    city.undone(async (t) => {
      const { projectId, id } = await somewhere(t)
      const item = { projectId, pointNumber: 'T-1', ...NEW }
      expect(await register(t, { ...item, floor: '', zone: '', descript: '' })).toEqual([ACCEPTED])
      expect(await pointAt(t, id, 'T-1')).toMatchObject({ floor: null, zone: null, descript: null })
      expect(await register(t, item)).toEqual([DUPLICATE])
    }),
  )

  test(
    'returns a result per item and registers valid items in their own building',
    city.undone(async (t) => {
      const { projectId, id, gauge } = await somewhere(t)
      const second = await elsewhere(t, id)
      const theirs = await somewhere(t, OTHER)
      const at = (pointNumber: string, where: string, more: object = {}) => ({
        projectId: where,
        pointNumber,
        ...NEW,
        ...more,
      })
      const noBuilding = { result: 'refused', message: '建筑不存在' }
      const items = [
        at('T-1', projectId),
        at('T-1', second.projectId),
        at('T-1', theirs.projectId),
        at('T-1', 'OP00000000000000'),
        at('T-2', projectId, { apiId: 999 }),
        at('T-1', projectId),
        at('T-3', projectId, { apiId: 17 }),
        at('T-3', projectId),
      ]
      expect(await register(t, ...items)).toEqual([
        ACCEPTED,
        ACCEPTED,
        noBuilding,
        noBuilding,
        { result: 'refused', message: '接口类型不存在' },
        { result: 'refused', message: '同一批次中点位编号重复' },
        { result: 'refused', message: '设备类型“点型光电感烟火灾探测器”不能上报“消火栓管网压力”' },
        ACCEPTED,
      ])
      expect(await pointAt(t, id, 'T-1')).toMatchObject({ deviceName: '3层烟感' })
      expect(await pointAt(t, second.id, 'T-1')).toMatchObject({ deviceName: '3层烟感' })
      expect(await pointAt(t, theirs.id, 'T-1')).toBeUndefined()
      const [detail] = await auditOf(t, 'ingest.registerPoints')
      expect(detail).toMatchObject({ points: 3 })
      expect((detail as { buildingIds: number[] }).buildingIds.toSorted((a, b) => a - b)).toEqual(
        [id, second.id].toSorted((a, b) => a - b),
      )
      expect(await register(t, at('T-1', projectId))).toEqual([DUPLICATE])
      expect((await auditOf(t, 'ingest.registerPoints'))[1]).toMatchObject({ points: 0, buildingIds: [] })
      expect(await register(t, at('X', 'OP00000000000000'))).toEqual([noBuilding])
      expect((await auditOf(t, 'ingest.registerPoints'))[2]).toMatchObject({ points: 0, buildingIds: [] })
      expect(gauge.buildingId).toBe(id)
    }),
  )

  test(
    'evaluates its buildings in the same request',
    city.undone(async (t) => {
      const { projectId, id, gauge } = await somewhere(t)
      const now = t.clock.now()
      await register(t, { projectId, pointNumber: 'T-1', ...NEW })
      const added = await pointAt(t, id, 'T-1')
      const conditionsAt = (pointId: number) => t.db.select().from(condition).where(eq(condition.pointId, pointId))
      expect(await conditionsAt(added!.id)).toMatchObject([{ cause: 'mute', since: now, buildingId: id }])
      await t.db
        .update(buildingState)
        .set({ connected: [], dueAt: new Date(now.getTime() + 30 * 24 * HOUR) })
        .where(eq(buildingState.buildingId, id))
      const { pointNumber, deviceNo, deviceType } = gauge
      const renamed = { projectId, pointNumber, deviceNo, deviceType, apiId: 17, deviceName: '改名' }
      expect(await register(t, renamed)).toEqual([ACCEPTED])
      expect(await register(t, renamed)).toEqual([DUPLICATE])
      expect(await conditionsAt(gauge.id)).toEqual([])
    }),
  )

  test(
    'cancels the release of a point',
    city.undone(async (t) => {
      const { projectId, id, gauge } = await somewhere(t)
      const { pointNumber, deviceNo, deviceName, deviceType, floor, zone, descript } = gauge
      const item = { projectId, pointNumber, deviceNo, deviceName, deviceType, apiId: 17 }
      const same = { ...item, floor: floor ?? '', zone: zone ?? '', descript: descript ?? '' }
      expect(await register(t, same)).toEqual([DUPLICATE])
      await t.db.update(point).set({ releasedAt: t.clock.now() }).where(eq(point.id, gauge.id))
      expect(await register(t, same)).toEqual([ACCEPTED])
      expect(await pointAt(t, id, pointNumber)).toMatchObject({ id: gauge.id, releasedAt: null })
    }),
  )
})

describe('removing points', () => {
  test(
    'returns a result per item and removes points without an open alarm',
    city.undone(async (t) => {
      const { projectId, id, gauge, detector } = await somewhere(t)
      const second = await elsewhere(t, id)
      const theirs = await somewhere(t, OTHER)
      await register(
        t,
        { projectId, pointNumber: 'T-1', ...NEW },
        { projectId: second.projectId, pointNumber: 'T-1', ...NEW },
      )
      const event = { projectId, phase: 'begin', time: wire(t, MINUTE) }
      await programOf(t, OWN).call(ingest.events, {
        items: [
          { ...event, pointNumber: detector.pointNumber, kind: 'fire' },
          { ...event, pointNumber: 'T-1', kind: 'fault' },
          { ...event, pointNumber: 'X-1', kind: 'fire' },
        ],
      } as never)
      const [openProblems] = await t.db
        .select({ n: sql<number>`count(*)::int` })
        .from(problem)
        .innerJoin(point, eq(point.id, problem.pointId))
        .where(and(eq(point.pointNumber, 'T-1'), sql`${problem.solvedAt} is null`))
      const items = [
        { projectId, pointNumber: 'T-1' },
        { projectId: second.projectId, pointNumber: 'T-1' },
        { projectId, pointNumber: 'T-1' },
        { projectId, pointNumber: detector.pointNumber },
        { projectId, pointNumber: detector.pointNumber },
        { projectId, pointNumber: 'T-9' },
        { projectId, pointNumber: 'X-1' },
        { projectId: theirs.projectId, pointNumber: theirs.gauge.pointNumber },
        { projectId: 'OP00000000000000', pointNumber: 'T-1' },
      ]
      const refused = { result: 'refused', message: OPEN_ALARM }
      const rest = [refused, refused, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE]
      expect(await remove(t, ...items)).toEqual([ACCEPTED, ACCEPTED, DUPLICATE, ...rest])
      expect(await pointAt(t, id, 'T-1')).toBeUndefined()
      expect(await pointAt(t, second.id, 'T-1')).toBeUndefined()
      expect(await pointAt(t, id, detector.pointNumber)).toBeDefined()
      expect(await pointAt(t, id, gauge.pointNumber)).toBeDefined()
      expect(await pointAt(t, theirs.id, theirs.gauge.pointNumber)).toBeDefined()
      const [detail] = await auditOf(t, 'ingest.removePoints')
      expect(detail).toMatchObject({ points: 2, problems: openProblems!.n })
      expect(openProblems!.n).toBeGreaterThan(0)
      expect((detail as { buildingIds: number[] }).buildingIds.toSorted((a, b) => a - b)).toEqual(
        [id, second.id].toSorted((a, b) => a - b),
      )
      expect(Object.keys(detail!).toSorted()).toEqual(['buildingIds', 'points', 'problems', 'providerId'])
      expect(await remove(t, ...items)).toEqual([DUPLICATE, DUPLICATE, DUPLICATE, ...rest])
      expect((await auditOf(t, 'ingest.removePoints'))[1]).toMatchObject({ points: 0, problems: 0, buildingIds: [id] })
    }),
  )
})

describe('registering a transmission device', () => {
  const device = { address: '119', name: '1号传输装置' }
  const PROTOCOL = 'GB/T 26875.3-2011'

  test(
    'stores the default protocol; only its own provider may move and rename it',
    city.undone(async (t) => {
      const { projectId, id } = await somewhere(t)
      const second = await elsewhere(t, id)
      const theirs = await somewhere(t, OTHER)
      const program = programOf(t, OWN)
      const created = t.clock.now()
      expect(await program.call(ingest.registerTransmitter, { projectId, ...device })).toMatchObject({
        code: 200,
        data: null,
      })
      const row = { address: 119, providerId: OWN, protocol: PROTOCOL, createdAt: created }
      expect(await t.db.select().from(transmissionDevice)).toMatchObject([
        { ...row, buildingId: id, name: device.name },
      ])
      t.clock.pass(MINUTE)
      const moved = { address: '119', name: '2号', projectId: second.projectId, protocol: PROTOCOL }
      expect((await program.call(ingest.registerTransmitter, moved)).code).toBe(200)
      const other = await programOf(t, OTHER).call(ingest.registerTransmitter, {
        projectId: theirs.projectId,
        ...device,
      })
      expect(other).toMatchObject({ code: 409, message: '该装置地址不可用' })
      expect(await t.db.select().from(transmissionDevice)).toMatchObject([
        { ...row, buildingId: second.id, name: '2号' },
      ])
      expect(await auditOf(t, 'ingest.registerTransmitter')).toEqual([
        { buildingId: id, address: 119, providerId: OWN },
        { buildingId: second.id, address: 119, providerId: OWN },
      ])
    }),
  )

  test(
    'is rejected for an unknown protocol and for another provider’s building',
    city.undone(async (t) => {
      const { projectId } = await somewhere(t)
      const theirs = await somewhere(t, OTHER)
      const program = programOf(t, OWN)
      for (const protocol of ['GB/T 26875.3-2025', 'toString', ''])
        expect(await program.call(ingest.registerTransmitter, { projectId, ...device, protocol })).toMatchObject({
          code: 400,
          message: '不支持该协议版本',
          errors: { protocol: '不支持该协议版本' },
        })
      for (const where of [theirs.projectId, 'OP00000000000000'])
        expect((await program.call(ingest.registerTransmitter, { projectId: where, ...device })).code).toBe(404)
      expect(await t.db.$count(transmissionDevice)).toBe(0)
    }),
  )
})

test(
  'batches are counted by kind and result; rejected requests are not counted',
  city.undone(async (t) => {
    const counted: unknown[] = []
    const ingested: Metrics['ingested'] = (kind, { accepted, duplicate, quarantined, refused }) =>
      void counted.push([kind, accepted, duplicate, quarantined, refused])
    const deps = {
      ...t.deps,
      operations: { ...NOOP_OPERATIONS, callsAtOnce: 10, metrics: { ...NO_METRICS, ingested } },
    }
    const program = programOf({ ...t, deps, api: createApi(deps) }, OWN)
    const { projectId, gauge } = await somewhere(t)
    const point = { projectId, pointNumber: gauge.pointNumber }
    const item = { projectId, pointNumber: 'T-1', ...NEW }
    await program.call(ingest.registerPoints, { items: [item, item, { ...item, pointNumber: 'T-2' }] })
    const reading = { ...point, time: wire(t, 0), measures: { pressure: 0.4 } }
    const ahead = { ...reading, time: wire(t, -HOUR) }
    await program.call(ingest.readings, { items: [reading, reading, ahead, { ...reading, pointNumber: 'X-1' }, ahead] })
    const fault = { ...point, kind: 'fault', phase: 'begin', time: wire(t, 0) } as const
    await program.call(ingest.events, { items: [fault, fault, { ...fault, phase: 'end' }] })
    await program.call(ingest.events, { items: [] })
    expect(counted).toEqual([
      ['points', 2, 0, 0, 1],
      ['readings', 1, 1, 2, 1],
      ['events', 2, 1, 0, 0],
    ])
  }),
)
