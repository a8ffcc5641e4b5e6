import { describe, expect, test } from 'vitest'
import { inCrs } from '#contract/coordinates.ts'
import { DISTRICTS } from '../reference/regions.ts'
import { unitArea, placeOf } from './unit.rules.ts'

const [district, other] = DISTRICTS
const street = district?.streets[1]

describe('an area', () => {
  test('is a district with one of its streets', () => {
    expect(unitArea(district?.code ?? '', street?.code ?? '')).toEqual({
      county: district?.code,
      streetNo: street?.code,
      streetName: street?.name,
    })
  })

  test.each([
    ['an unknown district', '999999', street?.code ?? ''],
    ['an unknown street', district?.code ?? '', '999999999'],
    ["another district's street", other?.code ?? '', street?.code ?? ''],
  ])('does not exist for %s', (_, county, streetNo) => {
    expect(unitArea(county, streetNo)).toBeNull()
  })
})

describe('a place', () => {
  test.each([
    ['WGS-84', { gisX: 121.4, gisY: 31.2 }, [121.4, 31.2]],
    ['WGS-84 before GCJ-02', { gisX: 121.4, gisY: 31.2, gisXGd: 121.5, gisYGd: 31.3 }, [121.4, 31.2]],
    ['GCJ-02', { gisXGd: 121.5, gisYGd: 31.3 }, inCrs([121.5, 31.3], 'GCJ02', 'WGS84')],
    ['GCJ-02 beside half a WGS-84', { gisX: 1, gisXGd: 121.5, gisYGd: 31.3 }, inCrs([121.5, 31.3], 'GCJ02', 'WGS84')],
  ])('is read from %s', (_, degrees, place) => {
    expect(placeOf(degrees)).toEqual(place)
  })

  test.each([{}, { gisX: 121.4 }, { gisY: 31.2 }, { gisXGd: 121.4 }, { gisYGd: 31.2 }])(
    'is undefined if incomplete: %j',
    (degrees) => {
      expect(placeOf(degrees)).toBeUndefined()
    },
  )
})
