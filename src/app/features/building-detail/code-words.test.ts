import { expect, test } from 'vitest'
import { codePathWords, wordOf } from './code-words.ts'

const leaf = (code: string, name: string) => ({ id: code, code, name, sysDicParameterList: [] })
const tree = [{ ...leaf('X01', '民用建筑'), sysDicParameterList: [leaf('X0101', '公共建筑')] }]

test.each([
  [['X01', 'X0101'], '民用建筑 / 公共建筑'],
  [['X01', 'X0199'], '民用建筑 / X0199'],
  [['Y'], 'Y'],
  [[], '--'],
])('the path %j is shown as %s', (path, words) => {
  expect(codePathWords(tree, path)).toBe(words)
})

test('until the dictionary is loaded a path shows its codes', () => {
  expect(codePathWords(undefined, ['X01'])).toBe('X01')
})

test.each([
  ['4', '钢筋混凝土结构'],
  ['99', '99'],
  [null, '--'],
  ['', '--'],
])('the code %j is shown as %s', (code, word) => {
  expect(wordOf([{ code: '4', name: '钢筋混凝土结构' }], code)).toBe(word)
})
