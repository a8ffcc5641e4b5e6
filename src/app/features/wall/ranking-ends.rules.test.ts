import { expect, test } from 'vitest'
import { rankingEnds } from './ranking-ends.rules.ts'

const rows = (...values: (number | null)[]) => values.map((value, at) => ({ areaName: `区${at}`, value }))
const ends = (of: ReturnType<typeof rows>, isShort = false) =>
  rankingEnds(of, ({ value }) => value, isShort).map(({ value, place, at }) => [value, place, at])

test('the first three and the last three are listed by value with their place in the whole ranking', () => {
  expect(ends(rows(10, 80, 70, 60, 50, 40, 30, 20))).toEqual([
    [80, 1, 0],
    [70, 2, 1],
    [60, 3, 2],
    [30, 6, 5],
    [20, 7, 6],
    [10, 8, 7],
  ])
})

test('a short ranking has the last three', () => {
  expect(ends(rows(80, 70, 60, 50, 40), true)).toEqual([
    [60, 3, 2],
    [50, 4, 3],
    [40, 5, 4],
  ])
})

test.each([1, 2, 3, 4, 5, 6])('%i areas are listed once each', (count) => {
  const listed = ends(rows(...Array.from({ length: count }, (_, at) => 90 - at)))
  expect(listed.map(([, , at]) => at)).toEqual(Array.from({ length: count }, (_, at) => at))
  expect(ends(rows(...Array.from({ length: count }, (_, at) => 90 - at)), true)).toEqual(listed.slice(-3))
})

test('equal values share a place, and an area without a value has none', () => {
  expect(ends(rows(60, null, 90, 60, 50))).toEqual([
    [90, 1, 0],
    [60, 2, 1],
    [60, 2, 2],
    [50, 4, 3],
  ])
})
