import { describe, expect, it } from 'vitest'
import { accessOf, SILENT_AFTER } from './access.rules.ts'
import { DAY } from './cause.ts'

const NOW = Date.parse('2026-03-23T10:15:00+08:00')

/** Item types with points, by system; those named second have connected. */
const seen = (items: readonly (readonly [systemId: number, apiId: number])[], connected: readonly number[]) =>
  items.map(([systemId, apiId]) => ({ systemId, apiId, connected: connected.includes(apiId) }))

const HYDRANTS = [
  [2, 15],
  [2, 16],
  [2, 17],
] as const
const ELECTRICAL = [
  [4, 11],
  [4, 12],
] as const

describe('access', () => {
  it.each([
    ['nothing', HYDRANTS, [], 0, 0, 0],
    ['nothing, and the building has no points', [], [], 0, 0, 0],
    ['one must-have item of three', HYDRANTS, [15], 2, 33, 0],
    ['two of three', HYDRANTS, [15, 16], 2, 67, 0],
    ['all must-have items', HYDRANTS, [15, 16, 17], 1, 100, 0],
    ['only what need not be', [...HYDRANTS, [2, 18]] as const, [18], 0, 0, 50],
    ['all must-have items and one of two others', [...HYDRANTS, [2, 18]] as const, [15, 16, 17, 18], 1, 100, 50],
    ['all that is there, but a must-have item has no point', [HYDRANTS[0], HYDRANTS[1]], [15, 16], 2, 67, 0],
    ['one of a system without must-have items', ELECTRICAL, [12], 1, 100, 50],
    ['nothing of a system without must-have items', ELECTRICAL, [], 0, 0, 0],
    ['one system of two', [...HYDRANTS, [3, 21], [3, 22]] as const, [15, 16, 17], 2, 60, 0],
  ] as const)('with %s connected', (_, items, connected, status, mustPercent, optionalPercent) => {
    expect(accessOf(seen(items, connected), NOW - 1, null, NOW)).toEqual({
      status,
      mustPercent,
      optionalPercent,
      accessAt: status === 1 ? NOW : null,
      silentSince: null,
    })
  })

  it('keeps the moment at which it was first complete', () => {
    const before = NOW - 30 * DAY
    expect(accessOf(seen(HYDRANTS, [15, 16, 17]), NOW, before, NOW).accessAt).toBe(before)
    expect(accessOf(seen(HYDRANTS, [15]), NOW, before, NOW)).toMatchObject({ status: 2, accessAt: before })
  })

  it('has failed after seven days of silence, not a moment before', () => {
    const complete = NOW - 30 * DAY
    const all = seen(HYDRANTS, [15, 16, 17])
    const heard = NOW - 7 * DAY
    expect(accessOf(all, heard + 1, complete, NOW)).toMatchObject({ status: 1, mustPercent: 100, silentSince: null })
    expect(accessOf(all, heard, complete, NOW)).toEqual({
      status: 3,
      mustPercent: 0,
      optionalPercent: 0,
      accessAt: complete,
      silentSince: heard,
    })
  })

  it('fails only what was complete once, and what was heard of', () => {
    const all = seen(HYDRANTS, [15])
    expect(accessOf(all, NOW - 2 * SILENT_AFTER, null, NOW).status).toBe(2)
    expect(accessOf(all, null, NOW - 30 * DAY, NOW).status).toBe(2)
  })

  it('asks nothing of what a passed declaration takes off', () => {
    expect(accessOf(seen(HYDRANTS, [15, 16]), NOW, null, NOW, new Set([17]))).toMatchObject({
      status: 1,
      mustPercent: 100,
    })
    // With nothing left that must be, one item is enough; none is not.
    const exempt = new Set([15, 16, 17])
    expect(accessOf(seen(HYDRANTS, [15]), NOW, null, NOW, exempt).status).toBe(1)
    expect(accessOf(seen(HYDRANTS, []), NOW, null, NOW, exempt).status).toBe(0)
  })
})
