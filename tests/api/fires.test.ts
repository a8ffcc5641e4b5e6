// On both engines: many statements.
import { asc, eq, isNull } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { ingest, type Outcome, UNSET_TIME } from '#contract/ingest.ts'
import { toWireTime } from '#contract/time.ts'
import { alarm } from '#server/schema/alarm.table.ts'
import { COMMAND, timeBytes } from '#server/devices/gateway/frame.ts'
import { quarantine } from '#server/schema/quarantine.table.ts'
import { unplacedFire } from '#server/schema/unplaced-fire.table.ts'
import { deviceEvent } from '#server/schema/record.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { HOUR, MINUTE, OTHER, OWN, somewhere, wire } from '../support/point-fixtures.ts'
import { programOf } from '../support/provider-program.ts'
import { ADDRESS, ago, four, frame, registered, status, talk, two } from '../support/transmitter.ts'

const city = await openApi()
afterAll(() => city.close())

const firesOf = async (t: TestApi, buildingId: number, pointNumber: string) =>
  (
    await t.db
      .select()
      .from(deviceEvent)
      .where(eq(deviceEvent.buildingId, buildingId))
      .orderBy(asc(deviceEvent.occurredAt), asc(deviceEvent.id))
  ).filter((row) => row.kind === 'fire' && row.pointNumber === pointNumber)

const FIRE = 1
const UNSET = [0, 0, 0, 0, 0, 0]
const statusAt = (label: number[], address: number, ...bits: number[]) => [
  ...status(new Date(0), 1, 42, address, 0, ...bits).slice(0, -6),
  ...label,
]

describe('late fires through the gateway', () => {
  const five = [9, 7, 5, 3, 1].map((hours) => [hours * 60, hours * 60 - 30] as const)

  test.each([
    ['oldest first', (frames: number[]) => frames],
    ['newest first', (frames: number[]) => frames.toReversed()],
    [
      'ends before beginnings',
      (frames: number[]) => [...frames.filter((i) => i % 2), ...frames.filter((i) => !(i % 2))],
    ],
  ])('five fires of one component, %s: ten confirmations, five records with their ends', (_, order) =>
    city.undone(async (t) => {
      const { id } = await registered(t)
      const units = five.flatMap(([from, to]) => [
        status(ago(t, from), 1, 42, 7, 0, FIRE),
        status(ago(t, to), 1, 42, 7, 0),
      ])
      const frames = order(units.map((_unit, i) => i)).map((i) => frame(t, i, units[i]!))
      const answers = await talk(t, frames, 10)
      expect(answers.map(({ command }) => command)).toEqual(Array.from({ length: 10 }, () => COMMAND.confirm))
      expect((await firesOf(t, id, '1.0.7')).map(({ occurredAt, endedAt }) => [occurredAt, endedAt])).toEqual(
        five.map(([from, to]) => [ago(t, from), ago(t, to)]),
      )
    })(),
  )

  test(
    'a fire reported again while it lasts is one record that begins with the oldest report',
    city.undone(async (t) => {
      const { id } = await registered(t)
      const at = (minutes: number, ...bits: number[]) => status(ago(t, minutes), 1, 42, 7, 0, ...bits)
      await talk(t, [frame(t, 1, at(5, FIRE)), frame(t, 2, at(8, FIRE)), frame(t, 3, at(2, FIRE))], 3)
      expect(await firesOf(t, id, '1.0.7')).toMatchObject([{ occurredAt: ago(t, 8), endedAt: null }])
      await talk(t, [frame(t, 4, at(6))], 1)
      expect((await firesOf(t, id, '1.0.7')).map(({ occurredAt, endedAt }) => [occurredAt, endedAt])).toEqual([
        [ago(t, 8), ago(t, 6)],
        [ago(t, 5), null],
      ])
    }),
  )

  test(
    'a reset ends earlier alarms, in either order of arrival',
    city.undone(async (t) => {
      const { id } = await registered(t)
      const reset = [4, 1, 1, 0, 1, 7, ...timeBytes(ago(t, 20))]
      await talk(t, [frame(t, 1, reset), frame(t, 2, status(ago(t, 30), 1, 42, 7, 0, FIRE))], 2)
      expect(await firesOf(t, id, '1.0.7')).toMatchObject([{ endedAt: ago(t, 20) }])
    }),
  )
})

