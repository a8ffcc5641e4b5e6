import { expect, test } from 'vitest'
import { linesOf, placeIn, scaleOf, spanRows } from './curve.rules.ts'

const range = { low: 0.1, high: 0.8 }
const at = (...values: number[]) => values.map((value, index) => ({ at: index * 100, value }))

test('a value at a limit is within the range', () => {
  expect([0.1, 0.8, 0.09, 0.81].map((value) => placeIn(range, value))).toEqual(['in', 'in', 'below', 'above'])
  expect(placeIn({ low: null, high: null }, -5)).toBe('in')
})

test('a line is split where it crosses a limit, and both parts meet there', () => {
  const { within, outside, crossings } = linesOf(at(0.2, 0, 0.2), range, 1000)
  expect(crossings).toEqual([
    { at: 50, value: 0.1, to: 'below' },
    { at: 150, value: 0.1, to: 'in' },
  ])
  expect(within.map(([time]) => time)).toEqual(outside.map(([time]) => time))
  expect(within).toEqual([
    [0, 0.2],
    [50, 0.1],
    [100, null],
    [150, 0.1],
    [200, 0.2],
  ])
  expect(outside).toEqual([
    [0, null],
    [50, 0.1],
    [100, 0],
    [150, 0.1],
    [200, null],
  ])
})

test('a jump from below to above crosses both limits', () => {
  expect(linesOf(at(0, 1), range, 1000).crossings.map(({ to }) => to)).toEqual(['in', 'above'])
})

test('a line is interrupted where readings are missing, and no crossing is invented there', () => {
  const points = [
    { at: 0, value: 0.2 },
    { at: 5000, value: 0 },
  ]
  expect(linesOf(points, range, 1000)).toEqual({
    within: [
      [0, 0.2],
      [2500, null],
      [5000, null],
    ],
    outside: [
      [0, null],
      [2500, null],
      [5000, 0],
    ],
    crossings: [],
  })
})

test('the scale has round bounds, shows near limits and leaves far ones out', () => {
  expect(scaleOf(at(0.24, 0.12), { low: 0.15, high: 0.35 })).toEqual({ min: 0.1, max: 0.4, ticks: 3 })
  expect(scaleOf(at(0.3, 0.31), { low: 0.1, high: 0.8 }).max).toBeLessThan(0.4)
  expect(scaleOf(at(3), { low: 1.4, high: null })).toMatchObject({ min: 1 })
  expect(scaleOf(at(0, 0), { low: null, high: null }).max).toBeGreaterThan(0)
})

test('a table row has the lowest, highest and last reading of its span', () => {
  expect(spanRows(at(1, 3, 2, 9), 0, 400, 2)).toEqual([
    { from: 0, to: 200, low: 1, high: 3, last: 3 },
    { from: 200, to: 400, low: 2, high: 9, last: 9 },
  ])
})
