import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { ingest } from '#contract/ingest.ts'
import { COMMAND, timeBytes } from '#server/devices/gateway/frame.ts'
import { alarm } from '#server/schema/alarm.table.ts'
import { building } from '#server/schema/building.table.ts'
import { quarantine } from '#server/schema/quarantine.table.ts'
import { componentStatus, controllerOperation, deviceEvent } from '#server/schema/record.table.ts'
import { unplacedFire } from '#server/schema/unplaced-fire.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { HOUR, MINUTE, OTHER, OWN, somewhere, wire } from '../support/point-fixtures.ts'
import { programOf } from '../support/provider-program.ts'
import { ago, frame, registered, status, talk, two } from '../support/transmitter.ts'

const city = await openApi()
afterAll(() => city.close())

const [FIRE, FAULT, SHIELD, ACTION] = [1, 2, 3, 4]
const UNSET = [0, 0, 0, 0, 0, 0]
const withLabel = (unit: number[], label: number[]) => [...unit.slice(0, -6), ...label]
const word = (t: TestApi, minutes: number, address: number, ...bits: number[]) =>
  status(ago(t, minutes), 1, 42, address, 0, ...bits)
const operation = (at: Date, bits: number, system = 1) => [4, 1, system, 0, bits, 7, ...timeBytes(at)]
const RESET = 1
const SILENCE = 2
const MANUAL = 4

const minutesAgo = (t: TestApi, at: Date | null) => at && (t.clock.now().getTime() - at.getTime()) / MINUTE

const eventsAt = async (t: TestApi, pointNumber: string) => {
  const rows = await t.db
    .select()
    .from(deviceEvent)
    .where(eq(deviceEvent.pointNumber, pointNumber))
    .orderBy(asc(deviceEvent.occurredAt), asc(deviceEvent.kind))
  return rows.map(({ kind, occurredAt, endedAt }) => [kind, minutesAgo(t, occurredAt), minutesAgo(t, endedAt)])
}

async function send(t: TestApi, units: readonly number[][], from = 1) {
  const answers = await talk(
    t,
    units.map((unit, i) => frame(t, from + i, unit)),
    units.length,
  )
  return answers.map(({ command }) => command)
}
const confirmed = (count: number) => Array.from({ length: count }, () => COMMAND.confirm)

const asideOf = async (t: TestApi) =>
  (await t.db.select().from(quarantine).orderBy(asc(quarantine.id))).filter(({ itemKind }) => itemKind !== 'reading')

describe('a status word with an implausible time', () => {
  test.each([
    ['ahead', 'future', [0, 0, 0, 1, 1, 90]],
    ['expired', 'expired', [0, 0, 0, 1, 1, 1]],
    ['unset', 'unset', UNSET],
  ])('%s: its fire is stored, the rest is quarantined as %s', (timeMark, reason, label) =>
    city.undone(async (t) => {
      const { id } = await registered(t)
      const both = withLabel(word(t, 0, 7, FIRE, FAULT, SHIELD), label)
      expect(await send(t, [both])).toEqual(confirmed(1))
      expect(await t.db.select().from(deviceEvent).where(eq(deviceEvent.pointNumber, '1.0.7'))).toMatchObject([
        { kind: 'fire', timeMark, occurredAt: t.clock.now(), endedAt: null, fromStatus: true },
      ])
      const [row, ...more] = await asideOf(t)
      expect([row, more]).toMatchObject([
        {
          providerId: OWN,
          buildingId: id,
          pointNumber: '1.0.7',
          reason,
          itemKind: 'status',
          item: { phase: 'status', told: 15, lasting: 7, pointNumber: '1.0.7' },
        },
        [],
      ])
      const words = await t.db.select().from(componentStatus)
      expect(words.map(({ at, told, lasting }) => [at, told, lasting])).toEqual([[t.clock.now(), 1, 1]])
    })(),
  )

  test(
    'is not quarantined if it reports a fire only or no event',
    city.undone(async (t) => {
      await registered(t)
      await send(t, [withLabel(word(t, 0, 7, FIRE), UNSET), withLabel(word(t, 0, 7), UNSET)])
      expect(await asideOf(t)).toEqual([])
      expect((await eventsAt(t, '1.0.7')).map(([kind]) => kind)).toEqual(['fire'])
    }),
  )

  test(
    'never ends a fault or a shield',
    city.undone(async (t) => {
      await registered(t)
      await send(t, [word(t, 9, 7, FAULT, SHIELD), withLabel(word(t, 0, 7), UNSET)])
      expect(await eventsAt(t, '1.0.7')).toEqual([
        ['fault', 9, null],
        ['shield', 9, null],
      ])
    }),
  )
})

