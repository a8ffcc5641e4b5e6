import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { ingest, type Outcome } from '#contract/ingest.ts'
import { toWireTime } from '#contract/time.ts'
import { demoKeysOf, FIRST_PROVIDER_ID } from '#mocks/seed/provider.ts'
import { building } from '#server/building/building.table.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { point } from '#server/point/point.table.ts'
import { markOverdue } from '#server/point/mark-overdue.ts'
import { provider } from '#server/provider/provider.table.ts'
import { deviceEvent, reading } from '#server/record/record.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { programOf } from '../support/provider-program.ts'

const city = await openApi()
afterAll(() => city.close())

const OWN = FIRST_PROVIDER_ID
const OTHER = FIRST_PROVIDER_ID + 1
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A provider's first building with equipment, and points of it. */
async function somewhere(t: TestApi, providerId = OWN) {
  const [place] = await t.db
    .select({ id: building.id, projectId: building.openProjectId })
    .from(building)
    .where(and(eq(building.providerId, providerId), eq(building.accessStatus, 1)))
    .orderBy(asc(building.id))
    .limit(1)
  if (!place) throw new Error(`provider ${providerId} has no building`)
  const points = await t.db.select().from(point).where(eq(point.buildingId, place.id)).orderBy(asc(point.id))
  const gauge = points.find(({ apiId }) => apiId === 17)!
  const detector = points.find(({ apiId }) => apiId === 1)!
  return { ...place, points, gauge, detector }
}

const wire = (t: TestApi, ago: number) => toWireTime(new Date(t.clock.now().getTime() - ago))
const pointNow = async (t: TestApi, id: number) => (await t.db.select().from(point).where(eq(point.id, id)))[0]!
const resultsOf = (body: { data: unknown }) => (body.data as Outcome).results.map(({ result }) => result)

type Reading = InputOf<typeof ingest.readings>['items'][number]
type Event = InputOf<typeof ingest.events>['items'][number]

