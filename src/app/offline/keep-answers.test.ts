// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { createStore, entries, get, set, type UseStore } from 'idb-keyval'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallError } from '#app/lib/call.ts'
import { readStoreName, removeReadStores } from './cache-store.ts'
import { startKeeping, stopKeeping } from './keep-answers.ts'
import { type KeepMeta, keeping } from './keeper.ts'
import type { KeptRow } from './kept-rows.ts'

const DAY = 24 * 3600 * 1000
const clients: QueryClient[] = []

/** A page that just started: memory is empty, the device holds what it held. */
function page(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  clients.push(client)
  return client
}
const read = (client: QueryClient, key: string, answer: () => unknown, meta: KeepMeta = { keep: true }) =>
  client.fetchQuery({ queryKey: [key], queryFn: async () => answer(), meta }).catch(() => undefined)

/** The person puts the phone away: what waits for its second is written now. */
async function putAway(): Promise<void> {
  window.dispatchEvent(new Event('pagehide'))
  const stop = stopKeeping()
  await stop
}
/** What the next start shows without asking the server. */
async function nextStart(uid = 'unit01'): Promise<QueryClient> {
  await putAway()
  const client = page()
  await startKeeping(client, uid)
  return client
}

/** Looks into what the device holds for unit01, or meddles with it, and lets go. */
async function device<T>(work: (store: UseStore) => Promise<T>): Promise<T> {
  const store = createStore(readStoreName('unit01'), 'answers')
  const found = await work(store)
  await store('readonly', ({ transaction }) => transaction.db.close())
  return found
}

const change = (key: string, part: Partial<KeptRow>) =>
  device(async (store) => set(key, { ...(await get<KeptRow>(key, store)), ...part }, store))

beforeEach(() => removeReadStores())
afterEach(async () => {
  vi.restoreAllMocks()
  await stopKeeping()
  for (const client of clients.splice(0)) client.clear()
})

it('a person sees at the next start what was read before, with its time', async () => {
  const client = page()
  await startKeeping(client, 'unit01')
  await read(client, 'score', () => ({ score: 87 }))
  const later = await nextStart()
  expect(later.getQueryData(['score'])).toEqual({ score: 87 })
  expect(later.getQueryState(['score'])?.dataUpdatedAt).toBe(client.getQueryState(['score'])?.dataUpdatedAt)
  expect(keeping.read()).toBe('off')
})

it('only what its call lets keep is kept', async () => {
  const client = page()
  await startKeeping(client, 'unit01')
  await read(client, 'secret', () => 1, {})
  await read(client, 'secret too', () => 1, { keep: false })
  await read(client, 'failed', () => Promise.reject(new Error('no')))
  expect((await nextStart()).getQueryCache().getAll()).toEqual([])
})

it('another account sees nothing of it, and what the first kept is gone', async () => {
  const client = page()
  await startKeeping(client, 'unit01')
  await read(client, 'score', () => ({ score: 87 }))
  expect((await nextStart('unit02')).getQueryData(['score'])).toBeUndefined()
  await vi.waitFor(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name)
    expect(names).not.toContain(readStoreName('unit01'))
  })
})

it('a phone number stays in memory and never reaches the device; what lacks it counts as stale', async () => {
  const client = page()
  await startKeeping(client, 'unit01')
  const person = { name: '王', phone: '13812345678' }
  await read(client, 'person', () => person, { keep: true, withhold: ['phone'] })
  const later = await nextStart()
  expect(client.getQueryData(['person'])).toEqual(person)
  expect(later.getQueryData(['person'])).toEqual({ name: '王' })
  expect(later.getQueryState(['person'])?.isInvalidated).toBe(true)
  const rows = await device((store) => entries(store))
  expect(JSON.stringify(rows)).not.toContain('13812345678')
})

it('an answer beyond 64 KB is not kept, the older one it replaces leaves too', async () => {
  const client = page()
  await startKeeping(client, 'unit01')
  await read(client, 'list', () => 'short')
  await read(client, 'other', () => 'other')
  const later = await nextStart()
  await read(later, 'list', () => '长'.repeat(40_000))
  const last = await nextStart()
  expect(last.getQueryData(['list'])).toBeUndefined()
  expect(last.getQueryData(['other'])).toBe('other')
})

