import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { demoKeysOf } from '#demo/seed/provider.ts'
import { startMqtt } from '#server/devices/gateway/start-mqtt.ts'
import { NO_METRICS, NOOP_OPERATIONS } from '#server/platform/noop-operations.ts'
import { provider } from '#server/schema/provider.table.ts'
import { refusedBatch } from '#server/schema/refused-batch.table.ts'
import { deviceEvent, reading } from '#server/schema/record.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { type Broker, startBroker } from '../support/mqtt-broker.ts'
import { connectProvider, type MqttReply, signedMessage } from '../support/mqtt-provider.ts'
import { OTHER, OWN, pointNow, somewhere, wire } from '../support/point-fixtures.ts'

const city = await openApi()
let broker: Broker
beforeAll(async () => {
  broker = await startBroker()
})
afterAll(async () => {
  await broker.stop()
  await city.close()
})

const keys = demoKeysOf(OWN)
const readingsTopic = `fire/${keys.appKey}/readings`
type Sender = Awaited<ReturnType<typeof connectProvider>>

const scene = (work: (t: TestApi, sender: Sender, counted: string[]) => Promise<void>) =>
  city.undone(async (t) => {
    const counted: string[] = []
    const metrics = {
      ...NO_METRICS,
      mqttMessage: (result: string) => void counted.push(result),
      ingested: (kind: string, { accepted }: { accepted: number }) => void counted.push(`${kind} ${accepted}`),
    }
    Object.assign(t.deps, { operations: { ...NOOP_OPERATIONS, metrics } })
    const source = startMqtt(t.deps, { url: broker.url, clientId: 'fire-platform', reconnectMs: 100 })
    const sender = await connectProvider(broker.url, keys, t.clock.now, { againMs: 60_000 })
    try {
      await work(t, sender, counted)
    } finally {
      await sender.end()
      await source.close()
    }
  })

const resultsIn = ({ data }: MqttReply) => data?.results.map(({ result }) => result)

test(
  'a batch is stored by the rules of HTTP and answered item by item; the same again is a duplicate',
  scene(async (t, sender, counted) => {
    const { projectId, gauge } = await somewhere(t)
    const item = { projectId, pointNumber: gauge.pointNumber, time: wire(t, 20_000), measures: { pressure: 0.41 } }
    const unknown = { ...item, pointNumber: '9.9.9' }
    const reply = await sender.report('readings', { items: [item, unknown] }, 'batch-1')
    expect(reply).toMatchObject({ id: 'batch-1', code: 200, message: '操作成功', data: { accepted: 1, refused: 1 } })
    expect(reply.data!.results[1]).toEqual({ result: 'refused', message: '建筑或点位不存在' })
    expect(await pointNow(t, gauge.id)).toMatchObject({ latest: { pressure: 0.41 }, online: true })
    expect(resultsIn(await sender.report('readings', { items: [item] }))).toEqual(['duplicate'])
    const at = new Date(t.clock.now().getTime() - 20_000)
    expect(await t.db.$count(reading, and(eq(reading.pointId, gauge.id), eq(reading.at, at)))).toBe(1)
    expect(counted).toEqual(['readings 1', 'answered', 'readings 0', 'answered'])
  }),
)

test(
  'an event is recorded and its fire raises an alarm',
  scene(async (t, sender) => {
    const { projectId, detector } = await somewhere(t)
    const before = await t.db.$count(deviceEvent)
    const event = { projectId, pointNumber: detector.pointNumber, kind: 'fire', phase: 'begin', time: wire(t, 5_000) }
    expect(resultsIn(await sender.report('events', { items: [event] }))).toEqual(['accepted'])
    expect(await t.db.$count(deviceEvent)).toBe(before + 1)
    const { rows } = await t.db.execute(sql`select 1 from alarm where building_id = ${detector.buildingId}`)
    expect(rows.length).toBeGreaterThan(0)
  }),
)

