import { expect, test } from 'vitest'
import { foldSmallest } from './fold-smallest.ts'

const some = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `服务商${at}`, value: count - at }))

test.each([0, 1, 11])('%d providers are unchanged', (count) => {
  expect(foldSmallest(some(count), 11)).toEqual(some(count))
})

test('beyond eleven the smallest are merged with their sum', () => {
  const folded = foldSmallest(some(14), 11)
  expect(folded).toHaveLength(11)
  expect(folded.at(-1)).toEqual({ name: '其他 4 家', value: 4 + 3 + 2 + 1 })
  expect(folded.slice(0, 10)).toEqual(some(14).slice(0, 10))
})
