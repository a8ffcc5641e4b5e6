import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { AREA_PROBLEM, isAreaPlausible, isVisibleLine, placeProblem } from './plausible.rules.ts'

test.each([
  [121.47, 31.23, ''],
  [null, null, ''],
  [undefined, undefined, ''],
  [0, 0, '坐标不在本市范围内'],
  [12.1, 31.2, '坐标不在本市范围内'],
  [31.23, 121.47, '经度与纬度填反了'],
  [121.47, null, '经度和纬度须同时填写'],
  [undefined, 31.23, '经度和纬度须同时填写'],
])('the place %s, %s is rejected with "%s"', (lng, lat, problem) => {
  expect(placeProblem(lng, lat)).toBe(problem)
})

test('a place in the city is accepted, and rejected with swapped coordinates', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 120.5, max: 122.6, noNaN: true }),
      fc.double({ min: 30.3, max: 32.2, noNaN: true }),
      (lng, lat) => {
        expect(placeProblem(lng, lat)).toBe('')
        expect(placeProblem(lat, lng)).toBe('经度与纬度填反了')
      },
    ),
  )
})

test.each(['上海\n大厦', '上海\u200b大厦', '\ufeff上海大厦', '上海\u2028大厦', '上海\t大厦'])(
  'a name with a line break or a character without width is not one visible line: %j',
  (name) => expect(isVisibleLine(name)).toBe(false),
)

test('a name of letters, figures, signs and spaces is one visible line', () => {
  expect(isVisibleLine('上海中心大厦（A座） No.1 · 𠮷祥')).toBe(true)
})

test.each([
  [120.5, 30.3, true],
  [120.5, 32.2, true],
  [122.6, 30.3, true],
  [122.6, 32.2, true],
  [120.49, 31, false],
  [122.61, 31, false],
  [121, 30.29, false],
  [121, 32.21, false],
])('%d, %d is in the city: %s', (lng, lat, isIn) => {
  expect(placeProblem(lng, lat)).toBe(isIn ? '' : '坐标不在本市范围内')
  expect(placeProblem(lat, lng)).toBe(isIn ? '经度与纬度填反了' : '坐标不在本市范围内')
})

test('a building covers at most its floor area', () => {
  expect([499, 500, 501].map((area) => isAreaPlausible({ area, floorSpace: 500 }))).toEqual([false, true, true])
  expect(AREA_PROBLEM).toBe('建筑面积不应小于占地面积')
})
