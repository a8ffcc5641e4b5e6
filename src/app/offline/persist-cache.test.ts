// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { createStore, entries, get, set, type UseStore } from 'idb-keyval'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallError } from '#app/lib/call.ts'
import { readStoreName } from './cache-row.ts'
import { removeReadStores } from './cache-store.ts'
import { startPersisting, stopPersisting } from './persist-cache.ts'
import { type PersistMeta, persistStatus } from './cache-persister.ts'
import type { CacheRow } from './cache-row.ts'

const DAY = 24 * 3600 * 1000
const clients: QueryClient[] = []

function page(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  clients.push(client)
  return client
}
const read = (client: QueryClient, key: string, answer: () => unknown, meta: PersistMeta = { keep: true }) =>
  client.fetchQuery({ queryKey: [key], queryFn: async () => answer(), meta }).catch(() => undefined)

/** Hides the page, which flushes throttled writes. */
async function putAway(): Promise<void> {
  window.dispatchEvent(new Event('pagehide'))
  const stop = stopPersisting()
  await stop
}
async function nextStart(uid = 'unit01'): Promise<QueryClient> {
  await putAway()
  const client = page()
  await startPersisting(client, uid)
  return client
}

async function device<T>(work: (store: UseStore) => Promise<T>): Promise<T> {
  const store = createStore(readStoreName('unit01'), 'answers')
  const found = await work(store)
  await store('readonly', ({ transaction }) => transaction.db.close())
  return found
}

const change = (key: string, part: Partial<CacheRow>) =>
  device(async (store) => set(key, { ...(await get<CacheRow>(key, store)), ...part }, store))

beforeEach(() => removeReadStores())
afterEach(async () => {
  vi.restoreAllMocks()
  await stopPersisting()
  for (const client of clients.splice(0)) client.clear()
})

it('cached answers are shown at the next start with their time', async () => {
  const client = page()
  await startPersisting(client, 'unit01')
  await read(client, 'score', () => ({ score: 87 }))
  const later = await nextStart()
  expect(later.getQueryData(['score'])).toEqual({ score: 87 })
  expect(later.getQueryState(['score'])?.dataUpdatedAt).toBe(client.getQueryState(['score'])?.dataUpdatedAt)
  expect(persistStatus.read()).toBe('off')
})

it('only answers of cacheable calls are cached', async () => {
  const client = page()
  await startPersisting(client, 'unit01')
  await read(client, 'secret', () => 1, {})
  await read(client, 'secret too', () => 1, { keep: false })
  await read(client, 'failed', () => Promise.reject(new Error('no')))
  expect((await nextStart()).getQueryCache().getAll()).toEqual([])
})

it('another account reads no cached answer, and those of the first are deleted', async () => {
  const client = page()
  await startPersisting(client, 'unit01')
  await read(client, 'score', () => ({ score: 87 }))
  expect((await nextStart('unit02')).getQueryData(['score'])).toBeUndefined()
  await vi.waitFor(
    async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name)
      expect(names).not.toContain(readStoreName('unit01'))
    },
    { timeout: 20_000 },
  )
})

it('phone numbers are not written to the device; answers without them count as stale', async () => {
  const client = page()
  await startPersisting(client, 'unit01')
  const person = { name: '王', phone: '13812345678' }
  await read(client, 'person', () => person, { keep: true, redact: ['phone'] })
  const later = await nextStart()
  expect(client.getQueryData(['person'])).toEqual(person)
  expect(later.getQueryData(['person'])).toEqual({ name: '王' })
  expect(later.getQueryState(['person'])?.isInvalidated).toBe(true)
  const rows = await device((store) => entries(store))
  expect(JSON.stringify(rows)).not.toContain('13812345678')
})

it('an answer beyond 64 KB is not cached, and the older one is deleted', async () => {
  const client = page()
  await startPersisting(client, 'unit01')
  await read(client, 'list', () => 'short')
  await read(client, 'other', () => 'other')
  const later = await nextStart()
  await read(later, 'list', () => '长'.repeat(40_000))
  const last = await nextStart()
  expect(last.getQueryData(['list'])).toBeUndefined()
  expect(last.getQueryData(['other'])).toBe('other')
})

it('a refresh that fails offline keeps the cached answer', async () => {
  await startPersisting(page(), 'unit01')
  const client = await nextStart()
  await read(client, 'score', () => 87)
  const offline = await nextStart()
  await read(offline, 'score', () => Promise.reject(new CallError('unreachable', '')))
  expect(offline.getQueryState(['score'])?.status).toBe('error')
  expect((await nextStart()).getQueryData(['score'])).toBe(87)
})

it.each([403, 404])('an answer rejected with %i is deleted from the device', async (code) => {
  const client = page()
  await startPersisting(client, 'unit01')
  await read(client, 'building', () => '静安大楼')
  const later = await nextStart()
  await read(later, 'building', () => Promise.reject(new CallError(code, '')))
  expect((await nextStart()).getQueryData(['building'])).toBeUndefined()
})

it.each([new CallError(500, ''), Object.assign(new Error('of another kind'), { code: 404 })])(
  'an answer whose refresh fails otherwise (%s) remains on the device',
  async (failure) => {
    const client = page()
    await startPersisting(client, 'unit01')
    await read(client, 'building', () => '静安大楼')
    const later = await nextStart()
    await read(later, 'building', () => Promise.reject(failure))
    expect((await nextStart()).getQueryData(['building'])).toBe('静安大楼')
  },
)

