import { expect, test } from 'vitest'
import { mergeChunks } from './merge-chunks.ts'

const module = (id: string, size: number, users: string, imports: string = '', after: string = '') => ({
  id,
  size,
  users: new Set(users),
  imports: [...imports],
  after: new Set(after),
})
const merged = (...modules: readonly ReturnType<typeof module>[]) =>
  mergeChunks(modules, () => 1)
    .map((chunk) =>
      chunk.modules
        .map(({ id }) => id)
        .sort()
        .join(''),
    )
    .sort()

test('modules of the same users are one chunk; a small one joins a chunk that most of its users load', () => {
  expect(merged(module('a', 90_000, 'P'), module('b', 90_000, 'P'), module('c', 100, 'PQ'))).toEqual(['ab', 'c'])
  expect(merged(module('a', 9000, 'PQ'), module('b', 100, 'PQR'))).toEqual(['ab'])
})

test('chunks stay apart where the bytes that some users do not need outweigh a request', () => {
  expect(merged(module('a', 90_000, 'P'), module('b', 90_000, 'PQ'))).toEqual(['a', 'b'])
})

test('a chunk joins another only with what it imports, which the other’s users then load', () => {
  expect(merged(module('a', 100, 'PQ', 'c'), module('b', 100, 'PQR'), module('c', 90_000, 'PQ'))).toEqual(['ac', 'b'])
})

test('code that a load always finds loaded counts for nothing', () => {
  expect(merged(module('a', 9000, 'P'), module('b', 9000, 'PL', '', 'L'))).toEqual(['ab'])
})

test('no chunks import each other', () => {
  const chunks = merged(module('a', 100, 'PQ', 'b'), module('b', 20_000, 'PQRS', 'c'), module('c', 100, 'PQRST'))
  expect(chunks.filter((chunk) => chunk.includes('a') && chunk.includes('c') && !chunk.includes('b'))).toEqual([])
})
