import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Act } from './alarm-acts.store.ts'
import { compareVerdicts, decideAlarm, RANKS } from './alarm-verdict.rules.ts'

const act = (id: number, change: Partial<Act> = {}): Act => ({
  id,
  eventId: null,
  act: 'verdict',
  verdict: 1,
  rank: RANKS.unit,
  accountId: 7,
  tappedAt: 1000,
  undoes: null,
  ...change,
})
const report = (id: number, eventId: number, change: Partial<Act> = {}) =>
  act(id, { eventId, rank: RANKS.provider, accountId: null, ...change })
const verdictOf = (acts: readonly Act[], events = 1) => decideAlarm(acts, events).verdict?.id ?? null

test('an alarm without acts has neither acknowledgement nor verdict', () => {
  expect(decideAlarm([], 0)).toEqual({ ack: null, verdict: null, byEvent: new Map() })
})

describe('of two verdicts of people', () => {
  test.each<[string, Partial<Act>, Partial<Act>]>([
    ['the authority outranks a later unit', { rank: RANKS.authority, tappedAt: 1 }, { tappedAt: 2 }],
    ['the later one counts', { tappedAt: 2, verdict: 4 }, { tappedAt: 1, verdict: 2 }],
    ['of one time a real fire outranks a false alarm', { verdict: 2 }, { verdict: 1, accountId: 9 }],
    ['of one time a false alarm outranks maintenance', { verdict: 1 }, { verdict: 3, accountId: 9 }],
    ['of one time maintenance outranks a test', { verdict: 3 }, { verdict: 4, accountId: 9 }],
    ['of one time and verdict the higher account counts', { accountId: 8 }, { accountId: 7 }],
    ['a known account counts before an unknown one', { accountId: 1 }, { accountId: null }],
  ])('%s, in either order of arrival', (_, counts, other) => {
    const [a, b] = [act(1, counts), act(2, other)]
    expect([verdictOf([a, b]), verdictOf([b, a])]).toEqual([1, 1])
    expect(compareVerdicts(a, b)).toBeGreaterThan(0)
    expect(compareVerdicts(b, a)).toBeLessThan(0)
  })

  test('a missing verdict is ranked as the gravest', () => {
    const none = { ...act(1), verdict: null }
    expect(compareVerdicts(none, act(2, { verdict: 1 }))).toBeGreaterThan(0)
    expect(compareVerdicts(none, act(2, { verdict: 2 }))).toBe(0)
  })
})

test('a reverted act does not count', () => {
  const undo = act(3, { act: 'undo', undoes: 2, verdict: null })
  expect(verdictOf([act(1), act(2, { tappedAt: 2000 }), undo])).toBe(1)
  expect(decideAlarm([act(2, { act: 'ack', verdict: null }), undo], 1).ack).toBeNull()
})

describe('the acknowledgement', () => {
  const ack = (id: number, tappedAt: number, accountId: number | null = 7) =>
    act(id, { act: 'ack', verdict: null, tappedAt, accountId })

  test.each<[string, Act, Act]>([
    ['the first counts', ack(1, 1000, 9), ack(2, 1001, 1)],
    ['of one time the lower account counts', ack(1, 1000, 3), ack(2, 1000, 4)],
    ['of one time an unknown account counts', ack(1, 1000, null), ack(2, 1000, 4)],
  ])('%s, in either order of arrival', (_, first, second) => {
    expect([decideAlarm([first, second], 1).ack, decideAlarm([second, first], 1).ack]).toEqual([first, first])
  })

  test('is no verdict, and a verdict is no acknowledgement', () => {
    expect(decideAlarm([ack(1, 1000)], 1)).toMatchObject({ verdict: null })
    expect(decideAlarm([act(1)], 1)).toEqual({ ack: null, verdict: act(1), byEvent: new Map() })
  })
})

describe("a provider's reports", () => {
  test('decide an alarm once every record is handled', () => {
    expect(verdictOf([report(1, 10)], 2)).toBeNull()
    expect(verdictOf([report(1, 10), report(2, 11, { verdict: 2 })], 2)).toBe(2)
    expect(verdictOf([report(1, 10), report(2, 11)], 1)).toBe(1)
    expect(verdictOf([report(1, 10)], 0)).toBeNull()
  })

  test('rank below a person’s, even if later', () => {
    expect(verdictOf([act(1, { tappedAt: 1 }), report(2, 10, { tappedAt: 9, verdict: 2 })])).toBe(1)
  })

  test.each<[string, Partial<Act>, Partial<Act>]>([
    ['the gravest', { verdict: 1, tappedAt: 1 }, { verdict: 4, tappedAt: 2 }],
    ['of one gravity the newest', { tappedAt: 2 }, { tappedAt: 1 }],
    ['of one gravity and time that of the first record', { eventId: 10 }, { eventId: 11 }],
  ])('about several records result in %s', (_, counts, other) => {
    const [a, b] = [report(1, 10, counts), report(2, 11, other)]
    expect([verdictOf([a, b], 2), verdictOf([b, a], 2)]).toEqual([1, 1])
  })

  test.each<[string, Partial<Act>, Partial<Act>]>([
    ['the newest', { tappedAt: 2, verdict: 1 }, { tappedAt: 1, verdict: 4 }],
    ['of one time the higher state', { verdict: 3 }, { verdict: 2 }],
    ['of one time one with a state', { verdict: 1 }, { verdict: null }],
  ])('about one record result in %s', (_, counts, other) => {
    const [a, b] = [report(1, 10, counts), report(2, 10, other)]
    for (const acts of [
      [a, b],
      [b, a],
    ])
      expect(decideAlarm(acts, 1).byEvent).toEqual(new Map([[10, a]]))
  })
})

const anyAct = fc.record({
  eventId: fc.option(fc.integer({ min: 1, max: 3 })),
  act: fc.constantFrom('ack' as const, 'verdict' as const),
  verdict: fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const),
  rank: fc.integer({ min: 1, max: 3 }),
  tappedAt: fc.integer({ min: 1, max: 3 }),
})

test('the decision does not depend on the order of arrival', () => {
  fc.assert(
    fc.property(fc.array(anyAct, { maxLength: 8 }), fc.integer({ min: 0, max: 3 }), (changes, events) => {
      const acts = changes.map((change, id) => act(id, { ...change, accountId: id + 1 }))
      const forward = decideAlarm(acts, events)
      const backward = decideAlarm(acts.toReversed(), events)
      expect([backward.ack, backward.verdict?.verdict]).toEqual([forward.ack, forward.verdict?.verdict])
    }),
  )
})
