import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCallable, masked } from './mask.ts'

test.each([
  ['13812345678', '1*********8'],
  ['王小明', '王*明'],
  ['王明', '王*'],
  ['王', '*'],
  [' 王明 ', '王*'],
  ['𠮷田屋', '𠮷*屋'],
  ['', '--'],
  [null, '--'],
  [undefined, '--'],
])('%s is shown as %s', (text, shown) => {
  expect(masked(text)).toBe(shown)
})

test('a mask keeps the length and the ends of three characters and more, and nothing between', () => {
  const word = fc
    .string({ unit: 'grapheme-composite', minLength: 3, maxLength: 30 })
    .filter((text) => text.trim() === text)
  fc.assert(
    fc.property(word, (text) => {
      const before = Array.from(text)
      fc.pre(before.length > 2)
      const after = Array.from(masked(text))
      expect(after).toHaveLength(before.length)
      expect([after[0], after[after.length - 1]]).toEqual([before[0], before[before.length - 1]])
      expect(after.slice(1, -1).every((character) => character === '*')).toBe(true)
    }),
  )
})

test('a masked number and a missing one cannot be called', () => {
  expect(['13812345678', '021-62345678', '119', '138****5678', '无', '', null].map(isCallable)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
