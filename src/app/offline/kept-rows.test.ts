import 'fake-indexeddb/auto'
import { createStore, keys, promisifyRequest } from 'idb-keyval'
import { beforeEach, expect, it } from 'vitest'
import type { ReadStore } from './cache-store.ts'
import { bytesOf, KEPT_BYTES, type KeptRow, putRows, readRows, trimRows } from './kept-rows.ts'

let store: ReadStore
let made = 0
beforeEach(() => {
  made += 1
  store = createStore(`rows-${made}`, 'answers')
})

const row = (name: string, at: number, length = 10): KeptRow => ({
  hash: `["${name}"]`,
  mark: '1:unit01',
  at,
  json: 'x'.repeat(length),
})
const hashes = async () => (await readRows(store)).map(({ hash }) => hash)

it('what one tab keeps stays when another keeps something else', async () => {
  await Promise.all([putRows(store, [row('a', 1)], []), putRows(store, [row('b', 2)], [])])
  expect(await hashes()).toEqual(['["b"]', '["a"]'])
})

it('beyond 512 KB the answers that came longest ago leave, whichever tab kept them', async () => {
  const many = Array.from({ length: 40 }, (_, at) => row(`q${at}`, at, 10_000))
  for (const each of many) await putRows(store, [each], [])
  await trimRows(store)
  const kept = await readRows(store)
  const bytes = kept.reduce((sum, each) => sum + bytesOf(each), 0)
  expect(bytes).toBeLessThanOrEqual(KEPT_BYTES)
  expect(bytes).toBeGreaterThan(KEPT_BYTES - bytesOf(row('q10', 0, 10_000)))
  expect(kept[0]?.hash).toBe('["q39"]')
  expect((await keys(store)).length).toBe(kept.length)
})

it('rows that wait to be trimmed are not read beyond the budget', async () => {
  await putRows(
    store,
    Array.from({ length: 40 }, (_, at) => row(`q${at}`, at, 10_000)),
    [],
  )
  const bytes = (await readRows(store)).reduce((sum, each) => sum + bytesOf(each), 0)
  expect(bytes).toBeLessThanOrEqual(KEPT_BYTES)
})

it('an answer is changed in place and leaves when told', async () => {
  await putRows(store, [row('a', 1), row('b', 1)], [])
  await putRows(store, [row('a', 2, 20)], ['["b"]'])
  expect(await readRows(store)).toEqual([row('a', 2, 20)])
})

it('damaged rows are skipped and removed one by one; the others stay', async () => {
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

it('a row the browser can’t read costs none of the others', async () => {
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

it('answers leave for their age only where the oldest allowed is named', async () => {
  await putRows(store, [row('a', 1), row('b', 2), row('c', 3)], [])
  await trimRows(store)
  expect(await hashes()).toHaveLength(3)
  await trimRows(store, KEPT_BYTES, 2)
  expect(await hashes()).toEqual(['["c"]', '["b"]'])
})
