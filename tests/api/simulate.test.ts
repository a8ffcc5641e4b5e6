import { and, asc, desc, eq, gte } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { Envelope } from '#contract/errors.ts'
import { ingest } from '#contract/ingest.ts'
import { type Day, DAYS } from '#demo/simulator/days.ts'
import { explainRequest } from '#demo/simulator/explain-request.ts'
import { playDay } from '#demo/simulator/play-day.ts'
import { createSignedClient, RefusedRequest, type Send, signRequest } from '#demo/simulator/signed-client.ts'
import { demoKeysOf, FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { building } from '#server/schema/building.table.ts'
import { deviceEvent } from '#server/schema/record.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

const KEYS = demoKeysOf(FIRST_PROVIDER_ID)
const HOUR = 3_600_000

const sendIn =
  (t: TestApi): Send =>
  async ({ method, path, headers, body }) => {
    const response = await t.api.request(path, { method, headers, ...(method === 'GET' ? {} : { body }) })
    return (await response.json()) as Envelope
  }

async function played(t: TestApi, day: Day) {
  t.clock.pass(96 * HOUR)
  const [place] = await t.db
    .select({ id: building.id, projectId: building.openProjectId })
    .from(building)
    .where(and(eq(building.providerId, FIRST_PROVIDER_ID), eq(building.accessStatus, 1)))
    .orderBy(asc(building.id))
    .limit(1)
  const { id, projectId } = place!
  const client = createSignedClient(KEYS, sendIn(t), t.clock.now)
  const counted = await playDay(day, {
    client,
    projectId,
    speed: Infinity,
    now: t.clock.now,
    wait: async () => undefined,
  })
  const since = new Date(t.clock.now().getTime() - 24 * HOUR)
  const events = await t.db
    .select()
    .from(deviceEvent)
    .where(and(eq(deviceEvent.buildingId, id), gte(deviceEvent.occurredAt, since)))
    .orderBy(desc(deviceEvent.occurredAt))
  return { ...counted, events, start: since.getTime() }
}

const minuteOf = (start: number, at: Date | null) => at && (at.getTime() - start) / 60_000

describe('a simulated day of signed requests:', () => {
  test(
    'a false alarm is one record, ended and handled as false',
    city.undone(async (t) => {
      const { events, start, accepted, others } = await played(t, DAYS['false-alarm']!)
      expect(events).toHaveLength(1)
      expect(accepted).toBeGreaterThan(1_000)
      expect(others).toBe(0)
      const { kind, state, occurredAt, endedAt, handledAt, handledBy } = events[0]!
      expect({ kind, state, handledBy }).toEqual({ kind: 'fire', state: 1, handledBy: '值班员' })
      expect([occurredAt, endedAt, handledAt].map((at) => minuteOf(start, at))).toEqual([600, 604, 606])
    }),
    120_000,
  )
})

describe('a rejected request', () => {
  test(
    'is stored as sent with an explanation, and accepted once it is signed again',
    city.undone(async (t) => {
      const wrong = { ...KEYS, secret: `${KEYS.secret}x` }
      const error = await createSignedClient(wrong, sendIn(t), t.clock.now)
        .call(ingest.hello, {})
        .catch((cause: unknown) => cause)
      expect(error).toBeInstanceOf(RefusedRequest)
      const { request } = error as RefusedRequest
      expect(request.answer).toEqual({ code: 401, message: 'appKey 或签名有误，请核对密钥和签名内容' })
      expect(explainRequest(request, KEYS, t.clock.now()).faults).toEqual(['appKey 或签名有误，请核对密钥和签名内容'])
      const again = signRequest(KEYS, t.clock.now(), request)
      expect(explainRequest(again, KEYS, t.clock.now()).faults).toEqual([])
      expect((await sendIn(t)(again)).code).toBe(200)
      t.clock.pass(6 * 60_000)
      expect(explainRequest(again, KEYS, t.clock.now()).faults[0]).toContain('相差 -360 秒')
    }),
  )
})
