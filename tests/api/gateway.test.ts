import { once } from 'node:events'
import { connect } from 'node:net'
import { and, asc, eq, ne } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { building as calls } from '#contract/building.ts'
import { ingest } from '#contract/ingest.ts'
import { FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { createDeframer } from '#server/devices/gateway/deframer.ts'
import { COMMAND, timeBytes } from '#server/devices/gateway/frame.ts'
import type { Metrics } from '#server/platform/deps.ts'
import { startGateway } from '#server/devices/gateway/listen.ts'
import { PATIENCE } from '#server/devices/gateway/serve-device.ts'
import { quarantine } from '#server/schema/quarantine.table.ts'
import { transmissionDevice } from '#server/schema/transmission-device.table.ts'
import { NO_METRICS, NOOP_OPERATIONS } from '#server/platform/noop-operations.ts'
import { building } from '#server/schema/building.table.ts'
import { point } from '#server/schema/point.table.ts'
import { provider } from '#server/schema/provider.table.ts'
import { deviceEvent } from '#server/schema/record.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { programOf } from '../support/provider-program.ts'
import { ADDRESS, ago, CENTRE, four, frame, registered, status, talk, two } from '../support/transmitter.ts'

const MINUTE = 60_000
const city = await openApi()
afterAll(() => city.close())

const eventsAt = async (t: TestApi, pointNumber: string) => {
  const rows = await t.db
    .select({ kind: deviceEvent.kind, from: deviceEvent.occurredAt, to: deviceEvent.endedAt })
    .from(deviceEvent)
    .innerJoin(point, eq(point.id, deviceEvent.pointId))
    .where(eq(point.pointNumber, pointNumber))
    .orderBy(asc(deviceEvent.occurredAt))
  return rows
}

describe('a transmission device', () => {
  test(
    'reports a fire, repeats it and ends it: one record, and each frame is confirmed',
    city.undone(async (t) => {
      await registered(t)
      const frames = [
        frame(t, 1, status(ago(t, 9), 1, 42, 7, 0, 1)),
        frame(t, 2, status(ago(t, 8), 1, 42, 7, 0, 1)),
        // Its confirmation was lost.
        frame(t, 1, status(ago(t, 9), 1, 42, 7, 0, 1)),
        frame(t, 3, status(ago(t, 5), 1, 42, 7, 0)),
      ]
      const answers = await talk(t, frames, 4)
      expect(answers).toEqual(
        [1, 2, 1, 3].map((serial) => ({ command: COMMAND.confirm, serial, source: CENTRE, destination: ADDRESS })),
      )
      expect(await eventsAt(t, '1.0.7')).toEqual([{ kind: 'fire', from: ago(t, 9), to: ago(t, 5) }])
    }),
  )

  test(
    'of a suspended provider is confirmed, and its fire is stored',
    city.undone(async (t) => {
      await registered(t)
      const suspended = { suspendedAt: t.clock.now(), suspendReason: '整改' }
      await t.db.update(provider).set(suspended).where(eq(provider.id, FIRST_PROVIDER_ID))
      const [answer] = await talk(t, [frame(t, 1, status(ago(t, 9), 1, 42, 7, 0, 1))], 1)
      expect(answer).toMatchObject({ command: COMMAND.confirm, serial: 1 })
      expect(await eventsAt(t, '1.0.7')).toEqual([{ kind: 'fire', from: ago(t, 9), to: null }])
    }),
  )

  test(
    'is counted as reporting, like providers',
    city.undone(async (t) => {
      await registered(t)
      const counted: unknown[] = []
      const ingested: Metrics['ingested'] = (kind, { accepted, duplicate, refused }) =>
        void counted.push([kind, accepted, duplicate, refused])
      const deps = { ...t.deps, operations: { ...NOOP_OPERATIONS, metrics: { ...NO_METRICS, ingested } } }
      await talk({ ...t, deps }, [frame(t, 1, status(ago(t, 9), 1, 42, 7, 0, 1))], 1)
      expect(counted).toEqual([
        ['readings', 1, 0, 0],
        ['events', 1, 0, 0],
      ])
    }),
  )

  test(
    'reports analog values and the state of a pump, through split and joined frames with noise between',
    city.undone(async (t) => {
      await registered(t)
      const analog = [3, 1, 11, 0, 140, ...four(9), 5, ...two(4520), ...timeBytes(ago(t, 1))]
      const stream = Uint8Array.from([
        0x40,
        0x13,
        ...frame(t, 11, analog),
        0x23,
        0x40,
        0x40,
        ...frame(t, 12, status(ago(t, 1), 11, 91, 3, 0, 5)),
        ...frame(t, 13, analog),
      ])
      const pieces = Array.from({ length: Math.ceil(stream.length / 7) }, (_, i) => stream.subarray(i * 7, i * 7 + 7))
      const answers = await talk(t, pieces, 3)
      expect(answers.map(({ serial, command }) => [serial, command])).toEqual(
        [11, 12, 13].map((s) => [s, COMMAND.confirm]),
      )
      const latest = async (number: string) =>
        (await t.db.select().from(point).where(eq(point.pointNumber, number)))[0]?.latest
      expect(await latest('11.0.9')).toEqual({ pressure: 0.452 })
      expect(await latest('11.0.3')).toMatchObject({ startStopStatus: 1, powerState: 0, faultStatus: 0 })
    }),
  )

  test(
    'resets its controller: alarms and actions of that system end, faults continue',
    city.undone(async (t) => {
      await registered(t)
      const reset = [4, 1, 1, 0, 1, 7, ...timeBytes(ago(t, 2))]
      await talk(t, [frame(t, 21, status(ago(t, 9), 1, 42, 7, 0, 1, 2, 5)), frame(t, 22, reset)], 2)
      const ended = (await eventsAt(t, '1.0.7')).map(({ kind, to }) => [kind, to])
      expect(new Map(ended as [string, Date | null][])).toEqual(
        new Map([
          ['fire', ago(t, 2)],
          ['action', ago(t, 2)],
          ['fault', null],
        ]),
      )
    }),
  )

  test(
    'is denied damaged frames, other editions, unknown codes, and unregistered addresses',
    city.undone(async (t) => {
      await registered(t)
      const good = status(ago(t, 1), 1, 42, 7, 0, 1)
      const damaged = frame(t, 31, good)
      damaged[40] = damaged[40]! ^ 4
      const answers = await talk(
        t,
        [
          damaged,
          frame(t, 32, good, { mainVersion: 2 }),
          frame(t, 33, [99, 1, 0]),
          frame(t, 34, good, { source: ADDRESS + 1 }),
          frame(t, 35, good, { command: COMMAND.control }),
        ],
        5,
      )
      expect(answers.map(({ serial, command }) => [serial, command])).toEqual(
        [31, 32, 33, 34, 35].map((serial) => [serial, COMMAND.deny]),
      )
      expect(await eventsAt(t, '1.0.7')).toEqual([])
    }),
  )

  test(
    'reports an unregistered component: it is quarantined where its provider sees it',
    city.undone(async (t) => {
      const place = await registered(t)
      const [answer] = await talk(t, [frame(t, 41, status(ago(t, 1), 1, 42, 999, 0, 1))], 1)
      expect(answer?.command).toBe(COMMAND.confirm)
      const rows = await t.db.select().from(quarantine).where(eq(quarantine.buildingId, place.id))
      expect(rows).toMatchObject([{ reason: 'unknown-point', pointNumber: '1.0.999', providerId: FIRST_PROVIDER_ID }])
    }),
  )

  test(
    'has its reports recorded at the event-reporting points behind it, at most every five minutes',
    city.undone(async (t) => {
      const place = await registered(t)
      const silent = { validAt: null, reportedAt: null, online: false }
      await t.db.update(point).set(silent)
      const report = async (serial: number) => {
        await talk(t, [frame(t, serial, [21, 1, 0, ...timeBytes(ago(t, 1))])], 1)
        const [device] = await t.db.select().from(transmissionDevice)
        expect(device?.lastSeenAt).toEqual(t.clock.now())
        const points = await t.db.select().from(point)
        return points.filter(({ validAt }) => validAt?.getTime() === t.clock.now().getTime())
      }
      const noted = await report(61)
      expect(noted.map(({ pointNumber }) => pointNumber)).toContain('1.0.7')
      for (const one of noted)
        expect(one).toMatchObject({ buildingId: place.id, online: true, reportedAt: t.clock.now() })
      const numbers = noted.filter(({ apiType, pointNumber }) => apiType > 4 || !/^\d+\.\d+/.test(pointNumber))
      expect(numbers).toEqual([])
      t.clock.pass(5 * MINUTE)
      expect(await report(62)).toEqual([])
      t.clock.pass(1000)
      expect(await report(63)).toHaveLength(noted.length)
    }),
  )

  test(
    'keeps online all components of its building alone, and as one of two only those it named last',
    city.undone(async (t) => {
      const { id, projectId } = await registered(t)
      const program = programOf(t, FIRST_PROVIDER_ID)
      const items = ['1.0.8', '1.0.9'].map((pointNumber) => ({
        projectId,
        pointNumber,
        deviceNo: `GB${pointNumber}`,
        deviceName: pointNumber,
        deviceType: 42,
        apiId: 1,
      }))
      await program.call(ingest.registerPoints, { items })
      const own = ['1.0.7', '1.0.8', '1.0.9']
      const heard = async (serial: number, unit: number[], source = ADDRESS) => {
        t.clock.pass(6 * MINUTE)
        const [answer] = await talk(t, [frame(t, serial, unit, { source })], 1)
        expect(answer?.command).toBe(COMMAND.confirm)
        const points = await t.db.select().from(point).where(eq(point.buildingId, id)).orderBy(asc(point.pointNumber))
        const now = t.clock.now().getTime()
        return points.flatMap(({ validAt, pointNumber }) =>
          validAt?.getTime() === now && own.includes(pointNumber) ? [pointNumber] : [],
        )
      }
      expect(await heard(71, [])).toEqual(own)
      await program.call(ingest.registerTransmitter, { projectId, address: String(ADDRESS + 1), name: '2号传输装置' })
      expect(await heard(72, [])).toEqual([])
      const word = (address: number) => status(t.clock.now(), 1, 42, address, 0)
      await heard(73, word(7))
      await heard(74, word(8), ADDRESS + 1)
      expect(await heard(75, [])).toEqual(['1.0.7'])
      expect(await heard(76, [], ADDRESS + 1)).toEqual(['1.0.8'])
      await heard(77, word(8))
      expect(await heard(78, [])).toEqual(['1.0.7', '1.0.8'])
      await t.db.update(point).set({ releasedAt: t.clock.now() }).where(eq(point.pointNumber, '1.0.7'))
      expect(await heard(79, [])).toEqual(['1.0.8'])
    }),
  )

  test(
    'is replaced by another: once removed, its frames are denied, and those of the other count for its points',
    city.undone(async (t) => {
      const { id, projectId } = await registered(t)
      const program = programOf(t, FIRST_PROVIDER_ID)
      const next = ADDRESS + 1
      await program.call(ingest.registerTransmitter, { projectId, address: String(next), name: '2号传输装置' })
      const counts = async () => {
        const points = await t.db.select().from(point).where(eq(point.buildingId, id))
        return points.find(({ pointNumber }) => pointNumber === '1.0.7')?.validAt?.getTime() === t.clock.now().getTime()
      }
      const say = async (serial: number, source: number, unit: number[] = []) => {
        t.clock.pass(6 * MINUTE)
        const [answer] = await talk(t, [frame(t, serial, unit, { source })], 1)
        return [answer?.command === COMMAND.confirm, await counts()]
      }
      t.clock.pass(MINUTE)
      await say(91, ADDRESS, status(t.clock.now(), 1, 42, 7, 0))
      expect(await say(92, next)).toEqual([true, false])
      const address = String(ADDRESS)
      const other = await t.db
        .select()
        .from(building)
        .where(and(ne(building.id, id), eq(building.providerId, FIRST_PROVIDER_ID)))
      const wrong = { projectId: other[0]!.openProjectId, address }
      expect((await program.call(ingest.removeTransmitter, wrong)).code).toBe(404)
      const removed = () => program.call(ingest.removeTransmitter, { projectId, address })
      expect([await removed(), await removed()]).toMatchObject([{ code: 200 }, { code: 404 }])
      expect(await say(93, ADDRESS)).toEqual([false, false])
      expect(await say(94, next)).toEqual([true, true])
    }),
  )

  test(
    'reports its own state at a point with its address, which another device of the building does not end',
    city.undone(async (t) => {
      const { projectId } = await registered(t)
      const program = programOf(t, FIRST_PROVIDER_ID)
      const own = `UTD-${ADDRESS + 1}`
      await program.call(ingest.registerTransmitter, { projectId, address: String(ADDRESS + 1), name: '2号传输装置' })
      const items = ['UTD', own].map((pointNumber) => ({
        projectId,
        pointNumber,
        deviceNo: pointNumber,
        deviceName: '用户信息传输装置',
        deviceType: 154,
        apiId: 2,
      }))
      expect((await program.call(ingest.registerPoints, { items })).data).toMatchObject({ accepted: 2 })
      const say = (serial: number, minutes: number, bits: number, source = ADDRESS) =>
        talk(t, [frame(t, serial, [21, 1, bits, ...timeBytes(ago(t, minutes))], { source })], 1)
      const mainPowerFault = 8
      await say(81, 9, mainPowerFault, ADDRESS + 1)
      await say(82, 8, mainPowerFault)
      await say(83, 7, 0)
      expect(await eventsAt(t, own)).toEqual([{ kind: 'fault', from: ago(t, 9), to: null }])
      expect(await eventsAt(t, 'UTD')).toEqual([{ kind: 'fault', from: ago(t, 8), to: ago(t, 7) }])
      await say(84, 6, 0, ADDRESS + 1)
      expect(await eventsAt(t, own)).toEqual([{ kind: 'fault', from: ago(t, 9), to: ago(t, 6) }])
    }),
  )

  test(
    'is rejected once its building has left the provider',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { rows } = await t.db.execute<{ id: string; project: string }>(`
        select b.id, b.open_project_id as project from building b
        join building_unit x on x.building_id = b.id and x.kind = 'bound' join account a on a.unit_id = x.unit_id
        where a.account = 'unit01' and b.provider_id = ${FIRST_PROVIDER_ID} order by b.id limit 1`)
      const { id, project: projectId } = rows[0]!
      await programOf(t, FIRST_PROVIDER_ID).call(ingest.registerTransmitter, {
        projectId,
        address: String(ADDRESS),
        name: '1号传输装置',
      })
      const word = () => frame(t, 51, status(ago(t, 1), 1, 42, 7, 0))
      const before = await talk(t, [word()], 1)
      expect((await t.call(calls.releaseProvider, { buildingId: id }, token)).body.code).toBe(200)
      const after = await talk(t, [word()], 1)
      expect([...before, ...after].map(({ command }) => command)).toEqual([COMMAND.confirm, COMMAND.deny])
    }),
  )
})

