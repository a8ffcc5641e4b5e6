import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BEGIN_ORDER, deriveRecords, END_ORDER, type KnownEvent, type Timeline } from './event-timeline.rules.ts'

const NONE: Timeline = { anchor: null, offs: [], ons: [], known: [], begins: [] }
const derive = (timeline: Partial<Timeline>) => deriveRecords({ ...NONE, ...timeline })
const word = (at: number, order = 5) => ({ at, order })
const ending = (at: number) => ({ at, order: END_ORDER })
const begin = (at: number, sequence = 0) => ({ at, sequence })
const known = (at: number, change: Partial<KnownEvent> = {}): KnownEvent => ({
  id: 1,
  at,
  sequence: 0,
  endedAt: null,
  fromStatus: false,
  ...change,
})

describe('a reported beginning', () => {
  test('is a record without an end until an end is known', () => {
    expect(derive({ begins: [begin(10, 3)] })).toEqual({
      added: [{ at: 10, sequence: 3, endedAt: null, begin: begin(10, 3) }],
      changed: [],
    })
  })

  test('ends with the first end after it', () => {
    const { added } = derive({ begins: [begin(10), begin(25), begin(40)], offs: [ending(30), ending(20)] })
    expect(added.map(({ at, endedAt }) => [at, endedAt])).toEqual([
      [10, 20],
      [25, 30],
      [40, null],
    ])
  })

  test('is ordered before an end and a status of its time', () => {
    expect(derive({ begins: [begin(10)], offs: [ending(10)] }).added).toMatchObject([{ at: 10, endedAt: 10 }])
    expect(derive({ begins: [begin(10)], offs: [word(10, 0)] }).added).toMatchObject([{ at: 10, endedAt: 10 }])
  })

  test('before the anchor, or in its place, is not derived again', () => {
    expect(derive({ anchor: word(10), begins: [begin(10), begin(9)] }).added).toEqual([])
    expect(derive({ anchor: word(10, BEGIN_ORDER), begins: [begin(10)] }).added).toEqual([])
    expect(derive({ anchor: word(10), begins: [begin(11)] }).added).toHaveLength(1)
  })

  test('that is stored ends once its end is known', () => {
    const event = known(10, { sequence: 4 })
    expect(derive({ known: [event], offs: [ending(20)] })).toEqual({
      added: [],
      changed: [{ known: event, at: 10, sequence: 4, endedAt: 20 }],
    })
  })

  test.each([
    [null, [], null],
    [20, [], null],
    [20, [20], null],
    [20, [30], null],
    [20, [15], 15],
    [null, [15], 15],
  ])('stored with the end %s, with the ends %j, is changed to %s', (endedAt, offs, changed) => {
    const derived = derive({ known: [known(10, { endedAt })], offs: offs.map(ending) })
    expect(derived.changed.map((one) => one.endedAt)).toEqual(changed === null ? [] : [changed])
  })

  test('that is stored before the anchor is unchanged', () => {
    expect(derive({ anchor: word(15), known: [known(10)], offs: [ending(20)] }).changed).toEqual([])
  })
})

describe('a status', () => {
  test('begins one record between two ends, with the first status that shows it', () => {
    const { added } = derive({ ons: [word(30, 2), word(12, 9), word(12, 7), word(35, 1)], offs: [word(20, 1)] })
    expect(added).toEqual([
      { at: 12, sequence: 7, endedAt: 20, begin: null },
      { at: 30, sequence: 2, endedAt: null, begin: null },
    ])
  })

  test('of one time is ordered by its sequence, an end of that time included', () => {
    const { added } = derive({ ons: [word(10, 1), word(10, 3)], offs: [word(10, 2)] })
    expect(added.map(({ sequence, endedAt }) => [sequence, endedAt])).toEqual([
      [1, 10],
      [3, null],
    ])
    expect(derive({ ons: [word(10, 2)], offs: [word(10, 2)] }).added).toEqual([])
  })

  test('moves its stored record back when an earlier one becomes known', () => {
    const event = known(12, { fromStatus: true, sequence: 5 })
    expect(derive({ known: [event], ons: [word(10, 2)] }).changed).toEqual([
      { known: event, at: 10, sequence: 2, endedAt: null },
    ])
    expect(derive({ known: [event], ons: [word(10, 5)] }).changed).toMatchObject([{ at: 10, sequence: 5 }])
    expect(derive({ known: [event], ons: [word(12, 3)] }).changed).toMatchObject([{ at: 12, sequence: 3 }])
    expect(derive({ known: [event], ons: [word(12, 5)] })).toEqual({ added: [], changed: [] })
  })

  test('ends its stored record, with or without another status', () => {
    const event = known(12, { fromStatus: true, sequence: 5 })
    for (const ons of [[], [word(12, 5)]])
      expect(derive({ known: [event], ons, offs: [ending(20)] }).changed).toEqual([
        { known: event, at: 12, sequence: 5, endedAt: 20 },
      ])
  })

  test('is compared with stored records by time and sequence', () => {
    const event = known(10, { fromStatus: true, sequence: 5 })
    const { added, changed } = derive({ known: [event], ons: [word(10, 9)], offs: [word(10, 7)] })
    expect(changed).toMatchObject([{ sequence: 5, endedAt: 10 }])
    expect(added).toMatchObject([{ sequence: 9 }])
  })

  test('does not adopt the record of a reported beginning', () => {
    expect(derive({ known: [known(10)], ons: [word(11)] })).toMatchObject({ added: [{ at: 11 }], changed: [] })
  })
})

test('the records do not depend on the order of arrival', () => {
  const at = fc.integer({ min: 0, max: 6 })
  const words = fc.array(fc.record({ at, order: fc.integer({ min: 0, max: 2 }) }), { maxLength: 5 })
  fc.assert(
    fc.property(words, words, fc.array(fc.record({ at, sequence: at }), { maxLength: 3 }), (ons, offs, begins) => {
      const sorted = (timeline: Partial<Timeline>) =>
        derive(timeline).added.toSorted((a, b) => a.at - b.at || a.sequence - b.sequence)
      expect(
        sorted({ ons: ons.toReversed(), offs: offs.toReversed(), begins: begins.toReversed() }).map((one) =>
          JSON.stringify(one),
        ),
      ).toEqual(sorted({ ons, offs, begins }).map((one) => JSON.stringify(one)))
    }),
  )
})
