import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inCrs } from '#contract/coordinates.ts'
import { addressAt, districtAt, placeOf, readOutlines } from './gazetteer.ts'

const outlines = readOutlines(JSON.parse(readFileSync('public/geo/districts.json', 'utf8')))

test.each([
  ['人民广场', [121.4737, 31.2304], '黄浦区'],
  ['静安寺', [121.4453, 31.2236], '静安区'],
  ['陆家嘴', [121.4998, 31.2397], '浦东新区'],
  ['虹桥火车站', [121.3207, 31.194], '闵行区'],
] as const)('%s is in its district', (_name, wgs, district) => {
  expect(districtAt(outlines, inCrs(wgs, 'WGS84', 'GCJ02'))?.name).toBe(district)
})

test('the centre of each district is inside it, and its address resolves to it', () => {
  expect(outlines).toHaveLength(16)
  for (const { centre, name } of outlines) {
    expect(addressAt(outlines, centre)).toContain(name)
    expect(placeOf(outlines, addressAt(outlines, centre) ?? '')?.[0]).toBeCloseTo(centre[0], 4)
  }
})

test.each(['', '北京市朝阳区某路', '（100.00000，20.00000）', '不知何处'])('"%s" is not found', (address) => {
  expect(placeOf(outlines, address)).toBeNull()
})

test('the sea is in no district', () => {
  expect(addressAt(outlines, [123.5, 31])).toBeNull()
})
