import { expect, test } from 'vitest'
import { inCrs, type LngLat } from './coordinates.ts'

// Expected values come from other converters.
test.each<[string, LngLat, LngLat<'GCJ02'>]>([
  ['上海', [121.47, 31.23], [121.474535, 31.228067]],
  ['北京', [116.404, 39.915], [116.410245, 39.916404]],
  ['伦敦, where nothing is shifted', [-0.1276, 51.5072], [-0.1276, 51.5072]],
])('%s is shifted on Chinese maps', (_name, wgs, gcj) => {
  const [lng, lat] = inCrs(wgs, 'WGS84', 'GCJ02')
  expect(lng).toBeCloseTo(gcj[0], 5)
  expect(lat).toBeCloseTo(gcj[1], 5)
})

test('a conversion and its inverse return the same place to a decimetre or two, all over the city', () => {
  for (let lng = 120.86; lng < 122.02; lng += 0.0937)
    for (let lat = 30.67; lat < 31.88; lat += 0.0871) {
      const [x, y] = inCrs(inCrs([lng, lat], 'WGS84', 'GCJ02'), 'GCJ02', 'WGS84')
      expect(Math.abs(x - lng)).toBeLessThan(2.1e-6)
      expect(Math.abs(y - lat)).toBeLessThan(2.1e-6)
    }
})

test('converting to the same system only rounds', () => {
  expect(inCrs([121.4700000049, 31.23], 'WGS84', 'WGS84')).toEqual([121.47, 31.23])
})

type Fits<A, B> = A extends B ? 'fits' : 'does not fit'

test('coordinates of one system are invalid in another', () => {
  const here: Fits<LngLat<'GCJ02'>, LngLat> = 'does not fit'
  const any: Fits<LngLat<'GCJ02'>, LngLat<'GCJ02'>> = 'fits'
  expect([here, any]).toEqual(['does not fit', 'fits'])
})
