import 'fake-indexeddb/auto'
import { createStore, keys, promisifyRequest } from 'idb-keyval'
import { beforeEach, expect, it, vi } from 'vitest'
import type { CacheRow, ReadStore } from './cache-row.ts'
import { bytesOf, CACHE_BYTES, putRows, readRows, trimRows } from './cache-rows.ts'
import { TimeoutError } from '#app/scheduling/with-timeout.ts'

let store: ReadStore
let made = 0
beforeEach(() => {
  made += 1
  store = createStore(`rows-${made}`, 'answers')
})

const row = (name: string, at: number, length = 10): CacheRow => ({
  hash: `["${name}"]`,
  mark: '1:unit01',
  at,
  json: 'x'.repeat(length),
})
const hashes = async () => (await readRows(store)).map(({ hash }) => hash)

it('rows of one tab remain when another tab writes others', async () => {
  await Promise.all([putRows(store, [row('a', 1)], []), putRows(store, [row('b', 2)], [])])
  expect(await hashes()).toEqual(['["b"]', '["a"]'])
})

it('beyond 512 KB the oldest answers are deleted, whichever tab wrote them', async () => {
  const many = Array.from({ length: 40 }, (_, at) => row(`q${at}`, at, 10_000))
  for (const each of many) await putRows(store, [each], [])
  await trimRows(store)
  const kept = await readRows(store)
  const bytes = kept.reduce((sum, each) => sum + bytesOf(each), 0)
  expect(bytes).toBeLessThanOrEqual(CACHE_BYTES)
  expect(bytes).toBeGreaterThan(CACHE_BYTES - bytesOf(row('q10', 0, 10_000)))
  expect(kept[0]?.hash).toBe('["q39"]')
  expect((await keys(store)).length).toBe(kept.length)
})

it('rows to be trimmed are not read beyond the budget', async () => {
  await putRows(
    store,
    Array.from({ length: 40 }, (_, at) => row(`q${at}`, at, 10_000)),
    [],
  )
  const bytes = (await readRows(store)).reduce((sum, each) => sum + bytesOf(each), 0)
  expect(bytes).toBeLessThanOrEqual(CACHE_BYTES)
})

it('an answer is replaced in place and deleted on request', async () => {
  await putRows(store, [row('a', 1), row('b', 1)], [])
  await putRows(store, [row('a', 2, 20)], ['["b"]'])
  expect(await readRows(store)).toEqual([row('a', 2, 20)])
})

it('damaged rows are skipped and deleted one by one; the others remain', async () => {
  const damaged: [IDBValidKey, unknown][] = [
    ['1', { hash: '1', at: 1 }],
    ['2', 'text'],
    ['3', null],
    ['4', { ...row('x', 1), hash: 'another' }],
    ['5', { ...row('x', 1), hash: '5', at: 'soon' }],
    ['6', { ...row('x', 1), hash: '6', mark: 7 }],
    ['7', { ...row('x', 1), hash: '7', json: {} }],
  ]
  await putRows(store, [row('a', 1), row('b', 2)], [])
  await store('readwrite', (rows) => {
    for (const [key, value] of damaged) rows.put(value, key)
    return promisifyRequest(rows.transaction)
  })
  expect(await hashes()).toEqual(['["b"]', '["a"]'])
  expect(await keys(store)).toEqual(['["a"]', '["b"]'])
})

it('an unreadable row affects no other', async () => {
  await putRows(store, [row('a', 1), row('b', 2), row('c', 3)], [])
  const unreadable: ReadStore = (mode, work) =>
    store(mode, (rows) => {
      const { get } = rows
      return work(
        new Proxy(rows, {
          get(target, name) {
            if (name === 'getAll')
              return () => {
                throw new DOMException('torn', 'DataError')
              }
            if (name === 'get')
              return (key: IDBValidKey) => {
                if (key === '["b"]') throw new DOMException('torn', 'DataError')
                return get.call(target, key)
              }
            const value = Reflect.get(target, name) as unknown
            return typeof value === 'function' ? value.bind(target) : value
          },
        }),
      )
    })
  expect((await readRows(unreadable)).map(({ hash }) => hash)).toEqual(['["c"]', '["a"]'])
  expect(await keys(store)).toEqual(['["a"]', '["c"]'])
})

it('answers are deleted by age only with a given minimum time', async () => {
  await putRows(store, [row('a', 1), row('b', 2), row('c', 3)], [])
  await trimRows(store)
  expect(await hashes()).toHaveLength(3)
  await trimRows(store, CACHE_BYTES, 2)
  expect(await hashes()).toEqual(['["c"]', '["b"]'])
})

function watched(): { used: string[]; watching: ReadStore } {
  const used: string[] = []
  return {
    used,
    watching: (mode, work) => {
      used.push(mode)
      return store(mode, work)
    },
  }
}

it('valid rows are read in one transaction, without writes', async () => {
  await putRows(store, [row('a', 1), row('b', 2)], [])
  const { used, watching } = watched()
  expect(await readRows(watching)).toHaveLength(2)
  expect(used).toEqual(['readonly'])
  await trimRows(watching)
  expect(used).toEqual(['readonly', 'readonly'])
})

it('a database that does not answer in time is abandoned at once', async () => {
  const late = vi.fn<() => Promise<never>>(() => Promise.reject(new TimeoutError()))
  await expect(readRows(late)).rejects.toBeInstanceOf(TimeoutError)
  expect(late).toHaveBeenCalledTimes(1)
})

it('a row counts twice the characters of its key and its answer, and rows that just fit remain', async () => {
  const [a, b, c] = [row('a', 3, 100), row('b', 2, 50), row('c', 1, 1)]
  expect(bytesOf(a)).toBe(2 * (100 + '["a"]'.length))
  await putRows(store, [a, b, c], [])
  await trimRows(store, bytesOf(a) + bytesOf(b))
  expect(await hashes()).toEqual(['["a"]', '["b"]'])
  await trimRows(store, bytesOf(a) + bytesOf(b) - 1)
  expect(await hashes()).toEqual(['["a"]'])
})

it('writing works in a browser without transaction commits', async () => {
  const { prototype } = IDBTransaction
  const commit = Object.getOwnPropertyDescriptor(prototype, 'commit')
  Reflect.deleteProperty(prototype, 'commit')
  await putRows(store, [row('a', 1)], [])
  if (commit) Object.defineProperty(prototype, 'commit', commit)
  expect(await hashes()).toEqual(['["a"]'])
})
