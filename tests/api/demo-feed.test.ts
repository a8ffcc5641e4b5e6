import { asc, eq, isNull } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { createClock } from '#demo/seed/city-clock.ts'
import { demoKeysOf } from '#demo/seed/provider.ts'
import { speakersOf } from '#demo/simulator/device-simulators.ts'
import { createCityFeed } from '#demo/simulator/keep-alive.ts'
import { createSignedClient, type KeptRequest } from '#demo/simulator/signed-client.ts'
import type { Envelope } from '#contract/errors.ts'
import { markOverdue } from '#server/devices/mark-overdue.ts'
import { point } from '#server/schema/point.table.ts'
import { deviceEvent, reading } from '#server/schema/record.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

const MINUTE = 60_000

function feedOf(t: TestApi, keys = demoKeysOf) {
  const calls: KeptRequest[] = []
  const send = async (request: KeptRequest) => {
    calls.push(request)
    const { path, method, headers, body } = request
    return (await (await t.api.request(path, { method, headers, body })).json()) as Envelope
  }
  const speakers = speakersOf(createClock(t.clock.now()))
  const feed = createCityFeed(speakers, (providerId) => createSignedClient(keys(providerId), send, t.clock.now))
  return { feed, speakers, calls }
}

const onlineIn = async (t: TestApi) =>
  (await t.db.select({ id: point.id }).from(point).where(eq(point.online, true)).orderBy(asc(point.id))).map(
    ({ id }) => id,
  )

describe('the demo feed', () => {
  test(
    'reports again after a five-day stop: online points are online, offline ones remain offline',
    city.undone(async (t) => {
      const before = await onlineIn(t)
      t.clock.pass(5 * 24 * 60 * MINUTE)
      const { feed, speakers } = feedOf(t)
      const began = performance.now()
      expect(await feed.turn(t.clock.now())).toBeGreaterThanOrEqual(speakers.length)
      console.log(`${speakers.length} points heard in ${Math.round(performance.now() - began)} ms`)
      expect(await markOverdue(t.deps)).toBe(0)
      expect(await onlineIn(t)).toEqual(before)
    }),
    120_000,
  )

  test(
    'keeps points online at low cost: none goes offline, no event remains open, a measuring point adds five rows an hour',
    city.undone(async (t) => {
      const { feed, speakers } = feedOf(t)
      await feed.turn(t.clock.now())
      const readings = await t.db.$count(reading)
      const open = await t.db.$count(deviceEvent, isNull(deviceEvent.endedAt))
      let busy = 0
      for (let minute = 1; minute <= 60; minute++) {
        t.clock.pass(MINUTE)
        const began = performance.now()
        await feed.turn(t.clock.now())
        busy += performance.now() - began
      }
      expect(await markOverdue(t.deps)).toBe(0)
      expect(await t.db.$count(deviceEvent, isNull(deviceEvent.endedAt))).toBe(open)
      const added = (await t.db.$count(reading)) - readings
      expect(added).toBeLessThanOrEqual(5 * speakers.filter(({ measures }) => measures).length)
      console.log(`an hour: ${Math.round(busy)} ms, ${added} readings`)
    }),
    120_000,
  )

  test(
    'reports nothing for other providers',
    city.undone(async (t) => {
      const { feed, calls } = feedOf(t, () => ({ appKey: '0'.repeat(32), secret: '1'.repeat(32) }))
      expect(await feed.turn(t.clock.now())).toBe(0)
      expect(feed.isOver).toBe(true)
      const asked = calls.length
      t.clock.pass(60 * MINUTE)
      expect(await feed.turn(t.clock.now())).toBe(0)
      expect(calls).toHaveLength(asked)
    }),
  )
})
