// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { inCrs } from '#contract/coordinates.ts'
import { type KeptPlace, mergePlaces, wgsPlace } from './kept-places.ts'

const kept = (some: Partial<KeptPlace>): KeptPlace => ({
  id: '1',
  name: '甲楼',
  address: null,
  place: null,
  accessStatus: 1,
  safetyScore: null,
  pointNum: 0,
  at: 0,
  ...some,
})

test('a place in GCJ-02 is converted, one in WGS-84 is not, half a place is none', () => {
  const [gisX, gisY] = inCrs([121.4737, 31.2304], 'WGS84', 'GCJ02')
  expect(wgsPlace({ gisX, gisY, crs: 'GCJ02' })).toEqual([expect.closeTo(121.4737, 5), expect.closeTo(31.2304, 5)])
  expect(wgsPlace({ gisX: 121.4737, gisY: 31.2304, crs: 'WGS84' })).toEqual([121.4737, 31.2304])
  expect(wgsPlace({ gisX: 121.4737, gisY: 31.2304 })).toEqual([121.4737, 31.2304])
  expect(wgsPlace({ gisX: 121.4737, gisY: null })).toBeNull()
})

test('the newest condition of a building is shown with the newest known place, in any order of the answers', () => {
  const placed = kept({ at: 1, place: [121, 31], alarmNum: 2, address: '甲路 1 号' })
  const newer = kept({ at: 2, alarmNum: 0, name: '甲大厦' })
  const other = kept({ id: '2', at: 3 })
  const expected = kept({ at: 2, alarmNum: 0, name: '甲大厦', place: [121, 31], address: '甲路 1 号' })
  for (const known of [
    [placed, newer, other],
    [other, newer, placed],
  ])
    expect(mergePlaces(known).find(({ id }) => id === '1')).toEqual(expected)
  expect(mergePlaces([placed, newer, other])).toHaveLength(2)
})
