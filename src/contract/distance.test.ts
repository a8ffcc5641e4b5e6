import { expect, test } from 'vitest'
import { inCrs, type LngLat } from './coordinates.ts'
import { directionTo, distanceBetween } from './distance.ts'

const PEOPLE_SQUARE: LngLat = [121.4737, 31.2304]

test.each([
  ['a place to itself', PEOPLE_SQUARE, 0],
  ['a degree of latitude', [121.4737, 32.2304], 111_195],
  ['a degree of longitude at 31.23°', [122.4737, 31.2304], 95_081],
  ['Beijing', [116.4074, 39.9042], 1_067_000],
] as const)('the distance of %s in metres', (_, other, metres) => {
  const error = Math.abs(distanceBetween(PEOPLE_SQUARE, other as LngLat) - metres)
  expect(error).toBeLessThanOrEqual(1 + metres / 1000)
  expect(distanceBetween(other as LngLat, PEOPLE_SQUARE)).toBeCloseTo(
    distanceBetween(PEOPLE_SQUARE, other as LngLat),
    6,
  )
})

test('a GCJ-02 place taken for WGS-84 would be hundreds of metres away, a converted one is at most a metre', () => {
  const shifted = inCrs(PEOPLE_SQUARE, 'WGS84', 'GCJ02')
  expect(distanceBetween(PEOPLE_SQUARE, shifted as unknown as LngLat)).toBeGreaterThan(400)
  expect(distanceBetween(PEOPLE_SQUARE, inCrs(shifted, 'GCJ02', 'WGS84'))).toBeLessThan(1)
})

test.each([
  ['北', 0, 0.01],
  ['东北', 0.01, 0.00855],
  ['东', 0.01, 0],
  ['东南', 0.01, -0.00855],
  ['南', 0, -0.01],
  ['西南', -0.01, -0.00855],
  ['西', -0.01, 0],
  ['西北', -0.01, 0.00855],
] as const)('the direction %s', (name, east, north) => {
  expect(directionTo(PEOPLE_SQUARE, [PEOPLE_SQUARE[0] + east, PEOPLE_SQUARE[1] + north])).toBe(name)
})
