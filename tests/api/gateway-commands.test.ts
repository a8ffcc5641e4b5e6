import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type DutyCheck, dutyCheck } from '#contract/duty-check.ts'
import { ingest } from '#contract/ingest.ts'
import { FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { openDevice, type SimulatedDevice } from '#demo/simulator/transmission-device.ts'
import { COMMAND, type Frame, timeBytes } from '#server/devices/gateway/frame.ts'
import { type Gateway, startGateway } from '#server/devices/gateway/listen.ts'
import { PATIENCE } from '#server/devices/gateway/serve-device.ts'
import { NO_METRICS, NOOP_OPERATIONS } from '#server/platform/noop-operations.ts'
import { alarmScene, type AlarmScene } from '../support/alarm-scene.ts'
import { openApi } from '../support/api-context.ts'
import { programOf } from '../support/provider-program.ts'

const city = await openApi()
const t = await city.lasting()
const ADDRESS = 0x0119_0000_0001
const SECOND = 1_000
const counted: string[] = []
const warned: unknown[] = []
const left: (() => unknown)[] = []
let scene: AlarmScene

const own = () => ({ projectId: scene.project, address: String(ADDRESS) })
const device = () => ({ ...own(), name: '1号传输装置' })

beforeAll(async () => {
  scene = await alarmScene(t)
  const program = programOf(t, FIRST_PROVIDER_ID)
  await program.call(ingest.registerTransmitter, device())
  const point = { projectId: scene.project, deviceNo: 'GB7', deviceName: '烟感', deviceType: 42, apiId: 1 }
  await program.call(ingest.registerPoints, { items: [{ ...point, pointNumber: '1.0.7' }] })
})
beforeEach(async () => {
  counted.length = 0
  warned.length = 0
  await t.db.execute(sql`delete from duty_check`)
})
afterEach(async () => {
  for (const end of left.splice(0).toReversed()) await end()
})
afterAll(() => city.close())

async function gatewayOf(): Promise<Gateway> {
  const deviceCommanded = (command: string, result: string) => void counted.push(`${command} ${result}`)
  const log = Object.assign(Object.create(t.deps.log) as typeof t.deps.log, {
    warn: (...entry: unknown[]) => void warned.push(entry),
  })
  const deps = { ...t.deps, log, operations: { ...NOOP_OPERATIONS, metrics: { ...NO_METRICS, deviceCommanded } } }
  const patience = { ...PATIENCE, replyMs: 400, checkEveryMs: 50 }
  const gateway = await startGateway(deps, { host: '127.0.0.1', port: 0 }, patience)
  left.push(() => gateway.close())
  return gateway
}

type Answers = NonNullable<SimulatedDevice['answers']>
async function deviceAt({ port }: Gateway, answers?: Answers, now = t.clock.now) {
  const device = openDevice({ host: '127.0.0.1', port, address: ADDRESS, now, ...(answers && { answers }) })
  left.push(() => device.close())
  expect(await device.heartbeat()).toBe(COMMAND.confirm)
  return device
}

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 50 })
const isDuty = ({ unit }: Frame) => unit[0] === 91
const ask = async () => {
  const { code } = await scene.send('jingan', dutyCheck.ask, { buildingIds: [String(scene.id)], answerMinutes: 5 })
  expect(code).toBe(200)
}
const checks = async () =>
  ((await scene.send('jingan', dutyCheck.list, {})).data as unknown as { list: DutyCheck[] }).list
const shows = (expected: object) => eventually(async () => expect((await checks())[0]).toMatchObject(expected))

describe('a device that connects', () => {
  test('has its clock set and its states read, which are ingested', async () => {
    const late = () => new Date(t.clock.now().getTime() - 3_600 * SECOND)
    const gateway = await gatewayOf()
    const device = openDevice({
      host: '127.0.0.1',
      port: gateway.port,
      address: ADDRESS,
      now: late,
      typeOf: () => 42,
      statusOf: (place) => (place === '1.0.7' ? 0b101 : 1),
    })
    left.push(() => device.close())
    await device.heartbeat()
    await eventually(() => expect(counted).toContain('read-components confirmed'))
    expect(counted.slice(0, 3)).toEqual(['clock confirmed', 'read-device confirmed', 'read-systems confirmed'])
    expect(device.clock()).toEqual(t.clock.now())
    expect([...device.received[0]!.unit]).toEqual([90, 1, ...timeBytes(t.clock.now())])
    const { rows } = await t.db.execute(sql`select e.kind from device_event e join point p on p.id = e.point_id
      where p.building_id = ${scene.id} and p.point_number = '1.0.7' and e.ended_at is null`)
    expect(rows).toEqual([{ kind: 'fault' }])
  })

  test('is sent the clock again when it refuses, and no state is read from one that is silent', async () => {
    const device = await deviceAt(await gatewayOf(), (frame, own) => {
      if (frame.unit[0] === 90) own.reply(frame, COMMAND.deny)
      return true
    })
    await eventually(() => expect(counted).toEqual(['clock denied', 'read-device silent']))
    expect(device.received.map(({ unit, serial }) => [unit[0], serial])).toEqual([
      ...Array.from({ length: 4 }, () => [90, 0]),
      ...Array.from({ length: 4 }, () => [81, 1]),
    ])
  })

  test('has its clock set again when it differs, at most every ten minutes', async () => {
    let behind = 0
    const device = await deviceAt(
      await gatewayOf(),
      (frame, own) => {
        own.reply(frame, frame.command === COMMAND.control ? COMMAND.confirm : COMMAND.deny)
        return true
      },
      () => new Date(t.clock.now().getTime() - behind),
    )
    await eventually(() => expect(counted.at(-1)).toMatch(/^read-components/))
    const clocks = () => counted.filter((one) => one === 'clock confirmed').length
    behind = 31 * SECOND
    await device.heartbeat()
    t.clock.pass(600 * SECOND)
    behind = 30 * SECOND
    await device.heartbeat()
    expect(clocks()).toBe(1)
    behind = 31 * SECOND
    await device.heartbeat()
    await eventually(() => expect(clocks()).toBe(2))
  })

  test('closes its oldest connection when it connects a third time', async () => {
    const gateway = await gatewayOf()
    const devices = [await deviceAt(gateway), await deviceAt(gateway), await deviceAt(gateway)]
    await eventually(() => expect(devices.map((one) => one.isOpen())).toEqual([false, true, true]))
    expect(warned).toContainEqual([{ source: ADDRESS, reason: 'device', limit: 2 }, 'device connected too often'])
  })
})

