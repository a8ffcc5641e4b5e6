import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toGcj02 } from '#contract/coordinates.ts'
import { addressOf, districtAt, placeOf, readOutlines } from './gazetteer.ts'
import { moved, toPixels, zoomed } from './map-view.ts'

const outlines = readOutlines(JSON.parse(readFileSync('public/geo/districts.json', 'utf8')))

test.each([
  ['人民广场', [121.4737, 31.2304], '黄浦区'],
  ['静安寺', [121.4453, 31.2236], '静安区'],
  ['陆家嘴', [121.4998, 31.2397], '浦东新区'],
  ['虹桥火车站', [121.3207, 31.194], '闵行区'],
] as const)('%s lies in its district', (_name, wgs, district) => {
  expect(districtAt(outlines, toGcj02(wgs))?.name).toBe(district)
})

test('each district’s middle lies within, and its address leads back to it', () => {
  expect(outlines).toHaveLength(16)
  for (const { centre, name } of outlines) {
    expect(addressOf(outlines, centre)).toContain(name)
    expect(placeOf(outlines, addressOf(outlines, centre) ?? '')?.[0]).toBeCloseTo(centre[0], 4)
  }
})

test.each(['', '北京市朝阳区某路', '（100.00000，20.00000）', '不知何处'])('nobody knows where "%s" is', (address) => {
  expect(placeOf(outlines, address)).toBeNull()
})

test('the sea is in no district', () => {
  expect(addressOf(outlines, [123.5, 31])).toBeNull()
})

test('a map drawn along shows the place that came to its middle', () => {
  const view = { centre: [121.47, 31.23], zoom: 12 } as const
  const [x, y] = toPixels(view, [121.5, 31.2])
  const there = moved(view, -x, -y)
  expect(there.centre[0]).toBeCloseTo(121.5, 6)
  expect(there.centre[1]).toBeCloseTo(31.2, 6)
  expect(zoomed(view, 99).zoom).toBe(18)
  expect(zoomed(view, -99).zoom).toBe(9)
})
