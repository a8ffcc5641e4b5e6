import { expect, test } from 'vitest'
import { ROLES } from './access.ts'
import { coversScope, mostShelfHours, shelfTimeErrors } from './shelf.rules.ts'

const NOW = new Date('2026-11-26T08:00:00Z')
const SECOND_MS = 1000
const HOUR_MS = 3600 * SECOND_MS
const after = (ms: number) => new Date(NOW.getTime() + ms)
const errors = (from: number, until: number, role: (typeof ROLES)[number] = 'unit') =>
  shelfTimeErrors({ from: after(from), until: after(until) }, NOW, role)

test('the authority may shelve for three days, others for eight hours', () => {
  expect(Object.fromEntries(ROLES.map((role) => [role, mostShelfHours(role)]))).toEqual({
    government: 72,
    unit: 8,
    property: 8,
    provider: 8,
  })
})

test.each([
  ['unit', 8],
  ['property', 8],
  ['government', 72],
] as const)('%s may shelve for %i hours, with a minute’s tolerance for its clock', (role, hours) => {
  const longest = hours * HOUR_MS + 60 * SECOND_MS
  expect(errors(0, longest, role)).toEqual({})
  expect(errors(0, longest + 1, role)).toEqual({ untilTime: `每次最长 ${hours} 小时` })
  expect(errors(HOUR_MS, HOUR_MS + longest, role)).toEqual({})
})

test('shelving starts at most seven days ahead', () => {
  const week = 7 * 24 * HOUR_MS
  expect(errors(week, week + HOUR_MS)).toEqual({})
  expect(errors(week + 1, week + HOUR_MS)).toEqual({ fromTime: '最多提前 7 天登记' })
})

test('shelving ends in the future and after its start', () => {
  expect(errors(-HOUR_MS, 1)).toEqual({})
  expect(errors(-HOUR_MS, 0)).toEqual({ untilTime: '结束时间已过，请重新选择' })
  expect(errors(HOUR_MS, HOUR_MS + 1)).toEqual({})
  expect(errors(HOUR_MS, HOUR_MS)).toEqual({ untilTime: '结束时间应晚于开始时间' })
  expect(errors(2 * HOUR_MS, HOUR_MS)).toEqual({ untilTime: '结束时间应晚于开始时间' })
})

const BUILDING = { systemId: null, pointId: null }
const system = (systemId: number) => ({ systemId, pointId: null })
const point = (pointId: number, systemId: number | null = null) => ({ systemId, pointId })

test.each([
  ['a building', BUILDING, 'itself', BUILDING, null, true],
  ['a building', BUILDING, 'its systems', system(1), null, true],
  ['a building', BUILDING, 'its points', point(7), 1, true],
  ['a system', system(1), 'itself', system(1), null, true],
  ['a system', system(1), 'no other system', system(2), null, false],
  ['a system', system(1), 'no building', BUILDING, null, false],
  ['a system', system(1), 'its points', point(7), 1, true],
  ['a system', system(1), 'no points of other systems', point(7), 2, false],
  ['a system', system(1), 'no points without a system', point(7), null, false],
  ['a system', system(1), 'points by their present system', point(7, 1), 2, false],
  ['a point', point(7), 'itself', point(7), 1, true],
  ['a point', point(7, 1), 'itself whatever its system', point(7, 2), 2, true],
  ['a point', point(7), 'no other point', point(8), 1, false],
  ['a point', point(7, 1), 'no system', system(1), null, false],
  ['a point', point(7), 'no building', BUILDING, null, false],
])('shelving of %s %j covers %s: %j', (_outer, outer, _inner, inner, systemOf, covers) => {
  expect(coversScope(outer, inner, systemOf)).toBe(covers)
})