test(
  'can connect again after as many silent or invalid connections as are allowed at once',
  city.undone(async (t) => {
    await registered(t)
    const gateway = await startGateway(
      t.deps,
      { host: '127.0.0.1', port: 0 },
      { ...PATIENCE, firstFrameMs: 300, connections: 2 },
    )
    const idle = [connect(gateway.port, '127.0.0.1'), connect(gateway.port, '127.0.0.1')]
    await Promise.all(idle.map((socket) => once(socket, 'connect')))
    const noise = setInterval(() => idle[0]?.write(Uint8Array.from([0x40, 0x40, 0, 0])), 20)
    const gone = idle.map(
      (socket) => new Promise((resolve) => void socket.on('error', () => undefined).on('close', resolve)),
    )
    try {
      await Promise.all(gone)
      const device = connect(gateway.port, '127.0.0.1')
      device.write(frame(t, 7, status(ago(t, 1), 1, 42, 7, 0)))
      const [chunk] = (await once(device, 'data')) as [Uint8Array]
      expect(createDeframer().push(chunk)).toContainEqual(
        expect.objectContaining({ frame: expect.objectContaining({ serial: 7, command: COMMAND.confirm }) }),
      )
      device.destroy()
    } finally {
      clearInterval(noise)
      await gateway.close()
    }
  }),
  60_000,
)

test(
  'serves at most the allowed connections per address',
  city.undone(async (t) => {
    await registered(t)
    const gateway = await startGateway(
      t.deps,
      { host: '127.0.0.1', port: 0 },
      { ...PATIENCE, connectionsPerAddress: 1 },
    )
    try {
      const device = connect(gateway.port, '127.0.0.1')
      device.write(frame(t, 7, status(ago(t, 1), 1, 42, 7, 0)))
      await once(device, 'data')
      const further = connect(gateway.port, '127.0.0.1').on('error', () => undefined)
      await once(further, 'close')
      expect([further.destroyed, device.destroyed]).toEqual([true, false])
      const gone = once(device, 'close')
      device.destroy()
      await gone
    } finally {
      await gateway.close()
    }
  }),
)