describe('a status word of an unregistered component', () => {
  test(
    'is used for its fire only, and quarantined if it reports more',
    city.undone(async (t) => {
      await registered(t)
      await send(t, [word(t, 9, 999, FIRE, FAULT), word(t, 8, 998, FAULT), word(t, 7, 997, FIRE), word(t, 6, 996)])
      expect(await eventsAt(t, '1.0.999')).toEqual([['fire', 9, null]])
      expect(await eventsAt(t, '1.0.998')).toEqual([])
      expect(await eventsAt(t, '1.0.997')).toEqual([['fire', 7, null]])
      expect((await asideOf(t)).map(({ reason, itemKind, pointNumber }) => [reason, itemKind, pointNumber])).toEqual([
        ['unknown-point', 'status', '1.0.999'],
        ['unknown-point', 'status', '1.0.998'],
      ])
    }),
  )

  test(
    'is treated alike if the component was removed',
    city.undone(async (t) => {
      const { projectId } = await registered(t)
      await programOf(t, OWN).call(ingest.removePoints, { items: [{ projectId, pointNumber: '1.0.7' }] })
      await send(t, [word(t, 9, 7, FIRE, FAULT)])
      expect(await eventsAt(t, '1.0.7')).toEqual([['fire', 9, null]])
      expect((await asideOf(t)).map(({ reason, itemKind }) => [reason, itemKind])).toEqual([
        ['unknown-point', 'status'],
      ])
    }),
  )
})

test(
  'a fire of a building that left its provider meanwhile is stored as one of an unknown source; other reports are dropped',
  city.undone(async (t) => {
    const { id, projectId } = await registered(t)
    await t.db.update(building).set({ providerId: OTHER }).where(eq(building.id, id))
    await send(t, [word(t, 9, 7, FIRE), word(t, 8, 7, FAULT), operation(ago(t, 7), RESET)])
    expect(await t.db.select().from(unplacedFire)).toMatchObject([
      { source: `上海砚清智慧消防科技有限公司 建筑标识 ${projectId}`, pointNumber: '1.0.7', occurredAt: ago(t, 9) },
    ])
    expect(await eventsAt(t, '1.0.7')).toEqual([])
    expect(await asideOf(t)).toEqual([])
    expect(await t.db.$count(controllerOperation)).toBe(0)
  }),
)

