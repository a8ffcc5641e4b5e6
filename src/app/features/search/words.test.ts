import { expect, test } from 'vitest'
import { hasWords, splitByWords, wordsOf } from './words.ts'

test('words are separated by any space, in lower case', () => {
  expect(wordsOf('  鹭枫　YG-001 ')).toEqual(['鹭枫', 'yg-001'])
})

test('each word may be in another text', () => {
  expect(hasWords(['鹭枫', '66号'], '鹭枫中心B座', '鹭枫路66号')).toBe(true)
  expect(hasWords(['鹭枫', '77号'], '鹭枫中心B座', null)).toBe(false)
})

test('marks each occurrence, whatever its case, and takes signs as text', () => {
  expect(splitByWords('A座 a(1)', ['a(1)'])).toEqual([
    { part: 'A座 ', isMatch: false },
    { part: 'a(1)', isMatch: true },
  ])
  expect(splitByWords('鹭枫路鹭枫里', ['鹭枫']).filter(({ isMatch }) => isMatch)).toHaveLength(2)
  expect(splitByWords('鹭枫', [])).toEqual([{ part: '鹭枫', isMatch: false }])
})
