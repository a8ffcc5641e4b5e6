import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { alarmEvent } from '#server/schema/alarm.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { quietDetector } from '../support/event-reports.ts'
import { HOUR, MINUTE, wire } from '../support/point-fixtures.ts'

const city = await openApi()
afterAll(() => city.close())

/** That gives way, that is kept. */
const PAIRS: readonly [string, (t: TestApi) => readonly [object, object]][] = [
  [
    'the later one, whatever its state',
    (t) => [
      { state: 3, handledTime: wire(t, 20 * MINUTE), handledBy: '周工' },
      { state: 1, handledTime: wire(t, 10 * MINUTE), handledBy: '李工' },
    ],
  ],
  [
    'at one time the one with the higher state',
    (t) => [
      { state: 1, handledTime: wire(t, MINUTE), handledBy: '周工' },
      { state: 2, handledTime: wire(t, MINUTE), handledBy: '丁工' },
    ],
  ],
  [
    'at one time and state the one whose handler comes last',
    (t) => [
      { state: 1, handledTime: wire(t, MINUTE), handledBy: '周工', handledPhone: '13900000000' },
      { state: 1, handledTime: wire(t, MINUTE), handledBy: '李工', handledPhone: '13800000000' },
    ],
  ],
  [
    'at one time and state the one that has a handler',
    (t) => [
      { state: 1, handledTime: wire(t, MINUTE) },
      { state: 1, handledTime: wire(t, MINUTE), handledBy: '周工' },
    ],
  ],
  [
    'at one time and state the one without a handler rather than a Latin name',
    (t) => [
      { state: 1, handledTime: wire(t, MINUTE), handledBy: 'Zhou' },
      { state: 1, handledTime: wire(t, MINUTE) },
    ],
  ],
  [
    'of one handler the one whose phone comes last',
    (t) => [
      { state: 1, handledTime: wire(t, MINUTE), handledBy: '周工', handledPhone: '13800000001' },
      { state: 1, handledTime: wire(t, MINUTE), handledBy: '周工', handledPhone: '13800000002' },
    ],
  ],
  [
    'without a handler the one that has a phone',
    (t) => [
      { state: 1, handledTime: wire(t, MINUTE) },
      { state: 1, handledTime: wire(t, MINUTE), handledPhone: '13800000001' },
    ],
  ],
]

describe('of two handlings of an event', () => {
  test.each(PAIRS)('%s is kept, in one batch or in two and in either order', (_, pairOf) =>
    city.undone(async (t) => {
      const { about, results, records } = await quietDetector(t)
      const pair = pairOf(t)
      const begin = (sequence: number) => ({
        ...about,
        kind: 'fault',
        phase: 'begin',
        time: wire(t, HOUR),
        sequence,
      })
      const [first, second] = pair
      await results({ ...begin(0), ...first }, { ...begin(0), ...second })
      await results({ ...begin(1), ...second }, { ...begin(1), ...first })
      expect(await results({ ...begin(2), ...first })).toEqual(['accepted'])
      expect(await results({ ...begin(2), ...second })).toEqual(['accepted'])
      expect(await results({ ...begin(3), ...second })).toEqual(['accepted'])
      expect(await results({ ...begin(3), ...first })).toEqual(['duplicate'])
      const kept = (await records()).map(({ state, handledAt, handledBy, handledPhone }) => ({
        state,
        ...(handledAt && { handledTime: wire(t, t.clock.now().getTime() - handledAt.getTime()) }),
        ...(handledBy && { handledBy }),
        ...(handledPhone && { handledPhone }),
      }))
      expect(kept).toEqual([second, second, second, second])
    })(),
  )
})

describe('the results of handlings in one batch', () => {
  const about = (t: TestApi, sequence = 0) => ({ kind: 'fault', phase: 'begin', time: wire(t, HOUR), sequence })
  const at = (t: TestApi, state: number, minutes: number) => ({ state, handledTime: wire(t, minutes * MINUTE) })

  test(
    'accept each state and time once, also for a stored record',
    city.undone(async (t) => {
      const { about: point, results } = await quietDetector(t)
      const begin = { ...point, ...about(t) }
      const handlings = [at(t, 1, 9), at(t, 2, 9), at(t, 1, 8), at(t, 1, 9), at(t, 1, 8)]
      const expected = ['accepted', 'accepted', 'accepted', 'duplicate', 'duplicate']
      const items = handlings.map((handling) => ({ ...begin, ...handling }))
      expect(await results(...items)).toEqual(expected)
      expect(await results(...items)).toEqual(items.map(() => 'duplicate'))
      const known = { ...point, ...about(t, 1) }
      await results(known)
      expect(await results(known, ...handlings.map((handling) => ({ ...known, ...handling })))).toEqual([
        'duplicate',
        ...expected,
      ])
    }),
  )

  test(
    'concern their own record only',
    city.undone(async (t) => {
      const { about: point, other, results, records } = await quietDetector(t)
      const [one, two] = [
        { ...point, ...about(t) },
        { ...point, ...about(t, 1) },
      ]
      const beside = { ...one, pointNumber: other.pointNumber }
      await results(one, two, beside)
      const handling = at(t, 1, 9)
      expect(await results({ ...one, ...handling }, two, beside, { ...two, ...handling })).toEqual([
        'accepted',
        'duplicate',
        'duplicate',
        'accepted',
      ])
      expect((await records()).map(({ state }) => state)).toEqual([1, 1])
      expect((await records(other.id)).map(({ state }) => state)).toEqual([0])
    }),
  )
})