describe('an operation at a controller', () => {
  const named = (projectId: string, pointNumber: string) => ({
    projectId,
    pointNumber,
    deviceNo: pointNumber,
    deviceName: pointNumber,
    deviceType: 42,
    apiId: 1,
  })

  test(
    'that resets ends fires and actions of its system and the system’s components only',
    city.undone(async (t) => {
      const { projectId } = await registered(t)
      const there = await somewhere(t, OTHER)
      const numbers = ['1.0', '1.0.8', '1.01.5', '1.00', '11.0.5']
      await programOf(t, OWN).call(ingest.registerPoints, { items: numbers.map((number) => named(projectId, number)) })
      await programOf(t, OTHER).call(ingest.registerPoints, { items: [named(there.projectId, '1.0.8')] })
      const begin = (project: string, number: string, kind: string) => ({
        projectId: project,
        pointNumber: number,
        kind,
        phase: 'begin',
        time: wire(t, 30 * MINUTE),
      })
      const items = numbers.flatMap((number) =>
        ['action', 'fault', 'fire', 'shield'].map((kind) => begin(projectId, number, kind)),
      )
      await programOf(t, OWN).call(ingest.events, { items } as never)
      await programOf(t, OTHER).call(ingest.events, { items: [begin(there.projectId, '1.0.8', 'fire')] } as never)
      await programOf(t, OWN).call(ingest.events, { items: [begin(projectId, '1.0.555', 'fire')] } as never)
      await send(t, [operation(ago(t, 20), RESET)])
      const all = async () => {
        const rows = await t.db
          .select()
          .from(deviceEvent)
          .where(eq(deviceEvent.occurredAt, ago(t, 30)))
        return rows
          .filter(({ endedAt }) => endedAt !== null)
          .map(({ pointNumber, kind, endedAt }) => `${pointNumber} ${kind} ${minutesAgo(t, endedAt)}`)
          .toSorted()
      }
      expect(await all()).toEqual(
        ['1.0 action 20', '1.0 fire 20', '1.0.555 fire 20', '1.0.8 action 20', '1.0.8 fire 20'].toSorted(),
      )
    }),
  )

  test(
    'is stored once, however often its frame is sent',
    city.undone(async (t) => {
      const { id } = await registered(t)
      const silence = frame(t, 5, operation(ago(t, 3), SILENCE))
      await talk(t, [silence, silence, frame(t, 6, operation(ago(t, 2), RESET, 11))], 3)
      expect(await t.db.select().from(controllerOperation).orderBy(asc(controllerOperation.at))).toEqual(
        [
          { place: '1.0', at: ago(t, 3), bits: SILENCE, resets: false, sequence: 1_073_741_824 + 5 * 128 },
          { place: '11.0', at: ago(t, 2), bits: RESET, resets: true, sequence: 1_073_741_824 + 6 * 128 },
        ].map((row) => ({ buildingId: id, operator: 7, receivedAt: t.clock.now(), ...row })),
      )
    }),
  )

  test(
    'other than a reset ends no record',
    city.undone(async (t) => {
      await registered(t)
      await send(t, [word(t, 9, 7, FIRE, ACTION), operation(ago(t, 5), SILENCE)])
      expect(await eventsAt(t, '1.0.7')).toEqual([
        ['action', 9, null],
        ['fire', 9, null],
      ])
    }),
  )

  test(
    'with an implausible time ends no record and is quarantined',
    city.undone(async (t) => {
      const { id } = await registered(t)
      const at = (label: number[]) => withLabel(operation(t.clock.now(), RESET), label)
      const units = [word(t, 9, 7, FIRE), at([0, 0, 0, 1, 1, 90]), at([0, 0, 0, 1, 1, 1]), at(UNSET)]
      expect(await send(t, units)).toEqual(confirmed(4))
      expect(await eventsAt(t, '1.0.7')).toEqual([['fire', 9, null]])
      expect(await t.db.$count(controllerOperation)).toBe(0)
      expect(await asideOf(t)).toMatchObject(
        ['future', 'expired', 'unset'].map((reason) => ({
          reason,
          buildingId: id,
          itemKind: 'operations',
          pointNumber: '1.0',
          item: { phase: 'operations', bits: RESET, operator: 7, resets: true },
        })),
      )
    }),
  )

  test(
    'that arrives late ends records that began before it, not later ones',
    city.undone(async (t) => {
      await registered(t)
      await send(t, [
        word(t, 9, 7, FIRE),
        word(t, 6, 7, FIRE),
        word(t, 3, 8, FIRE),
        operation(ago(t, 7), RESET),
        operation(ago(t, 1), RESET, 11),
      ])
      expect(await eventsAt(t, '1.0.7')).toEqual([
        ['fire', 9, 7],
        ['fire', 6, null],
      ])
      expect(await eventsAt(t, '1.0.8')).toEqual([['fire', 3, null]])
      await send(t, [operation(ago(t, 8), RESET)], 20)
      expect(await eventsAt(t, '1.0.7')).toEqual([
        ['fire', 9, 8],
        ['fire', 6, null],
      ])
    }),
  )

  test(
    'ends the alarm of its building',
    city.undone(async (t) => {
      const { id } = await registered(t)
      await send(t, [word(t, 9, 7, FIRE)])
      await send(t, [operation(ago(t, 5), RESET)], 9)
      const alarms = await t.db.select().from(alarm).where(eq(alarm.buildingId, id))
      expect(alarms.filter(({ occurredAt }) => occurredAt.getTime() === ago(t, 9).getTime())).toMatchObject([
        { kind: 'fire', endedAt: ago(t, 5) },
      ])
    }),
  )
})