describe('a fire of an unregistered component', () => {
  test(
    'through the gateway is a record of the building, with a mark, and ends',
    city.undone(async (t) => {
      const { id } = await registered(t)
      const frames = [
        frame(t, 1, status(ago(t, 9), 1, 42, 999, 0, FIRE)),
        frame(t, 2, status(ago(t, 4), 1, 42, 999, 0)),
      ]
      for (const answer of await talk(t, frames, 2)) expect(answer.command).toBe(COMMAND.confirm)
      expect(await firesOf(t, id, '1.0.999')).toMatchObject([
        { unregistered: true, occurredAt: ago(t, 9), endedAt: ago(t, 4), apiId: 1, timeMark: null, deviceName: null },
      ])
      const alarms = await t.db.select().from(alarm).where(eq(alarm.buildingId, id))
      expect(alarms.filter(({ occurredAt }) => occurredAt.getTime() === ago(t, 9).getTime())).toMatchObject([
        { kind: 'fire', events: 1, judgedAt: null, endedAt: ago(t, 4) },
      ])
    }),
  )

  test(
    'by a provider’s call is a record, too; other reports of the component are rejected',
    city.undone(async (t) => {
      const { projectId, id } = await somewhere(t)
      const about = { projectId, pointNumber: 'X-1', phase: 'begin', time: wire(t, MINUTE) } as const
      const { data } = await programOf(t, OWN).call(ingest.events, {
        items: [
          { ...about, kind: 'fire' },
          { ...about, kind: 'fault' },
        ],
      })
      expect((data as Outcome).results).toEqual([
        { result: 'accepted', message: '部件未登记，火警已保存，请登记该点位' },
        { result: 'refused', message: '建筑或点位不存在' },
      ])
      expect(await firesOf(t, id, 'X-1')).toMatchObject([{ unregistered: true }])
    }),
  )

  test(
    'belongs to the point once its number is registered, and later reports end it',
    city.undone(async (t) => {
      const { projectId, id } = await somewhere(t)
      const program = programOf(t, OWN)
      const event = (phase: 'begin' | 'end', minutes: number) =>
        program.call(ingest.events, {
          items: [{ projectId, pointNumber: 'X-1', kind: 'fire', phase, time: wire(t, minutes * MINUTE) }],
        })
      await event('begin', 9)
      await program.call(ingest.registerPoints, {
        items: [{ projectId, pointNumber: 'X-1', deviceNo: 'D', deviceName: '烟感', deviceType: 42, apiId: 1 }],
      })
      await event('end', 3)
      expect(await firesOf(t, id, 'X-1')).toMatchObject([
        { unregistered: true, deviceName: '烟感', endedAt: ago(t, 3) },
      ])
    }),
  )
})