test(
  'a message of a suspended, unreviewed or unknown provider, for another topic or with a wrong signature is refused',
  scene(async (t, sender, counted) => {
    const { projectId, gauge } = await somewhere(t)
    const items = [{ projectId, pointNumber: gauge.pointNumber, time: wire(t, 0), measures: { pressure: 0.4 } }]
    const now = t.clock.now()
    const before = await t.db.$count(reading)
    const refusal = async (message: object, topic = readingsTopic) => {
      const reply = new Promise<MqttReply>((resolve) => {
        const look = setInterval(() => {
          const found = sender.replies.shift()
          if (!found) return
          clearInterval(look)
          resolve(found)
        }, 10)
      })
      sender.send(topic, JSON.stringify(message))
      const { code, message: text } = await reply
      return [code, text]
    }
    const { message } = signedMessage(keys, 'readings', { items }, now)
    expect(await refusal({ ...message, signature: 'a'.repeat(64) })).toEqual([401, expect.stringContaining('签名有误')])
    expect(await refusal({ ...message, body: `${message.body} ` })).toEqual([401, expect.stringContaining('签名有误')])
    expect(await refusal({ ...message, time: message.time + 1 })).toEqual([401, expect.stringContaining('签名有误')])
    const ofEvents = signedMessage(keys, 'events', { items }, now).message
    expect((await refusal(ofEvents))[0]).toBe(401)
    const ofOther = signedMessage({ ...demoKeysOf(OTHER), appKey: keys.appKey }, 'readings', { items }, now).message
    expect((await refusal(ofOther))[0]).toBe(401)
    for (const days of [-8, 1]) {
      const late = signedMessage(keys, 'readings', { items }, new Date(now.getTime() + days * 86_400_000)).message
      expect(await refusal(late)).toEqual([401, expect.stringContaining('7 天之内')])
    }
    for (const [change, said] of [
      [{ suspendedAt: now }, '已被消防救援机构暂停'],
      [{ suspendedAt: null, status: 2 }, '尚未通过审核'],
    ] as const) {
      await t.db.update(provider).set(change).where(eq(provider.id, OWN))
      expect(await refusal(message)).toEqual([403, expect.stringContaining(said)])
    }
    expect(await t.db.$count(reading)).toBe(before)
    expect(new Set(counted)).toEqual(new Set(['refused']))
    await t.db.update(provider).set({ status: 1 }).where(eq(provider.id, OWN))
    expect((await refusal(message))[0]).toBe(200)
  }),
)

test(
  'a malformed payload is answered with its reason and stops no other',
  scene(async (t, sender, counted) => {
    const { projectId, gauge } = await somewhere(t)
    const now = t.clock.now()
    const signed = (content: object) => JSON.stringify(signedMessage(keys, 'readings', content, now, 'bad').message)
    const cases: readonly [string | Buffer, number, RegExp][] = [
      ['{', 400, /不是有效的 JSON/],
      ['', 400, /./],
      [Buffer.from([0xff, 0xfe, 0]), 400, /不是有效的 JSON/],
      ['[]', 400, /./],
      ['null', 400, /./],
      [JSON.stringify({ id: 'x y', time: 1, signature: 1, body: {} }), 400, /./],
      [Buffer.alloc(1_100_000, 32), 413, /./],
      [signed({ items: [] }), 400, /至少提交 1 条/],
      [signed({ items: [{ projectId, pointNumber: gauge.pointNumber, time: 'soon', measures: {} }] }), 400, /./],
      [signed({ item: 1 }), 400, /./],
    ]
    for (const [payload] of cases) sender.send(readingsTopic, payload)
    sender.send('fire/a/b/readings', '{}')
    sender.send('fire//readings', '{}')
    const item = { projectId, pointNumber: gauge.pointNumber, time: wire(t, 1_000), measures: { pressure: 0.3 } }
    expect(resultsIn(await sender.report('readings', { items: [item] }))).toEqual(['accepted'])
    expect(sender.replies.map(({ code }) => code)).toEqual([...cases.map(([, code]) => code), 200])
    for (const [n, [, , said]] of cases.entries()) expect(sender.replies[n]!.message).toMatch(said)
    expect(sender.replies.slice(-4, -1).map(({ id }) => id)).toEqual(['bad', 'bad', 'bad'])
    expect(counted.filter((one) => one === 'refused')).toHaveLength(cases.length)
  }),
)