describe('status words', () => {
  test(
    'of one second are distinguished by their position in the frames',
    city.undone(async (t) => {
      await registered(t)
      await send(t, [word(t, 5, 7, FIRE), word(t, 5, 7), word(t, 5, 7, FIRE)])
      expect(await eventsAt(t, '1.0.7')).toEqual([
        ['fire', 5, 5],
        ['fire', 5, null],
      ])
      expect((await t.db.select().from(componentStatus)).map(({ receivedAt }) => receivedAt)).toEqual(
        Array.from({ length: 3 }, () => t.clock.now()),
      )
    }),
  )

  test(
    'begin and end each kind independently',
    city.undone(async (t) => {
      await registered(t)
      await send(t, [word(t, 9, 7, FAULT), word(t, 8, 7, FAULT, SHIELD), word(t, 7, 7, SHIELD), word(t, 6, 7, ACTION)])
      expect(await eventsAt(t, '1.0.7')).toEqual([
        ['fault', 9, 7],
        ['shield', 8, 6],
        ['action', 6, null],
      ])
      expect(await t.db.select().from(deviceEvent).where(eq(deviceEvent.pointNumber, '1.0.7'))).toMatchObject(
        ['fault', 'shield', 'action'].map(() => ({ timeMark: null, deviceTime: null, unregistered: false })),
      )
    }),
  )

  test(
    'are ended by reports over HTTP, and end those',
    city.undone(async (t) => {
      const { projectId } = await registered(t)
      const report = (phase: string, minutes: number) =>
        programOf(t, OWN).call(ingest.events, {
          items: [{ projectId, pointNumber: '1.0.7', kind: 'fault', phase, time: wire(t, minutes * MINUTE) }],
        } as never)
      await send(t, [word(t, 30, 7, FAULT)])
      await report('end', 25)
      await report('begin', 20)
      await send(t, [word(t, 15, 7)], 5)
      expect(await eventsAt(t, '1.0.7')).toEqual([
        ['fault', 30, 25],
        ['fault', 20, 15],
      ])
    }),
  )

  test(
    'that arrive late move the start of a fire’s alarm back',
    city.undone(async (t) => {
      const { id } = await registered(t)
      const starts = async () =>
        (await t.db.select().from(alarm).where(eq(alarm.buildingId, id)))
          .map(({ occurredAt, lastAt }) => [minutesAgo(t, occurredAt), minutesAgo(t, lastAt)])
          .filter(([minutes]) => minutes! < 30)
      await send(t, [word(t, 5, 7, FIRE)])
      expect(await starts()).toEqual([[5, 5]])
      await send(t, [word(t, 8, 7, FIRE)], 5)
      expect(await starts()).toEqual([[8, 8]])
      await send(t, [word(t, 3, 7)], 9)
      expect(await starts()).toEqual([[8, 8]])
    }),
  )

  test(
    'that arrive late move the start of a record back, also across months',
    city.undone(async (t) => {
      await registered(t)
      const days = 40 * 24 * 60
      await send(t, [word(t, 10, 7, FAULT)])
      const [before] = await t.db.select().from(deviceEvent).where(eq(deviceEvent.pointNumber, '1.0.7'))
      await send(t, [word(t, days, 7, FAULT)], 5)
      const rows = await t.db.select().from(deviceEvent).where(eq(deviceEvent.pointNumber, '1.0.7'))
      expect(rows).toMatchObject([{ id: before!.id, occurredAt: ago(t, days), endedAt: null }])
      await send(t, [word(t, days - 60, 7)], 9)
      expect(await eventsAt(t, '1.0.7')).toEqual([
        ['fault', days, days - 60],
        ['fault', 10, null],
      ])
    }),
  )
})

test(
  'reports create missing partitions',
  city.undone(async (t) => {
    const { projectId } = await registered(t)
    const hours = (months: number) => {
      const at = new Date(t.clock.now())
      at.setUTCMonth(at.getUTCMonth() - months)
      return Math.round((t.clock.now().getTime() - at.getTime()) / HOUR)
    }
    for (const table of ['device_event', 'component_status', 'controller_operation', 'device_event_end'])
      for (const months of [3, 4]) {
        const month = ago(t, hours(months) * 60)
          .toISOString()
          .slice(0, 7)
          .replace('-', '')
        await t.db.execute(`drop table if exists ${table}_${month}`)
      }
    const far = (months: number) => hours(months) * 60
    const units = [word(t, far(3), 7, FAULT), operation(ago(t, far(4)), SILENCE)]
    expect(await send(t, units)).toEqual(confirmed(2))
    expect(await eventsAt(t, '1.0.7')).toEqual([['fault', far(3), null]])
    const { data } = await programOf(t, OWN).call(ingest.events, {
      items: [
        { projectId, pointNumber: '1.0.7', kind: 'shield', phase: 'begin', time: wire(t, far(4) * MINUTE) },
        { projectId, pointNumber: '1.0.7', kind: 'shield', phase: 'end', time: wire(t, far(3) * MINUTE) },
      ],
    } as never)
    expect(data).toMatchObject({ accepted: 2 })
  }),
)

