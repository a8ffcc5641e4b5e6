import { describe, expect, it } from 'vitest'
import { accessOf, neededOf } from './access.rules.ts'
import { DAY } from './cause.ts'

const NOW = Date.parse('2026-03-23T10:15:00+08:00')

const CREATED = NOW - 90 * DAY
/** Item types with points, by system; those named second are connected. */
const seen = (items: readonly (readonly [systemId: number, apiId: number])[], connected: readonly number[]) =>
  items.map(([systemId, apiId]) => ({
    systemId,
    apiId,
    provenAt: connected.includes(apiId) ? NOW - 1 : null,
    createdAt: CREATED,
  }))

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
    const { missingSince, connected: found, ...access } = accessOf(seen(items, connected), null, NOW)
    expect(access).toEqual({ status, mustPercent, optionalPercent, accessAt: status === 1 ? NOW : null })
    expect(found).toEqual([...connected].sort((a, b) => a - b))
    expect(missingSince).toBe(status === 1 || items.length === 0 ? null : CREATED)
  })

  it.each([
    [1, 1],
    [2, 2],
    [4, 4],
    [5, 4],
    [6, 5],
    [9, 8],
    [10, 8],
    [11, 9],
    [100, 80],
    [101, 81],
  ])('of %i points %i have to report', (points, needed) => {
    expect(neededOf(points)).toBe(needed)
  })

  it('keeps the moment at which it was first complete', () => {
    const before = NOW - 30 * DAY
    expect(accessOf(seen(HYDRANTS, [15, 16, 17]), before, NOW).accessAt).toBe(before)
    expect(accessOf(seen(HYDRANTS, [15]), before, NOW)).toMatchObject({ status: 2, accessAt: before })
  })

  it('loses an item type after seven days of silence, not a moment before', () => {
    const complete = NOW - 30 * DAY
    const heard = NOW - 7 * DAY
    const all = (provenAt: number) => seen(HYDRANTS, [15, 16, 17]).map((item) => ({ ...item, provenAt }))
    expect(accessOf(all(heard + 1), complete, NOW)).toMatchObject({ status: 1, mustPercent: 100, missingSince: null })
    expect(accessOf(all(heard), complete, NOW)).toEqual({
      status: 3,
      mustPercent: 0,
      optionalPercent: 0,
      accessAt: complete,
      missingSince: heard,
      connected: [],
    })
    const [lost, ...others] = all(heard + 1).map((item, at) => (at === 0 ? { ...item, provenAt: heard - 5 } : item))
    expect(accessOf(lost ? [lost, ...others] : [], complete, NOW)).toMatchObject({
      status: 2,
      mustPercent: 67,
      missingSince: heard - 5,
      connected: [16, 17],
    })
  })

  it('has failed only where it was complete once, and still has points', () => {
    expect(accessOf(seen(HYDRANTS, []), NOW - 30 * DAY, NOW).status).toBe(3)
    expect(accessOf(seen(HYDRANTS, []), null, NOW).status).toBe(0)
    expect(accessOf([], NOW - 30 * DAY, NOW)).toMatchObject({ status: 0, missingSince: null })
    // What need not be connected does not keep it.
    expect(accessOf(seen([...HYDRANTS, [2, 18]], [18]), NOW - 30 * DAY, NOW)).toMatchObject({
      status: 3,
      mustPercent: 0,
      optionalPercent: 50,
    })
    expect(accessOf(seen(ELECTRICAL, []), NOW - 30 * DAY, NOW)).toMatchObject({ status: 3, missingSince: CREATED })
  })

  it('asks nothing of what a passed declaration takes off', () => {
    expect(accessOf(seen(HYDRANTS, [15, 16]), null, NOW, new Set([17]))).toMatchObject({
      status: 1,
      mustPercent: 100,
      missingSince: null,
    })
    // With nothing left that must be, one item is enough; none is not.
    const exempt = new Set([15, 16, 17])
    expect(accessOf(seen(HYDRANTS, [15]), null, NOW, exempt).status).toBe(1)
    expect(accessOf(seen(HYDRANTS, []), null, NOW, exempt).status).toBe(0)
  })
})