it('a refresh that fails without network leaves what was kept', async () => {
  await startKeeping(page(), 'unit01')
  const client = await nextStart()
  await read(client, 'score', () => 87)
  const offline = await nextStart()
  await read(offline, 'score', () => Promise.reject(new CallError('unreachable', '')))
  expect(offline.getQueryState(['score'])?.status).toBe('error')
  expect((await nextStart()).getQueryData(['score'])).toBe(87)
})

it("what the server says is no longer this account's to see leaves the device", async () => {
  const client = page()
  await startKeeping(client, 'unit01')
  await read(client, 'building', () => '静安大楼')
  const later = await nextStart()
  await read(later, 'building', () => Promise.reject(new CallError(404, '')))
  expect((await nextStart()).getQueryData(['building'])).toBeUndefined()
})

it('what an older tab kept survives a younger tab that read something else', async () => {
  const client = page()
  await startKeeping(client, 'unit01')
  await read(client, 'a', () => 'A')
  await putAway()
  const later = await nextStart()
  await read(later, 'b', () => 'B')
  const last = await nextStart()
  expect([last.getQueryData(['a']), last.getQueryData(['b'])]).toEqual(['A', 'B'])
})

it('after seven days an answer is not shown any more, younger ones are', async () => {
  const start = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(start)
  const client = page()
  await startKeeping(client, 'unit01')
  await read(client, 'old', () => 1)
  clock.mockReturnValue(start + 6 * DAY)
  await read(client, 'young', () => 2)
  await putAway()
  clock.mockReturnValue(start + 8 * DAY)
  const later = await nextStart()
  expect([later.getQueryData(['old']), later.getQueryData(['young'])]).toEqual([undefined, 2])
})

it('torn rows are left out, the whole ones shown', async () => {
  const client = page()
  await startKeeping(client, 'unit01')
  await read(client, 'torn', () => 1)
  await read(client, 'whole', () => 2)
  await read(client, 'foreign', () => 3)
  await putAway()
  await change('["torn"]', { json: '{"queryKey":["to' })
  await change('["foreign"]', { json: '{"state":null}' })
  const later = await nextStart()
  expect(['torn', 'whole', 'foreign'].map((key) => later.getQueryData([key]))).toEqual([undefined, 2, undefined])
})

it('a store that another account or another version wrote into is emptied, not read', async () => {
  const client = page()
  await startKeeping(client, 'unit01')
  await read(client, 'mine', () => 1)
  await read(client, 'theirs', () => 2)
  await putAway()
  await change('["theirs"]', { mark: '1:unit02' })
  expect((await nextStart()).getQueryCache().getAll()).toEqual([])
  expect(await device((store) => entries(store))).toEqual([])
})

it('stopping writes nothing more, and nothing comes back after a clearing', async () => {
  const client = page()
  await startKeeping(client, 'unit01')
  await read(client, 'score', () => 87)
  await stopKeeping()
  window.dispatchEvent(new Event('pagehide'))
  await read(client, 'later', () => 88)
  await removeReadStores()
  expect(await indexedDB.databases()).toEqual([])
})

it('a device without a database starts empty, works, and says that nothing is kept', async () => {
  vi.stubGlobal('indexedDB', undefined)
  const client = page()
  await startKeeping(client, 'unit01')
  await read(client, 'score', () => 87)
  window.dispatchEvent(new Event('pagehide'))
  await vi.waitFor(() => expect(keeping.read()).toBe('failed'))
  expect(client.getQueryData(['score'])).toBe(87)
  await stopKeeping()
  vi.unstubAllGlobals()
})

it('a full device is told, and what could not be kept is tried again with the next answer', async () => {
  const client = page()
  await startKeeping(client, 'unit01')
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await read(client, 'score', () => 87)
  window.dispatchEvent(new Event('pagehide'))
  await vi.waitFor(() => expect(keeping.read()).toBe('full'))
  put.mockRestore()
  await read(client, 'points', () => 3)
  const later = await nextStart()
  expect([later.getQueryData(['score']), later.getQueryData(['points'])]).toEqual([87, 3])
})

it('a database that never answers holds the start no longer than its patience', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const open = vi.spyOn(indexedDB, 'open').mockReturnValue(new EventTarget() as IDBOpenDBRequest)
  const client = page()
  let isStarted = false
  const started = startKeeping(client, 'unit01').then(() => (isStarted = true))
  await vi.advanceTimersByTimeAsync(1400)
  expect(isStarted).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  await started
  expect(client.getQueryCache().getAll()).toEqual([])
  open.mockRestore()
  vi.useRealTimers()
})