describe('a fire with an implausible time', () => {
  const about = async (t: TestApi) => {
    const { projectId, detector, id } = await somewhere(t)
    return { id, item: { projectId, pointNumber: detector.pointNumber, kind: 'fire', phase: 'begin' } as const }
  }

  test.each([
    ['ahead of the server’s clock', (t: TestApi) => wire(t, -HOUR), 'ahead'],
    ['before everything that is kept', () => '2000-01-01 00:00:00', 'expired'],
    ['not set', () => UNSET_TIME, 'unset'],
  ] as const)('%s, is stored once with the server’s time and a mark', (_, time, timeMark) =>
    city.undone(async (t) => {
      const { id, item } = await about(t)
      const items = [{ ...item, time: time(t) }]
      const first = await programOf(t, OWN).call(ingest.events, { items })
      const again = await programOf(t, OWN).call(ingest.events, { items })
      expect((first.data as Outcome).results).toEqual([
        { result: 'accepted', message: '设备时间不可信，已按服务器时间保存，请校准设备时钟' },
      ])
      expect((again.data as Outcome).results).toEqual([{ result: 'duplicate', message: null }])
      const marked = (await firesOf(t, id, item.pointNumber)).filter((row) => row.timeMark)
      expect(marked).toMatchObject([{ timeMark, occurredAt: t.clock.now(), endedAt: null }])
      expect(marked[0]?.deviceTime && toWireTime(marked[0].deviceTime)).toBe(timeMark === 'unset' ? null : time(t))
    })(),
  )

  test(
    'is stored once for each device time, and ends with its end',
    city.undone(async (t) => {
      const { id, item } = await about(t)
      const program = programOf(t, OWN)
      const at = (hours: number, phase: 'begin' | 'end') => ({ ...item, phase, time: wire(t, -hours * HOUR) })
      await program.call(ingest.events, { items: [at(3, 'begin'), at(1, 'begin'), at(2, 'end')] })
      await program.call(ingest.events, { items: [at(3, 'begin'), at(2, 'end')] })
      const marked = (await firesOf(t, id, item.pointNumber)).filter((row) => row.timeMark)
      expect(marked.map(({ deviceTime, endedAt }) => [toWireTime(deviceTime!), endedAt !== null])).toEqual([
        [wire(t, -HOUR), true],
        [wire(t, -3 * HOUR), false],
      ])
    }),
  )

  test.each([
    ['not set', UNSET, 'unset'],
    ['ahead', [0, 0, 0, 1, 1, 90], 'ahead'],
    ['of no calendar', [61, 0, 0, 1, 1, 26], 'unset'],
  ])(
    'through the gateway, of a clock that is %s: confirmed, one record while it lasts, another after it ended',
    (_, label, timeMark) =>
      city.undone(async (t) => {
        const { id } = await registered(t)
        const on = statusAt(label, 7, FIRE)
        const answers = await talk(
          t,
          [frame(t, 1, on, { time: null }), frame(t, 2, on), frame(t, 3, statusAt(label, 7)), frame(t, 4, on)],
          4,
        )
        expect(answers.map(({ command }) => command)).toEqual(Array.from({ length: 4 }, () => COMMAND.confirm))
        const fires = await firesOf(t, id, '1.0.7')
        expect(fires).toMatchObject([{ timeMark }, { timeMark }])
        expect(fires.map(({ endedAt }) => endedAt !== null)).toEqual([true, false])
      })(),
  )
})

test(
  'no beginning of a fire at an own building is refused or quarantined, whatever else it says',
  city.undone(async (t) => {
    const { projectId, detector } = await somewhere(t)
    const times = [wire(t, MINUTE), wire(t, -HOUR), '2000-01-01 00:00:00', UNSET_TIME]
    const handledTimes = [undefined, wire(t, MINUTE), wire(t, -HOUR), '2000-01-01 00:00:00']
    const items = times.flatMap((time) =>
      [undefined, 0, 1, 2, 3, 4].flatMap((state) =>
        handledTimes.flatMap((handledTime) =>
          [detector.pointNumber, 'X-1'].map((pointNumber) => ({ time, state, handledTime, pointNumber })),
        ),
      ),
    )
    const { data } = await programOf(t, OWN).call(ingest.events, {
      items: items.map((item, sequence) => ({ ...item, projectId, kind: 'fire', phase: 'begin', sequence }) as never),
    })
    expect(new Set((data as Outcome).results.map(({ result }) => result))).toEqual(new Set(['accepted']))
  }),
)

