import { describe, expect, test } from 'vitest'
import { toWireTime } from '#contract/time.ts'
import { arrivingAlarms, calledSince, callKey, elapsedText, unansweredSince } from './arriving.rules.ts'

const NOW = Date.UTC(2026, 10, 25, 4)
const MINUTE = 60_000
const alarm = (
  id: string,
  minutes: number,
  more: { state?: 'new' | 'acked' | 'judged'; priority?: number; proposal?: number; called?: number } = {},
) => ({
  id,
  state: more.state ?? ('new' as const),
  priority: more.priority ?? 2,
  proposal: more.proposal ?? null,
  receiveTime: toWireTime(new Date(NOW - minutes * MINUTE)),
  callTime: more.called === undefined ? null : toWireTime(new Date(NOW - more.called * MINUTE)),
})
const shown = (alarms: ReturnType<typeof alarm>[], putAway: ReturnType<typeof alarm>[] = []) =>
  arrivingAlarms(alarms, NOW, new Set(putAway.map(callKey))).map(({ id }) => id)

describe('arriving alarms', () => {
  test('are unacknowledged and received within ten minutes', () => {
    expect(shown([alarm('a', 9), alarm('b', 10), alarm('c', 1, { state: 'acked' })])).toEqual(['a'])
  })

  test('come by priority, then by age', () => {
    expect(shown([alarm('a', 1), alarm('b', 3), alarm('c', 0, { priority: 1 })])).toEqual(['c', 'b', 'a'])
  })

  test('do not include those of announced work', () => {
    expect(shown([alarm('a', 1, { proposal: 4 }), alarm('b', 3)])).toEqual(['b'])
  })

  test('do not include what was put away', () => {
    expect(shown([alarm('a', 1), alarm('b', 3)], [alarm('b', 3)])).toEqual(['a'])
  })

  test('include old, acknowledged and closed ones once people are called again', () => {
    const DAY = 24 * 60
    const again = [alarm('a', 5 * DAY, { called: 1 }), alarm('b', 5, { state: 'acked', called: 2 })]
    expect(shown([...again, alarm('c', 5 * DAY), alarm('d', 5, { state: 'acked' })])).toEqual(['b', 'a'])
    expect(shown([alarm('a', 5, { called: 1 })], [alarm('a', 5, { called: 5 })])).toEqual(['a'])
  })

  test('ring as long as they are unanswered, if they came after the page or shortly before', () => {
    const ringing = [alarm('a', 9), alarm('b', 11, { called: -60 }), alarm('c', -90)]
    expect(unansweredSince([...ringing, alarm('d', 11)], NOW)).toEqual(ringing.map(callKey))
    expect(unansweredSince([alarm('a', 1, { state: 'acked' }), alarm('b', 1, { proposal: 4 })], NOW)).toEqual([])
  })

  test('end with the answer', () => {
    expect([alarm('a', 1, { state: 'acked' }), alarm('b', 1, { state: 'judged' })].map(calledSince)).toEqual([
      null,
      null,
    ])
  })
})

test.each([
  [-5, '00:00'],
  [42_900, '00:42'],
  [3_599_000, '59:59'],
  [3_909_000, '1:05:09'],
])('%d ms elapsed are %s', (ms, text) => {
  expect(elapsedText(ms)).toBe(text)
})
