import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { ingest } from '#contract/ingest.ts'
import { building } from '#server/schema/building.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { programOf } from '../support/provider-program.ts'
import { OWN, OTHER, HOUR, somewhere, wire, resultsOf } from '../support/point-fixtures.ts'

const city = await openApi()
afterAll(() => city.close())

describe('a provider', () => {
  async function bothWays(t: TestApi, ask: (where: { projectId: string; pointNumber: string }) => Promise<unknown>) {
    const theirs = await somewhere(t, OTHER)
    const others = await ask({ projectId: theirs.projectId, pointNumber: theirs.gauge.pointNumber })
    const nobodys = await ask({ projectId: 'OP00000000000000', pointNumber: 'X-1' })
    return { others, nobodys, theirs }
  }

  const traces = (t: TestApi, buildingId: number) =>
    t.db
      .execute(
        sql`select (select json_agg(p order by p.id) from point p where p.building_id = ${buildingId}) as points,
        (select count(*) from device_event where building_id = ${buildingId}) as events,
        (select count(*) from reading where building_id = ${buildingId}) as readings,
        (select count(*) from quarantine) as quarantined, (select count(*) from device_event_end) as ends,
        (select count(*) from transmission_device) as devices`,
      )
      .then(({ rows }) => rows[0])

  const calls: [string, (t: TestApi) => (where: { projectId: string; pointNumber: string }) => Promise<unknown>][] = [
    [
      'registerPoints',
      (t) => (where) =>
        programOf(t, OWN).call(ingest.registerPoints, {
          items: [{ ...where, deviceNo: 'D', deviceName: 'N', deviceType: 42, apiId: 1 }],
        }),
    ],
    [
      'events',
      (t) => (where) =>
        programOf(t, OWN).call(ingest.events, {
          items: [
            { ...where, kind: 'fire', phase: 'begin', time: wire(t, 0) },
            { ...where, kind: 'fire', phase: 'end', time: wire(t, 0) },
            { ...where, kind: 'fire', phase: 'begin', time: wire(t, -HOUR) },
          ],
        }),
    ],
    [
      'readings',
      (t) => (where) =>
        programOf(t, OWN).call(ingest.readings, {
          items: [0, -HOUR, 90 * 30 * 24 * HOUR].map((ago) => ({
            ...where,
            time: wire(t, ago),
            measures: { pressure: 0.1 },
          })),
        }),
    ],
    [
      'points',
      (t) =>
        ({ projectId }) =>
          programOf(t, OWN).call(ingest.points, { projectId }),
    ],
    [
      'registerTransmitter',
      (t) =>
        ({ projectId }) =>
          programOf(t, OWN).call(ingest.registerTransmitter, { projectId, address: '119', name: '装置' }),
    ],
    [
      'removeTransmitter',
      (t) =>
        ({ projectId }) =>
          programOf(t, OWN).call(ingest.removeTransmitter, { projectId, address: '119' }),
    ],
  ]
  test.each(calls)('reports by %s for its own buildings only: those of others answer as missing', (_, ask) =>
    city.undone(async (t) => {
      const { id } = await somewhere(t, OTHER)
      const before = await traces(t, id)
      const { others, nobodys } = await bothWays(t, ask(t))
      expect(others).toEqual(nobodys)
      expect(JSON.stringify(others)).toMatch(/不存在/)
      expect(await traces(t, id)).toEqual(before)
    })(),
  )

  test(
    'lists its own buildings and its own quarantined items only',
    city.undone(async (t) => {
      const theirs = await somewhere(t, OTHER)
      const ahead = { projectId: theirs.projectId, pointNumber: theirs.gauge.pointNumber, time: wire(t, -HOUR) }
      await programOf(t, OTHER).call(ingest.readings, { items: [{ ...ahead, measures: {} }] })
      expect((await programOf(t, OTHER).call(ingest.quarantined, {})).data).toMatchObject({ total: 1 })
      expect((await programOf(t, OWN).call(ingest.quarantined, {})).data).toEqual({ list: [], total: 0 })
      const { data } = await programOf(t, OWN).call(ingest.buildings, { pageSize: 100 })
      const listed = data as { list: { projectId: string }[]; total: number }
      const own = await t.db.select().from(building).where(eq(building.providerId, OWN))
      expect(listed.total).toBe(own.length)
      expect(listed.list.map(({ projectId }) => projectId).sort()).toEqual(own.map((b) => b.openProjectId).sort())
    }),
  )

  test(
    'that lost a building is rejected for it',
    city.undone(async (t) => {
      const { projectId, gauge, id } = await somewhere(t)
      const send = () =>
        programOf(t, OWN).call(ingest.readings, {
          items: [{ projectId, pointNumber: gauge.pointNumber, time: wire(t, 0), measures: { pressure: 0.4 } }],
        })
      expect(resultsOf(await send())).toEqual(['accepted'])
      await t.db.update(building).set({ providerId: null }).where(eq(building.id, id))
      expect(resultsOf(await send())).toEqual(['refused'])
    }),
  )

  test(
    'can neither take over nor remove another’s transmission device',
    city.undone(async (t) => {
      const own = await somewhere(t)
      const theirs = await somewhere(t, OTHER)
      const device = { address: '281474976710655', name: '装置' }
      const first = await programOf(t, OWN).call(ingest.registerTransmitter, { projectId: own.projectId, ...device })
      expect(first.code).toBe(200)
      const second = await programOf(t, OTHER).call(ingest.registerTransmitter, {
        projectId: theirs.projectId,
        ...device,
      })
      expect(second).toMatchObject({ code: 409, message: '该装置地址不可用' })
      const remove = (provider: number, { projectId }: { projectId: string }) =>
        programOf(t, provider).call(ingest.removeTransmitter, { projectId, address: device.address })
      expect([await remove(OTHER, own), await remove(OTHER, theirs)]).toMatchObject([{ code: 404 }, { code: 404 }])
      expect((await remove(OWN, own)).code).toBe(200)
    }),
  )
})