describe('a signed request', () => {
  test(
    'is answered to the provider whose secret signed it',
    city.undone(async (t) => {
      const body = await programOf(t, OWN).call(ingest.hello, {})
      expect(body).toMatchObject({
        code: 200,
        data: { name: '上海砚清智慧消防科技有限公司', time: '2026-03-23 10:15:00' },
      })
    }),
  )

  const HELLO = 'http://localhost/open/v1/hello'
  const spoilt: [string, string, (request: Request) => Request | void][] = [
    ['without a signature', '缺少签名信息', (r) => r.headers.delete('x-signature')],
    ['with a nonce of few letters', 'x-nonce', (r) => r.headers.set('x-nonce', 'abc')],
    ['with a changed time', '签名有误', (r) => r.headers.set('x-time', String(Number(r.headers.get('x-time')) + 1))],
    ['with a changed nonce', '签名有误', (r) => r.headers.set('x-nonce', 'another-nonce')],
    ['with a changed address', '签名有误', (r) => new Request(`${HELLO}?a=1`, r)],
    ['with a changed method', '签名有误', (r) => new Request(HELLO, { method: 'HEAD', headers: r.headers })],
    ["with another's key", '签名有误', (r) => r.headers.set('x-app-key', demoKeysOf(OTHER).appKey)],
    ['with a key nobody has', '签名有误', (r) => r.headers.set('x-app-key', 'f'.repeat(32))],
    ['with a key that is no key', '签名有误', (r) => r.headers.set('x-app-key', "' or 1=1 --")],
  ]
  test.each(spoilt)('%s is refused', (_, said, spoil) =>
    city.undone(async (t) => {
      const program = programOf(t, OWN)
      const good = await program.signed(program.requestOf(ingest.hello, {}))
      const sent = spoil(good) ?? good
      const response = await t.api.request(sent)
      expect(response.status).toBe(401)
      // An answer to HEAD has no body.
      const text = sent.method === 'HEAD' ? said : await response.text()
      expect(text).toContain(said)
    })(),
  )

  test(
    'whose body was changed on the way is refused and changes nothing',
    city.undone(async (t) => {
      const { projectId, gauge } = await somewhere(t)
      const program = programOf(t, OWN)
      const item = { projectId, pointNumber: gauge.pointNumber, time: wire(t, 0), measures: { pressure: 0.4 } }
      const good = await program.signed(program.requestOf(ingest.readings, { items: [item] }))
      const changed = new Request(good.url, {
        method: 'POST',
        headers: good.headers,
        body: JSON.stringify({ items: [{ ...item, measures: { pressure: 0.9 } }] }),
      })
      expect((await program.send(changed)).body).toMatchObject({ code: 401, message: 'appKey 或签名有误' })
      expect((await pointNow(t, gauge.id)).latest).toEqual(gauge.latest)
    }),
  )

  test(
    'is taken within five minutes of the server’s clock, either way, and not beyond',
    city.undone(async (t) => {
      const program = programOf(t, OWN)
      for (const [minutes, code] of [
        [-5, 200],
        [5, 200],
        [-5.1, 401],
        [5.1, 401],
      ] as const) {
        const at = new Date(t.clock.now().getTime() + minutes * MINUTE)
        const { body } = await program.send(await program.signed(program.requestOf(ingest.hello, {}), at))
        expect([minutes, body.code]).toEqual([minutes, code])
      }
    }),
  )

  test(
    'is taken once, also after the server has swept up',
    city.undone(async (t) => {
      const program = programOf(t, OWN)
      const request = await program.signed(
        program.requestOf(ingest.hello, {}),
        new Date(t.clock.now().getTime() + 4.9 * MINUTE),
      )
      expect((await program.send(request.clone())).body.code).toBe(200)
      t.clock.pass(9 * MINUTE)
      await sweep(t.deps)
      expect((await program.send(request)).body).toMatchObject({
        code: 401,
        message: '该请求已提交过，x-nonce 不能重复使用',
      })
    }),
  )

  test(
    'of a provider that has not passed the review is refused',
    city.undone(async (t) => {
      await t.db.update(provider).set({ status: 2 }).where(eq(provider.id, OWN))
      expect(await programOf(t, OWN).call(ingest.hello, {})).toMatchObject({ code: 403 })
    }),
  )

  test(
    'is one of six hundred a minute; another provider’s go on',
    city.undone(async (t) => {
      await t.deps.limits.take(`ingest:${OWN}`, { points: 1, windowSec: 60, blockSec: 0 }, t.clock.now())
      expect((await programOf(t, OWN).call(ingest.hello, {})).code).toBe(429)
      expect((await programOf(t, OTHER).call(ingest.hello, {})).code).toBe(200)
      t.clock.pass(MINUTE)
      expect((await programOf(t, OWN).call(ingest.hello, {})).code).toBe(200)
    }),
  )

  test(
    'its secret is not to be read in the database or the log',
    city.undone(async (t) => {
      await programOf(t, OWN).call(ingest.hello, {})
      const { secret } = demoKeysOf(OWN)
      const [row] = await t.db.select().from(provider).where(eq(provider.id, OWN))
      expect(row?.secret).not.toContain(secret)
      expect(t.logged.join('\n')).not.toContain(secret)
      expect(t.logged.join('\n')).toContain(`"providerId":${OWN}`)
    }),
  )
})

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
    'that come late are kept and do not move the latest state back',
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
    'dated more than five minutes ahead are set aside, where their provider finds them',
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
    'without measures are a sign of life: the point is online, what it measured stays',
    city.undone(async (t) => {
      const { projectId, gauge } = await somewhere(t)
      t.clock.pass(2 * HOUR)
      await markOverdue(t.deps)
      expect((await pointNow(t, gauge.id)).online).toBe(false)
      const item = { projectId, pointNumber: gauge.pointNumber, time: wire(t, 0), measures: {} }
      await programOf(t, OWN).call(ingest.readings, { items: [item] })
      expect(await pointNow(t, gauge.id)).toMatchObject({
        online: true,
        latest: gauge.latest,
        latestAt: gauge.latestAt,
      })
    }),
  )

  test(
    'older than what is kept are refused, item by item',
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
    'that are malformed are refused whole, with the field that is wrong',
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
      expect((await programOf(t, OWN).call(ingest.readings, { items: [] })).errors).toEqual({ items: '至少提交1条' })
      const many = await programOf(t, OWN).call(ingest.readings, { items: Array.from({ length: 501 }, () => good) })
      expect(many.errors).toEqual({ items: '每次最多提交500条' })
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
    'begin, end and are handled, in whatever order the three arrive, and each counts once',
    city.undone(async (t) => {
      const { projectId, detector, id } = await somewhere(t)
      const about = { projectId, pointNumber: detector.pointNumber, kind: 'fault' } as const
      const since = new Date(t.clock.now().getTime() - 2 * HOUR)
      const items: Event[] = [
        { ...about, phase: 'end', time: wire(t, 30 * MINUTE) },
        { ...about, time: wire(t, 90 * MINUTE), state: 2, handledTime: wire(t, 20 * MINUTE), handledBy: '周工' },
        { ...about, time: wire(t, 90 * MINUTE) },
        { ...about, time: wire(t, 90 * MINUTE), state: 1, handledTime: wire(t, 40 * MINUTE), handledBy: '李工' },
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
    'end with the first end after they began, and leave those before and after alone',
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
    'of one second are told apart by their sequence and their kind',
    city.undone(async (t) => {
      const { projectId, detector } = await somewhere(t)
      const about = { projectId, pointNumber: detector.pointNumber, time: wire(t, 0) }
      const items: Event[] = [
        { ...about, kind: 'fire' },
        { ...about, kind: 'fire', sequence: 1 },
        { ...about, kind: 'fault' },
        { ...about, kind: 'fire' },
      ]
      const body = await programOf(t, OWN).call(ingest.events, { items })
      expect(resultsOf(body)).toEqual(['accepted', 'accepted', 'accepted', 'duplicate'])
    }),
  )
})

describe('points', () => {
  const NEW = { pointNumber: 'T-001', deviceNo: 'D-1', deviceName: '3层烟感', deviceType: 42, apiId: 1 }

  test(
    'are registered, changed, and unchanged the second time',
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
    'of an item type there is not, or named twice in one batch, are refused by themselves',
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
    'fall silent beyond their item type’s interval, each by its own',
    city.undone(async (t) => {
      const { projectId, gauge, detector } = await somewhere(t)
      const speak = (pointNumber: string) => ({ projectId, pointNumber, time: wire(t, 0), measures: {} })
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

describe('a provider', () => {
  /** What a call about another's building answers, and one about a building that is not there. */
  async function bothWays(t: TestApi, ask: (where: { projectId: string; pointNumber: string }) => Promise<unknown>) {
    const theirs = await somewhere(t, OTHER)
    const others = await ask({ projectId: theirs.projectId, pointNumber: theirs.gauge.pointNumber })
    const nobodys = await ask({ projectId: 'OP00000000000000', pointNumber: 'X-1' })
    return { others, nobodys, theirs }
  }

  /** A row of every table that ingestion writes, and of the building's own. */
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
            { ...where, kind: 'fire', time: wire(t, 0) },
            { ...where, kind: 'fire', phase: 'end', time: wire(t, 0) },
            { ...where, kind: 'fire', time: wire(t, -HOUR) },
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
  ]
  test.each(calls)('speaks by %s for its own buildings alone: another’s is as if it were not there', (_, ask) =>
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
    'lists its own buildings and what was set aside of its own items, and nobody else’s',
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
    'that a building was taken from speaks for it no more',
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
    'can’t take a transmission device’s address from another',
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
    }),
  )
})

describe('what is kept', () => {
  test(
    'goes by whole months once it is beyond retention, and the coming months are ready',
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
