import { describe, expect, it } from 'vitest'
import { AHEAD_MS } from '#contract/ingest.ts'
import { apiOfEvent, judgeTime, keptSince, monthsOf, newestPerPoint } from './ingest.rules.ts'

const NOW = new Date('2026-03-23T02:15:00Z')

describe("an item's own time", () => {
  it.each([
    [AHEAD_MS, 'fine'],
    [AHEAD_MS + 1, 'future'],
    [0, 'fine'],
    [Date.parse('2023-03-01T00:00:00Z') - NOW.getTime(), 'fine'],
    [Date.parse('2023-03-01T00:00:00Z') - NOW.getTime() - 1, 'expired'],
    [Date.parse('1970-01-01T00:00:00Z') - NOW.getTime(), 'expired'],
    [Date.parse('2100-01-01T00:00:00Z') - NOW.getTime(), 'future'],
  ] as const)('%i ms from now is %s', (ms, judged) => {
    expect(judgeTime(new Date(NOW.getTime() + ms), NOW, 36)).toBe(judged)
  })

  it('is unset without a clock', () => {
    expect(judgeTime(null, NOW, 36)).toBe('unset')
  })

  it('is retained by whole months, over the turn of a year too', () => {
    expect(keptSince(NOW, 1).toISOString()).toBe('2026-02-01T00:00:00.000Z')
    expect(keptSince(NOW, 3).toISOString()).toBe('2025-12-01T00:00:00.000Z')
  })

  it('is in one UTC month, each listed once', () => {
    const at = ['2026-03-31T23:59:59Z', '2026-04-01T00:00:00Z', '2026-03-01T00:00:00Z'].map((s) => new Date(s))
    expect(monthsOf(at)).toEqual(['2026-03-01', '2026-04-01'])
  })
})

it('of a point’s items the newest counts, within one second the one with the later sequence, in any order', () => {
  const item = (pointId: number, second: number, sequence: number) => ({
    pointId,
    at: new Date(second * 1000),
    sequence,
  })
  const [old, late, later, other] = [item(1, 1, 9), item(1, 2, 1), item(1, 2, 2), item(2, 1, 0)]
  expect(newestPerPoint([old, late, later, other])).toEqual([later, other])
  expect(newestPerPoint([other, later, late, old])).toEqual([other, later])
})

it.each([
  ['fire', 1, 63, 1],
  ['fault', 1, 1, 2],
  ['shield', 1, 1, 3],
  ['action', 1, 1, 4],
  ['fault', 4, 11, 12],
  ['fault', 2, 15, 15],
  ['fault', 99, 7, 7],
  ['fire', 99, 7, 1],
] as const)('a %s in system %i at a point of item %i is listed under item %i', (kind, systemId, apiId, listed) => {
  expect(apiOfEvent({ systemId, apiId }, kind)).toBe(listed)
})
