import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { ingest, type Outcome } from '#contract/ingest.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { HOUR, MINUTE, OWN, pointNow, somewhere, wire } from '../support/point-fixtures.ts'
import { programOf } from '../support/provider-program.ts'

const city = await openApi()
afterAll(() => city.close())

type Place = Awaited<ReturnType<typeof somewhere>>
type Point = Place['gauge']

const register = async (t: TestApi, { projectId }: Place, point: Point, apiId: number, more: object = {}) => {
  const { pointNumber, deviceNo, deviceName, deviceType, floor, zone, descript } = point
  const item = {
    projectId,
    pointNumber,
    deviceNo,
    deviceName,
    deviceType,
    apiId,
    floor: floor ?? undefined,
    zone: zone ?? undefined,
    descript: descript ?? undefined,
    ...more,
  }
  return ((await programOf(t, OWN).call(ingest.registerPoints, { items: [item] })).data as unknown as Outcome)
    .results[0]
}
const report = (t: TestApi, { projectId }: Place, { pointNumber }: Point, measures: Record<string, number>) =>
  programOf(t, OWN).call(ingest.readings, { items: [{ projectId, pointNumber, time: wire(t, 0), measures }] })
const event = (
  t: TestApi,
  { projectId }: Place,
  { pointNumber }: Point,
  more: { kind: 'fault' | 'fire'; phase: 'begin' | 'end' },
) => programOf(t, OWN).call(ingest.events, { items: [{ projectId, pointNumber, time: wire(t, 0), ...more }] })
const openAt = async (t: TestApi, { id }: Point) =>
  (await t.db.execute(sql`select cause from problem where point_id = ${id} and solved_at is null order by 1`)).rows.map(
    ({ cause }) => cause,
  )
const conditionsAt = async (t: TestApi, { id }: Point) =>
  (await t.db.execute(sql`select cause from trouble where point_id = ${id} order by 1`)).rows.map(({ cause }) => cause)

const REFUSED = { result: 'refused', message: '点位有未结束的异常或报警，不能修改接口类型，请在其结束后再修改' }

