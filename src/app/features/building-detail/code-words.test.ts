import { expect, test } from 'vitest'
import { pathWords, wordOf } from './code-words.ts'

const leaf = (code: string, name: string) => ({ id: code, code, name, sysDicParameterList: [] })
const tree = [{ ...leaf('X01', '民用建筑'), sysDicParameterList: [leaf('X0101', '公共建筑')] }]

test.each([
  [['X01', 'X0101'], '民用建筑 / 公共建筑'],
  [['X01', 'X0199'], '民用建筑 / X0199'],
  [['Y'], 'Y'],
  [[], '--'],
])('the path %j reads %s', (path, words) => {
  expect(pathWords(tree, path)).toBe(words)
})

test('before the dictionary is here a path shows its codes', () => {
  expect(pathWords(undefined, ['X01'])).toBe('X01')
})

test.each([
  ['4', '钢筋混凝土结构'],
  ['99', '99'],
  [null, '--'],
  ['', '--'],
])('the code %j reads %s', (code, word) => {
  expect(wordOf([{ code: '4', name: '钢筋混凝土结构' }], code)).toBe(word)
})
