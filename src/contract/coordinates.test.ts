import { expect, test } from 'vitest'
import { inCrs, type LngLat, toGcj02, toWgs84 } from './coordinates.ts'

// What other converters answer, to six decimals.
test.each<[string, LngLat, LngLat]>([
  ['上海', [121.47, 31.23], [121.474518, 31.228037]],
  ['北京', [116.404, 39.915], [116.410245, 39.916404]],
  ['伦敦, where nothing is shifted', [-0.1276, 51.5072], [-0.1276, 51.5072]],
])('%s lies elsewhere on a Chinese map', (_name, wgs, gcj) => {
  const [lng, lat] = toGcj02(wgs)
  expect(lng).toBeCloseTo(gcj[0], 4)
  expect(lat).toBeCloseTo(gcj[1], 4)
})

test('there and back again is the same place to a centimetre, all over the city', () => {
  for (let lng = 120.86; lng < 122.02; lng += 0.0937)
    for (let lat = 30.67; lat < 31.88; lat += 0.0871) {
      const [x, y] = toWgs84(toGcj02([lng, lat]))
      expect(Math.abs(x - lng)).toBeLessThan(1e-7)
      expect(Math.abs(y - lat)).toBeLessThan(1e-7)
    }
})

test('the same system changes nothing but rounds', () => {
  expect(inCrs([121.4700000049, 31.23], 'WGS84', 'WGS84')).toEqual([121.47, 31.23])
})