it('an answer without cache settings is not cached, and affects no other', async () => {
  const client = page()
  await startPersisting(client, 'unit01')
  await client.fetchQuery({ queryKey: ['bare'], queryFn: () => 1 })
  await read(client, 'score', () => 87)
  const later = await nextStart()
  expect(
    later
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  ).toEqual([['score']])
})

it('answers cached by an older tab remain when a newer tab caches others', async () => {
  const client = page()
  await startPersisting(client, 'unit01')
  await read(client, 'a', () => 'A')
  await putAway()
  const later = await nextStart()
  await read(later, 'b', () => 'B')
  const last = await nextStart()
  expect([last.getQueryData(['a']), last.getQueryData(['b'])]).toEqual(['A', 'B'])
})

it('after seven days an answer is hidden, newer ones are shown', async () => {
  const start = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(start)
  const client = page()
  await startPersisting(client, 'unit01')
  await read(client, 'old', () => 1)
  clock.mockReturnValue(start + 6 * DAY)
  await read(client, 'young', () => 2)
  await putAway()
  clock.mockReturnValue(start + 8 * DAY)
  const later = await nextStart()
  expect([later.getQueryData(['old']), later.getQueryData(['young'])]).toEqual([undefined, 2])
})

it('damaged rows are left out, valid ones are shown', async () => {
  const client = page()
  await startPersisting(client, 'unit01')
  await read(client, 'torn', () => 1)
  await read(client, 'whole', () => 2)
  await read(client, 'foreign', () => 3)
  await putAway()
  await change('["torn"]', { json: '{"queryKey":["to' })
  await change('["foreign"]', { json: '{"state":null}' })
  const later = await nextStart()
  expect(['torn', 'whole', 'foreign'].map((key) => later.getQueryData([key]))).toEqual([undefined, 2, undefined])
})

it('drops the answers of a call whose output has changed, and only those', async () => {
  const client = page()
  await startPersisting(client, 'unit01', { 'score.rate': 'a', 'score.trend': 'b' })
  const reads = [['score.rate', { id: 1 }], ['score.rate', { id: 2 }], ['score.trend', {}], ['of no call']]
  for (const queryKey of reads)
    await client.fetchQuery({ queryKey, queryFn: () => Promise.resolve(7), meta: { keep: true } })
  await putAway()
  const later = page()
  await startPersisting(later, 'unit01', { 'score.rate': 'changed', 'score.trend': 'b' })
  expect(reads.map((key) => later.getQueryData(key))).toEqual([undefined, undefined, 7, 7])
  // The next write deletes them.
  await later.fetchQuery({ queryKey: ['new'], queryFn: () => Promise.resolve(8), meta: { keep: true } })
  await putAway()
  const left = await device((store) => entries<string, CacheRow>(store))
  expect(left.map(([, { hash }]) => hash).sort()).toEqual(['["new"]', '["of no call"]', '["score.trend",{}]'])
})

it('a store written by another account or version is emptied, not read', async () => {
  const client = page()
  await startPersisting(client, 'unit01')
  await read(client, 'mine', () => 1)
  await read(client, 'theirs', () => 2)
  await putAway()
  await change('["theirs"]', { mark: '1:unit02' })
  expect((await nextStart()).getQueryCache().getAll()).toEqual([])
  expect(await device((store) => entries(store))).toEqual([])
})

it('nothing is written after stopping, or restored after clearing', async () => {
  const client = page()
  await startPersisting(client, 'unit01')
  await read(client, 'score', () => 87)
  await stopPersisting()
  window.dispatchEvent(new Event('pagehide'))
  await read(client, 'later', () => 88)
  await removeReadStores()
  expect(await indexedDB.databases()).toEqual([])
})

it('a device without a database starts empty, works, and reports that it caches nothing', async () => {
  vi.stubGlobal('indexedDB', undefined)
  const client = page()
  await startPersisting(client, 'unit01')
  await read(client, 'score', () => 87)
  window.dispatchEvent(new Event('pagehide'))
  await vi.waitFor(() => expect(persistStatus.read()).toBe('failed'), { timeout: 20_000 })
  expect(client.getQueryData(['score'])).toBe(87)
  await stopPersisting()
  vi.unstubAllGlobals()
})

it('a full device is reported, and unsaved answers are retried with the next one', async () => {
  const client = page()
  await startPersisting(client, 'unit01')
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await read(client, 'score', () => 87)
  window.dispatchEvent(new Event('pagehide'))
  await vi.waitFor(() => expect(persistStatus.read()).toBe('full'), { timeout: 20_000 })
  put.mockRestore()
  await read(client, 'points', () => 3)
  const later = await nextStart()
  expect([later.getQueryData(['score']), later.getQueryData(['points'])]).toEqual([87, 3])
})

it('a database that never answers delays the start up to its timeout', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const open = vi.spyOn(indexedDB, 'open').mockReturnValue(new EventTarget() as IDBOpenDBRequest)
  const client = page()
  let isStarted = false
  const started = startPersisting(client, 'unit01').then(() => (isStarted = true))
  await vi.advanceTimersByTimeAsync(1400)
  expect(isStarted).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  await started
  expect(client.getQueryCache().getAll()).toEqual([])
  open.mockRestore()
  vi.useRealTimers()
})
