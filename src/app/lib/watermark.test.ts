import { expect, test } from 'vitest'
import { watermarkTile, xmlText } from './watermark.ts'

const svgOf = (uri: string) => decodeURIComponent(uri.replace('data:image/svg+xml,', ''))

test('the tile is 240 wide, grey and faint, with the name on it', () => {
  const svg = svgOf(watermarkTile(['静安大厦物业']))
  expect(svg).toContain('width="240"')
  expect(svg).toContain('fill="#808080" fill-opacity="0.2"')
  expect(svg).toContain('>静安大厦物业</tspan>')
})

test('a name with markup stays text', () => {
  const svg = svgOf(watermarkTile([`<a b='"&'>`]))
  expect(svg).toContain('&lt;a b=&#39;&quot;&amp;&#39;&gt;')
  expect(svg.match(/</g)).toHaveLength(6)
})

test('nothing in a name can leave the url() it is put in', () => {
  expect(watermarkTile([`")';url(x)\\`])).not.toMatch(/["\\<> ]/)
})

test('control characters and half surrogates are dropped, whole ones stay', () => {
  expect(xmlText('a\u0000b\u001fc\ud83d')).toBe('abc')
  expect(xmlText('𠮷野')).toBe('𠮷野')
  expect(() => watermarkTile(['\udc00'])).not.toThrow()
})

test('a very long unit name is cut before it overlaps its neighbour', () => {
  const svg = svgOf(watermarkTile(['上海市静安区某某商业综合体物业管理有限公司第三分公司']))
  expect(svg).toContain('>上海市静安区某某商业综合体物…</tspan>')
})

test('an empty line takes no room', () => {
  expect(svgOf(watermarkTile(['', '2026-11-21'])).match(/<tspan/g)).toHaveLength(1)
})