describe('a report other than a fire', () => {
  test(
    'with an implausible time or an unknown code is quarantined before the frame is confirmed',
    city.undone(async (t) => {
      const place = await registered(t)
      const analog = (code: number, steps: number, label: number[]) => [
        3,
        1,
        11,
        0,
        140,
        ...four(9),
        code,
        ...two(steps),
        ...label,
      ]
      const now = timeBytes(t.clock.now())
      const answers = await talk(
        t,
        [
          frame(t, 1, statusAt(UNSET, 7, 2)),
          frame(t, 2, statusAt([0, 0, 0, 1, 1, 1], 7, 2)),
          frame(t, 3, analog(77, 5, now)),
          frame(t, 4, analog(4, 30_000, now)),
          frame(t, 5, analog(5, 400, UNSET)),
        ],
        5,
      )
      expect(answers.map(({ command }) => command)).toEqual(Array.from({ length: 5 }, () => COMMAND.confirm))
      const rows = await t.db
        .select()
        .from(quarantine)
        .where(eq(quarantine.buildingId, place.id))
        .orderBy(asc(quarantine.id))
      expect(rows.map(({ reason, itemKind }) => [reason, itemKind])).toEqual([
        ['unset', 'reading'],
        ['unset', 'status'],
        ['expired', 'status'],
        ['expired', 'reading'],
        ['unknown-code', 'reading'],
        ['out-of-range', 'reading'],
        ['unset', 'reading'],
      ])
    }),
  )
})

describe('a fire of an unknown building', () => {
  test(
    'from an unregistered transmission device is stored once, and the frame is denied',
    city.undone(async (t) => {
      await registered(t)
      const fire = frame(t, 1, status(ago(t, 3), 1, 42, 7, 0, FIRE), { source: ADDRESS + 5 })
      const quiet = frame(t, 2, status(ago(t, 3), 1, 42, 7, 0), { source: ADDRESS + 6 })
      const answers = await talk(t, [fire, fire, quiet], 3)
      expect(answers.map(({ command }) => command)).toEqual([COMMAND.deny, COMMAND.deny, COMMAND.deny])
      expect(await t.db.select().from(unplacedFire)).toMatchObject([
        { source: `用户信息传输装置 ${ADDRESS + 5}`, pointNumber: '1.0.7', occurredAt: ago(t, 3), providerId: null },
      ])
      expect(await t.db.select().from(alarm).where(isNull(alarm.buildingId))).toMatchObject([
        { source: `用户信息传输装置 ${ADDRESS + 5}`, detail: '点位 1.0.7', occurredAt: ago(t, 3), events: 1 },
      ])
    }),
  )

  test(
    'from a provider for another’s building is stored, and answered alike whether or not the building exists',
    city.undone(async (t) => {
      const theirs = await somewhere(t, OTHER)
      const item = (projectId: string) =>
        ({ projectId, pointNumber: 'A-1', kind: 'fire', phase: 'begin', time: wire(t, 0) }) as const
      const { data } = await programOf(t, OWN).call(ingest.events, {
        items: [item(theirs.projectId), item('OP00000000000000'), { ...item('OP00000000000000'), phase: 'end' }],
      })
      expect((data as Outcome).results.map(({ message }) => message)).toEqual([
        '建筑不存在，火警已作为未知来源转给消防救援机构',
        '建筑不存在，火警已作为未知来源转给消防救援机构',
        '建筑或点位不存在',
      ])
      expect(await t.db.select().from(unplacedFire)).toMatchObject([
        { source: expect.stringContaining(theirs.projectId), providerId: OWN, pointNumber: 'A-1' },
        { source: expect.stringContaining('OP00000000000000'), providerId: OWN },
      ])
    }),
  )

  test(
    'from many unknown devices is stored at most once a minute, so that the disk cannot be filled',
    city.undone(async (t) => {
      await registered(t)
      const frames = Array.from({ length: 105 }, (_, i) =>
        frame(t, i, status(ago(t, 3), 1, 42, 7, 0, FIRE), { source: ADDRESS + 10 + i }),
      )
      await talk(t, frames, 105)
      const sources = (await t.db.select().from(unplacedFire)).map(({ source }) => source)
      expect(sources).toHaveLength(101)
      expect(sources.at(-1)).toBe('大量未登记的用户信息传输装置')
      expect(await t.db.$count(alarm, isNull(alarm.buildingId))).toBe(101)
    }),
  )
})