describe('changing the item type of a point', () => {
  test(
    'is rejected while a problem is open, which remains; the rest of the batch is applied, and other fields may change',
    city.undone(async (t) => {
      const place = await somewhere(t)
      const { gauge } = place
      await report(t, place, gauge, { pressure: 0.02 })
      t.clock.pass(3 * HOUR)
      await report(t, place, gauge, { pressure: 0.02 })
      expect(await openAt(t, gauge)).toEqual(['pressure-low'])
      expect(await register(t, place, gauge, 64)).toEqual(REFUSED)
      expect(await openAt(t, gauge)).toEqual(['pressure-low'])
      expect(await pointNow(t, gauge.id)).toMatchObject({ apiId: 17, systemId: 2, deviceName: gauge.deviceName })
      expect(await register(t, place, gauge, 64, { deviceName: '改名' })).toEqual(REFUSED)
      expect((await pointNow(t, gauge.id)).deviceName).toBe(gauge.deviceName)
      expect(await register(t, place, gauge, 17, { deviceName: '改名' })).toMatchObject({ result: 'accepted' })
      expect(await openAt(t, gauge)).toEqual(['pressure-low'])
    }),
  )

  test(
    'is rejected while a cause is not yet a problem, while the point is offline, and while a fault or fire is open',
    city.undone(async (t) => {
      const place = await somewhere(t)
      const { gauge, detector } = place
      await report(t, place, gauge, { pressure: 0.02 })
      expect(await openAt(t, gauge)).toEqual([])
      expect(await register(t, place, gauge, 64)).toEqual(REFUSED)
      t.clock.pass(1000)
      await report(t, place, gauge, { pressure: 0.4 })
      await t.db.execute(sql`update point set online = false where id = ${gauge.id}`)
      await t.db.execute(
        sql`insert into trouble values (${gauge.id}, 'offline', ${place.id}, now()) on conflict do nothing`,
      )
      expect(await register(t, place, gauge, 64)).toEqual(REFUSED)
      for (const kind of ['fault', 'fire'] as const) {
        t.clock.pass(MINUTE)
        await event(t, place, detector, { kind, phase: 'begin' })
        expect(await register(t, place, detector, 2)).toEqual(REFUSED)
        t.clock.pass(MINUTE)
        await event(t, place, detector, { kind, phase: 'end' })
      }
      expect(await register(t, place, detector, 2)).toEqual(REFUSED)
    }),
  )

  test(
    'creates a new point if nothing is open: former reports do not count for the new type',
    city.undone(async (t) => {
      const place = await somewhere(t)
      const { gauge } = place
      await report(t, place, gauge, { pressure: 0.15 })
      t.clock.pass(1000)
      expect(await register(t, place, gauge, 64)).toMatchObject({ result: 'accepted' })
      expect(await pointNow(t, gauge.id)).toMatchObject({
        apiId: 64,
        online: false,
        validAt: null,
        createdAt: t.clock.now(),
        latest: {},
        latestAt: null,
      })
      expect(await conditionsAt(t, gauge)).toEqual(['mute'])
      t.clock.pass(3 * HOUR)
      expect(await register(t, place, gauge, 64, { deviceName: '改名' })).toMatchObject({ result: 'accepted' })
      expect(await conditionsAt(t, gauge)).toEqual(['mute'])
      expect(await openAt(t, gauge)).toEqual([])
      expect(await register(t, place, gauge, 17)).toMatchObject({ result: 'accepted' })
      expect(await register(t, place, gauge, 64)).toMatchObject({ result: 'accepted' })
      t.clock.pass(1000)
      await report(t, place, gauge, { pressure: 0.4 })
      expect(await pointNow(t, gauge.id)).toMatchObject({ online: true, validAt: t.clock.now() })
      expect(await conditionsAt(t, gauge)).toEqual([])
    }),
  )

  test(
    'and registering a removed point again count no reading from before',
    city.undone(async (t) => {
      const place = await somewhere(t)
      const { gauge } = place
      const { projectId } = place
      await report(t, place, gauge, { pressure: 0.15 })
      t.clock.pass(MINUTE)
      expect(await register(t, place, gauge, 64)).toMatchObject({ result: 'accepted' })
      const sinceNow = async () => {
        const registered = t.clock.now()
        t.clock.pass(MINUTE)
        await report(t, place, gauge, { pressure: 0.15 })
        const { rows } = await t.db.execute<{ since: Date }>(
          sql`select since from trouble where point_id = ${gauge.id} and cause = 'pressure-low'`,
        )
        expect(rows.map(({ since }) => new Date(since))).toEqual([registered])
        t.clock.pass(MINUTE)
      }
      await sinceNow()
      await programOf(t, OWN).call(ingest.removePoints, { items: [{ projectId, pointNumber: gauge.pointNumber }] })
      expect(await register(t, place, gauge, 64)).toMatchObject({ result: 'accepted' })
      await sinceNow()
    }),
  )

  test(
    'is a correction at a point that never reported, which keeps its registration time',
    city.undone(async (t) => {
      const place = await somewhere(t)
      const fresh = { ...place.gauge, pointNumber: 'NEW-1' }
      expect(await register(t, place, fresh, 17)).toMatchObject({ result: 'accepted' })
      const registered = t.clock.now()
      t.clock.pass(3 * HOUR)
      expect(await register(t, place, fresh, 16, { deviceType: 141 })).toMatchObject({ result: 'accepted' })
      const { rows } = await t.db.execute<{ api: number; at: Date }>(
        sql`select api_id as api, created_at as at from point where building_id = ${place.id} and point_number = 'NEW-1'`,
      )
      expect(rows[0]?.api).toBe(16)
      expect(new Date(rows[0]!.at)).toEqual(registered)
    }),
  )
})