test(
  'a batch refused as a whole is noted for its provider, with the field; one that is not proven its own is not',
  scene(async (t, sender) => {
    const { projectId, gauge } = await somewhere(t)
    const item = { projectId, pointNumber: gauge.pointNumber, time: 'soon', measures: {} }
    const forged = signedMessage({ ...keys, secret: 'x'.repeat(32) }, 'readings', { items: [item] }, t.clock.now())
    sender.send(readingsTopic, JSON.stringify(forged.message))
    for (let nth = 0; nth < 2; nth++)
      expect((await sender.report('readings', { items: [item] })).message).toMatch(/时间格式/)
    await t.deps.limits.take(`ingest:${OWN}`, { points: 1, windowSec: 60, blockSec: 0 }, t.clock.now())
    expect((await sender.report('events', { items: [] })).code).toBe(429)
    const noted = await t.db
      .select()
      .from(refusedBatch)
      .where(eq(refusedBatch.providerId, OWN))
      .orderBy(refusedBatch.id)
    expect(noted.map(({ kind, code, message, batches, items }) => [kind, code, message, batches, items])).toEqual([
      ['readings', 400, 'items.*.time：时间格式应为 yyyy-MM-dd HH:mm:ss', 2, 0],
      ['events', 429, expect.any(String), 1, 0],
    ])
  }),
)

test(
  'messages sent while the platform is away are stored when it returns; a full disk delays them',
  city.undone(async (t) => {
    const { projectId, gauge } = await somewhere(t)
    const first = startMqtt(t.deps, { url: broker.url, clientId: 'fire-platform', reconnectMs: 100 })
    const sender = await connectProvider(broker.url, keys, t.clock.now, { againMs: 60_000 })
    const report = (ago: number) =>
      sender.report('readings', {
        items: [{ projectId, pointNumber: gauge.pointNumber, time: wire(t, ago), measures: { pressure: 0.5 } }],
      })
    expect(resultsIn(await report(9_000))).toEqual(['accepted'])
    await first.close()
    const waiting = [report(8_000), report(7_000)]
    let isFull = true
    const deps = { ...t.deps, hasRoom: () => !isFull }
    const second = startMqtt(deps, { url: broker.url, clientId: 'fire-platform', reconnectMs: 50 })
    try {
      const early = await Promise.race([...waiting, new Promise<null>((resolve) => setTimeout(resolve, 600, null))])
      expect(early).toBeNull()
      isFull = false
      expect((await Promise.all(waiting)).map(resultsIn)).toEqual([['accepted'], ['accepted']])
    } finally {
      await sender.end()
      await second.close()
    }
  }),
)

test(
  'a broker that refuses the connection is asked again',
  city.undone(async (t) => {
    let asked = 0
    const refusing = createServer((socket) => {
      socket.once('data', () => {
        asked += 1
        socket.end(Buffer.from([0x20, 2, 0, 5]))
      })
    }).listen(0, '127.0.0.1')
    await once(refusing, 'listening')
    const { port } = refusing.address() as AddressInfo
    const source = startMqtt(t.deps, { url: `mqtt://127.0.0.1:${port}`, clientId: 'fire-platform', reconnectMs: 10 })
    await vi.waitFor(() => expect(asked).toBeGreaterThan(1), 10_000)
    await source.close()
    refusing.close()
  }),
)

test(
  'the example ACL lets a provider write only its own topics and read only its own results',
  city.undone(async (t) => {
    const [other, password] = [demoKeysOf(OTHER), 'p']
    const guarded = await startBroker({ platform: password, [keys.appKey]: password, [other.appKey]: password })
    const at = new URL(guarded.url)
    const url = `mqtt://platform:${password}@${at.host}`
    const source = startMqtt(t.deps, { url, clientId: 'fire-platform', reconnectMs: 100 })
    const login = (username: string) => ({ username, password, againMs: 60_000 })
    const sender = await connectProvider(guarded.url, keys, t.clock.now, login(keys.appKey))
    const intruder = await connectProvider(guarded.url, other, t.clock.now, login(other.appKey))
    try {
      const { projectId, gauge } = await somewhere(t)
      const item = { projectId, pointNumber: gauge.pointNumber, time: wire(t, 20_000), measures: { pressure: 0.41 } }
      const { topic, message } = signedMessage(keys, 'readings', { items: [item] }, t.clock.now())
      intruder.send(topic, JSON.stringify(message))
      intruder.send(`fire/${keys.appKey}/results`, '{"id":null}')
      const own = await intruder.report('readings', { items: [item] })
      expect(own).toMatchObject({ code: 200, data: { refused: 1 } })
      expect(resultsIn(await sender.report('readings', { items: [item] }))).toEqual(['accepted'])
      expect(sender.replies).toHaveLength(1)
      expect(intruder.replies).toHaveLength(1)
    } finally {
      await sender.end()
      await intruder.end()
      await source.close()
      await guarded.stop()
    }
  }),
)