test(
  'an event without a state, or with state 0, is unhandled, whatever its handling time',
  city.undone(async (t) => {
    const { about, results, records } = await quietDetector(t)
    const begin = { ...about, kind: 'fault', phase: 'begin', time: wire(t, HOUR) }
    const unhandled = { handledTime: wire(t, MINUTE), handledBy: '周工' }
    const items = [
      { ...begin, ...unhandled },
      { ...begin, sequence: 1, state: 0, ...unhandled },
      { ...begin, sequence: 2, state: 0 },
    ]
    expect(await results(...items)).toEqual(['accepted', 'accepted', 'accepted'])
    expect(await results(...items)).toEqual(['duplicate', 'duplicate', 'duplicate'])
    expect(await results({ ...begin, phase: 'end', time: wire(t, 2 * MINUTE), ...unhandled })).toEqual(['accepted'])
    expect(await records()).toMatchObject([0, 1, 2].map(() => ({ state: 0, handledAt: null, handledBy: null })))
  }),
)

describe('an invalid handling', () => {
  const FAULTS: readonly [string, (t: TestApi) => object, string | null][] = [
    ['an end with a state', () => ({ phase: 'end', state: 1 }), '处理状态应随 phase 为 begin 的记录上报'],
    ['an end with state 0', () => ({ phase: 'end', state: 0 }), '处理状态应随 phase 为 begin 的记录上报'],
    ['a state without its time', () => ({ state: 1 }), '填写处理状态时须填写处理时间'],
    [
      'a handling over five minutes ahead',
      (t) => ({ state: 1, handledTime: wire(t, -5 * MINUTE - 1000) }),
      '处理时间应不早于数据保存期限、不晚于当前时间',
    ],
    ['a time ahead without a state', (t) => ({ handledTime: wire(t, -5 * MINUTE - 1000) }), null],
    ['a time ahead with state 0', (t) => ({ state: 0, handledTime: wire(t, -HOUR) }), null],
    [
      'a handling before what is kept',
      () => ({ state: 1, handledTime: '2023-02-28 00:00:00' }),
      '处理时间应不早于数据保存期限、不晚于当前时间',
    ],
    ['a handling five minutes ahead', (t) => ({ state: 1, handledTime: wire(t, -5 * MINUTE) }), null],
  ]

  test.each(FAULTS)('%s: rejects a fault with the reason, and stores it only if valid', (_, more, message) =>
    city.undone(async (t) => {
      const { about, send, records } = await quietDetector(t)
      const item = { ...about, kind: 'fault', phase: 'begin', time: wire(t, HOUR), ...more(t) }
      expect(await send(item)).toEqual([
        message === null ? { result: 'accepted', message } : { result: 'refused', message },
      ])
      expect(await records()).toHaveLength(message === null ? 1 : 0)
    })(),
  )

  const OF_BEGINNINGS = FAULTS.filter(([name]) => !name.startsWith('an end'))

  test.each(OF_BEGINNINGS)(
    '%s: stores the beginning of a fire and its alarm, the handling only if valid',
    (_, more, fault) =>
      city.undone(async (t) => {
        const { about, detector, send, records } = await quietDetector(t)
        const ofAlarms = () => t.db.$count(alarmEvent, eq(alarmEvent.pointId, detector.id))
        const before = await ofAlarms()
        const item = { ...about, kind: 'fire', phase: 'begin', time: wire(t, 0), ...more(t) }
        expect(await send(item)).toEqual([
          { result: 'accepted', message: fault === null ? null : `处理情况未保存：${fault}` },
        ])
        expect(await records()).toMatchObject([fault === null ? { kind: 'fire' } : { state: 0, handledAt: null }])
        expect(await ofAlarms()).toBe(before + 1)
        expect(await send(item)).toEqual([{ result: 'duplicate', message: fault }])
      })(),
  )

  test(
    'an end with a time ahead and no state ends the fire',
    city.undone(async (t) => {
      const { about, results, records } = await quietDetector(t)
      const fire = { ...about, kind: 'fire' }
      const end = { ...fire, phase: 'end', time: wire(t, MINUTE), handledTime: wire(t, -HOUR) }
      expect(await results({ ...fire, phase: 'begin', time: wire(t, HOUR) }, end)).toEqual(['accepted', 'accepted'])
      expect((await records()).map(({ endedAt }) => endedAt !== null)).toEqual([true])
    }),
  )
})

test(
  'open pages of a building learn of its events and of their handling, not of what is known',
  city.undone(async (t) => {
    const { id, about, results } = await quietDetector(t)
    const told = async () => {
      const { rows } = await t.db.execute<{ of: string }>(
        sql`delete from change where kind = 'building' returning building_id::text as of`,
      )
      return rows.map(({ of }) => of)
    }
    await told()
    for (const kind of ['action', 'fault']) {
      const begin = { ...about, kind, phase: 'begin', time: wire(t, HOUR), sequence: 0 }
      const handled = { ...begin, state: 1, handledTime: wire(t, MINUTE) }
      expect(await results(begin)).toEqual(['accepted'])
      expect(await told()).toEqual([String(id)])
      expect(await results(begin)).toEqual(['duplicate'])
      expect(await told()).toEqual([])
      expect(await results(handled)).toEqual(['accepted'])
      expect(await told()).toEqual([String(id)])
    }
  }),
)