describe('a duty check of its building', () => {
  test('reaches the device of another process; its answer is recorded once', async () => {
    const [empty, gateway] = [await gatewayOf(), await gatewayOf()]
    expect(empty.port).not.toBe(gateway.port)
    const device = await deviceAt(gateway)
    await ask()
    await shows({ state: 'waiting', transmitter: 'received' })
    const command = device.received.filter(isDuty)
    expect(command.map(({ unit }) => [...unit])).toEqual([[91, 1, 5]])
    t.clock.pass(20 * SECOND)
    const pressed = device.clock()
    expect(await device.pressDuty(7, pressed, 900)).toBe(COMMAND.confirm)
    await shows({ state: 'answered', transmitter: 'answered', seconds: 20, answeredBy: '1号传输装置（7 号操作员）' })
    t.clock.pass(20 * SECOND)
    await ask()
    await eventually(async () =>
      expect((await checks()).map((one) => one.transmitter)).toEqual(['received', 'answered']),
    )
    expect(await device.pressDuty(7, pressed, 900)).toBe(COMMAND.confirm)
    expect((await checks()).map((one) => one.state)).toEqual(['waiting', 'answered'])
  })

  test('is sent again while confirmations are lost, and late and repeated ones count', async () => {
    let commands = 0
    const held: Frame[] = []
    const device = await deviceAt(await gatewayOf(), (frame) => {
      if (!isDuty(frame)) return false
      commands += 1
      held.push(frame)
      return true
    })
    await ask()
    await shows({ transmitter: 'unconfirmed' })
    expect(commands).toBe(4)
    for (const frame of held) device.reply(frame, COMMAND.confirm)
    await shows({ state: 'waiting', transmitter: 'received' })
  })

  test('shows a denial, and that no device was connected', async () => {
    await ask()
    await shows({ transmitter: 'waiting' })
    t.clock.pass(301 * SECOND)
    await shows({ state: 'missed', transmitter: 'offline' })
    await deviceAt(await gatewayOf(), (frame, own) => {
      if (isDuty(frame)) own.reply(frame, COMMAND.deny)
      return isDuty(frame)
    })
    await ask()
    await shows({ state: 'waiting', transmitter: 'denied' })
    expect(counted).toContain('duty-check denied')
  })

  test.each([
    ['removed', async () => programOf(t, FIRST_PROVIDER_ID).call(ingest.removeTransmitter, own())],
    [
      'registered in another building',
      async () => {
        const { rows } = await t.db.execute<{ project: string }>(sql`select open_project_id as project from building
          where provider_id = ${FIRST_PROVIDER_ID} and id <> ${scene.id} order by id limit 1`)
        return programOf(t, FIRST_PROVIDER_ID).call(ingest.registerTransmitter, {
          ...device(),
          projectId: rows[0]!.project,
        })
      },
    ],
  ])('no longer waits for a device that was %s', async (_, end) => {
    await ask()
    await shows({ transmitter: 'waiting' })
    expect((await end()).code).toBe(200)
    await shows({ state: 'waiting', transmitter: null })
    expect((await programOf(t, FIRST_PROVIDER_ID).call(ingest.registerTransmitter, device())).code).toBe(200)
    const { rows } = await t.db.execute(sql`select 1 from duty_check_transmitter`)
    expect(rows).toEqual([])
  })

  test('is sent to the next connection of a device that closed meanwhile, with the minutes left', async () => {
    const [first, second] = [await gatewayOf(), await gatewayOf()]
    await deviceAt(first, (frame, own) => {
      if (isDuty(frame)) own.close()
      return isDuty(frame)
    })
    await ask()
    await eventually(() => expect(counted).toContain('duty-check closed'))
    t.clock.pass(130 * SECOND)
    const device = await deviceAt(second)
    await shows({ transmitter: 'received' })
    expect(device.received.filter(isDuty).map(({ unit }) => unit[2])).toEqual([3])
  })
})

test('a device outside its provider’s networks is answered like an unregistered one; of a suspended one, no fire is lost', async () => {
  const gateway = await gatewayOf()
  const answers = async () => {
    const device = openDevice({ host: '127.0.0.1', port: gateway.port, address: ADDRESS, now: t.clock.now })
    left.push(() => device.close())
    return [await device.heartbeat(), await device.send([99, 1, 0]), device.received.length]
  }
  const set = (change: ReturnType<typeof sql>) =>
    t.db.execute(sql`update provider set ${change} where id = ${FIRST_PROVIDER_ID}`)
  await set(sql`networks = '{10.0.0.0/8}'`)
  expect(await answers()).toEqual([COMMAND.deny, COMMAND.deny, 0])
  await set(sql`networks = '{10.0.0.0/8,127.0.0.0/8}'`)
  expect((await answers())[0]).toBe(COMMAND.confirm)
  await set(sql`networks = '{}', suspended_at = now()`)
  expect((await answers())[0]).toBe(COMMAND.confirm)
  await set(sql`suspended_at = null`)
})
