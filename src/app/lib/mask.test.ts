import { expect, test } from 'vitest'
import { masked } from './mask.ts'

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