/** Priority 3 unless a rule of the alarm raises it. */
async function ordinary(t: TestApi) {
  const { id } = await registered(t)
  await t.db.delete(alarm).where(eq(alarm.buildingId, id))
  await t.db.update(building).set({ buildingType: null, heightId: 1 }).where(eq(building.id, id))
  await t.db.execute(
    sql`update unit set type = 2 where id in (select unit_id from building_unit where building_id = ${id})`,
  )
  return {
    id,
    panel: (minutes: number, system = 1) => [1, 1, system, 0, ...two(1 << FIRE), ...timeBytes(ago(t, minutes))],
    transmitter: (minutes: number) => [21, 1, 1 << FIRE, ...timeBytes(ago(t, minutes))],
    manual: (minutes: number) => [24, 1, MANUAL, 7, ...timeBytes(ago(t, minutes))],
    alarm: async () => (await t.db.select().from(alarm).where(eq(alarm.buildingId, id)))[0],
  }
}

describe('a fire word of a panel or a transmission device', () => {
  test.each([
    ['before', [0, 1, 2]],
    ['after', [2, 1, 0]],
    ['around', [1, 2, 0]],
  ])('%s its component’s is no second device, another component is', (_, order) =>
    city.undone(async (t) => {
      const of = await ordinary(t)
      const words = [of.transmitter(2), of.panel(2), word(t, 2, 7, FIRE)]
      await send(
        t,
        order.map((i) => words[i]!),
      )
      expect(await of.alarm()).toMatchObject({ events: 3, points: 1, second: false, priority: 3, wave: 1 })
      await send(t, [word(t, 1, 8, FIRE)], 9)
      expect(await of.alarm()).toMatchObject({ events: 4, points: 2, second: true, priority: 1 })
    })(),
  )

  test(
    'raises an alarm by itself; another panel’s is a second device',
    city.undone(async (t) => {
      const of = await ordinary(t)
      await send(t, [of.transmitter(2), of.panel(2)])
      expect(await of.alarm()).toMatchObject({ events: 2, points: 1, second: false, priority: 3, wave: 1 })
      await send(t, [of.panel(1, 2)], 9)
      expect(await of.alarm()).toMatchObject({ events: 3, points: 2, second: true, priority: 1 })
    }),
  )

  test(
    'starts no new call after its component’s, another panel’s does',
    city.undone(async (t) => {
      const of = await ordinary(t)
      await send(t, [word(t, 0, 7, FIRE)])
      t.clock.pass(3 * MINUTE)
      await send(t, [of.panel(0), of.transmitter(0)], 9)
      expect(await of.alarm()).toMatchObject({ wave: 1, second: false })
      await send(t, [of.panel(0, 2)], 19)
      expect(await of.alarm()).toMatchObject({ wave: 2 })
    }),
  )
})

describe('a manual alarm at the transmission device', () => {
  test(
    'calls with priority 1 even during announced work and while its fire word lasts',
    city.undone(async (t) => {
      const of = await ordinary(t)
      await t.db.execute(sql`
        insert into shelf (building_id, reason, from_at, until_at, by_name, created_at)
        values (${of.id}, 'test', ${t.clock.now().toISOString()}::timestamptz - interval '1 minute',
          ${t.clock.now().toISOString()}::timestamptz + interval '1 hour', '王一', now())`)
      await send(t, [word(t, 0, 7, FIRE), of.transmitter(0)])
      expect(await of.alarm()).toMatchObject({ wave: 0, priority: 3, proposal: 4 })
      t.clock.pass(MINUTE)
      const pressed = of.manual(0)
      await send(t, [pressed], 9)
      expect(await of.alarm()).toMatchObject({
        wave: 1,
        priority: 1,
        proposal: null,
        events: 3,
        points: 2,
        second: true,
      })
      await send(t, [pressed], 9)
      expect(await of.alarm()).toMatchObject({ wave: 1, events: 3 })
    }),
  )

  test(
    'calls again in a running alarm and ends by a reset',
    city.undone(async (t) => {
      const of = await ordinary(t)
      await send(t, [of.manual(0)])
      expect(await of.alarm()).toMatchObject({ wave: 1, priority: 1 })
      t.clock.pass(3 * MINUTE)
      await send(t, [of.manual(0)], 9)
      expect(await of.alarm()).toMatchObject({ wave: 2, endedAt: null })
      t.clock.pass(MINUTE)
      await send(t, [[24, 1, RESET, 7, ...timeBytes(t.clock.now())]], 19)
      expect(await of.alarm()).toMatchObject({ endedAt: ago(t, 0) })
    }),
  )

  test(
    'with an unset clock is stored once',
    city.undone(async (t) => {
      const of = await ordinary(t)
      const pressed = withLabel(of.manual(0), UNSET)
      await send(t, [pressed])
      await send(t, [pressed])
      expect(await of.alarm()).toMatchObject({ wave: 1, priority: 1, events: 1 })
    }),
  )
})
