import { describe, expect, it } from 'vitest'
import { accessOf, neededOf } from './access.rules.ts'
import { DAY } from './condition.ts'

const NOW = Date.parse('2026-03-23T10:15:00+08:00')

const CREATED = NOW - 90 * DAY
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
  ])('of %i points %i must report', (points, needed) => {
    expect(neededOf(points)).toBe(needed)
  })

  it('keeps the time at which it was first complete', () => {
    const before = NOW - 30 * DAY
    expect(accessOf(seen(HYDRANTS, [15, 16, 17]), before, NOW).accessAt).toBe(before)
    expect(accessOf(seen(HYDRANTS, [15]), before, NOW)).toMatchObject({ status: 2, accessAt: before })
  })

  it('loses an item type after seven days without reports, not a moment before', () => {
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

  it('lists connected item types in order, for any order of points', () => {
    expect(accessOf(seen(HYDRANTS.toReversed(), [17, 15, 16]), null, NOW).connected).toEqual([15, 16, 17])
  })

  describe('is missing since', () => {
    const lost = (apiId: number, provenAt: number | null, createdAt: number) => ({
      systemId: 2,
      apiId,
      provenAt,
      createdAt,
    })
    const [long, short] = [NOW - 20 * DAY, NOW - 10 * DAY]

    it.each([
      [
        'the oldest last report of what is lost',
        [lost(15, short, CREATED), lost(16, long, CREATED), lost(17, NOW, CREATED)],
        long,
      ],
      [
        'the registration of what never reported',
        [lost(15, null, short), lost(16, null, long), lost(17, NOW, CREATED)],
        long,
      ],
      ['the first registration, where an item type has no point', [lost(15, NOW, short), lost(16, NOW, long)], long],
    ])('%s', (_, items, since) => {
      expect(accessOf(items, null, NOW).missingSince).toBe(since)
    })

    it('the oldest last report of a system without must-have items', () => {
      const items = [lost(11, short, CREATED), lost(12, long, CREATED)].map((item) => ({ ...item, systemId: 4 }))
      expect(accessOf(items, NOW - 30 * DAY, NOW).missingSince).toBe(long)
    })
  })

  it('has failed only if it was complete once, and still has points', () => {
    expect(accessOf(seen(HYDRANTS, []), NOW - 30 * DAY, NOW).status).toBe(3)
    expect(accessOf(seen(HYDRANTS, []), null, NOW).status).toBe(0)
    expect(accessOf([], NOW - 30 * DAY, NOW)).toMatchObject({ status: 0, missingSince: null })
    expect(accessOf(seen([...HYDRANTS, [2, 18]], [18]), NOW - 30 * DAY, NOW)).toMatchObject({
      status: 3,
      mustPercent: 0,
      optionalPercent: 50,
    })
    expect(accessOf(seen(ELECTRICAL, []), NOW - 30 * DAY, NOW)).toMatchObject({ status: 3, missingSince: CREATED })
  })

  it('requires no items of an approved declaration', () => {
    expect(accessOf(seen(HYDRANTS, [15, 16]), null, NOW, new Set([17]))).toMatchObject({
      status: 1,
      mustPercent: 100,
      missingSince: null,
    })
    const exempt = new Set([15, 16, 17])
    expect(accessOf(seen(HYDRANTS, [15]), null, NOW, exempt).status).toBe(1)
    expect(accessOf(seen(HYDRANTS, []), null, NOW, exempt).status).toBe(0)
  })
})
