// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import type { PersistedClient } from '@tanstack/react-query-persist-client'
import { createStore, get, keys, set, type UseStore } from 'idb-keyval'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteAnswer } from './connection.ts'
import { CachePersister, persistStatus, KEPT_MS } from './cache-persister.ts'
import type { CacheRow } from './cache-row.ts'
import { bytesOf, CACHE_BYTES, CACHE_ENTRY_BYTES, putRows, readRows } from './cache-rows.ts'

const MARK = '1:unit01'
const DAY = 24 * 3600 * 1000
type Kept = PersistedClient['clientState']['queries'][number]

const atStart = persistStatus.read()
let made = 0
let store: UseStore
let used: string[]
let failures: Error[]

/** Writes fail while `failures` has entries. */
const watching: UseStore = (mode, work) => {
  used.push(mode)
  const failure = mode === 'readwrite' ? failures.shift() : undefined
  return failure ? Promise.reject(failure) : store(mode, work)
}

beforeEach(() => {
  made += 1
  store = createStore(`keeper-${made}`, 'answers')
  used = []
  failures = []
  persistStatus.write('off')
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const query = (name: string, part: object = {}, more: object = {}) =>
  ({
    queryHash: `["${name}"]`,
    queryKey: [name],
    state: { status: 'success', data: name, dataUpdatedAt: Date.now(), isInvalidated: false, error: null, ...part },
    ...more,
  }) as unknown as Kept
const persisted = (...queries: Kept[]): PersistedClient => ({
  timestamp: 0,
  buster: MARK,
  clientState: { mutations: [], queries },
})
const keeper = (use = watching, client = new QueryClient()) => new CachePersister(client, use, MARK)

async function keep(one: CachePersister, ...queries: Kept[]): Promise<void> {
  one.persistClient(persisted(...queries))
  await one.flush()
}
const restored = async (one = keeper()) => (await one.restoreClient())?.clientState.queries ?? []
const row = (name: string, at: number, json: object): CacheRow => ({
  hash: `["${name}"]`,
  mark: MARK,
  at,
  json: JSON.stringify(json),
})
const quota = () => new DOMException('full', 'QuotaExceededError')

it('nothing is cached at the start', () => {
  expect(atStart).toBe('off')
})

it('restores nothing from an empty store, and reports a failing one', async () => {
  expect(await keeper().restoreClient()).toBeUndefined()
  expect(persistStatus.read()).toBe('off')
  expect(await keeper(() => Promise.reject(new Error('no'))).restoreClient()).toBeUndefined()
  expect(persistStatus.read()).toBe('failed')
})

it('restores queries as stale, except for immutable ones', async () => {
  const steady = { meta: { keep: true, steady: true } }
  await keep(
    keeper(),
    query('plain'),
    query('steady', {}, steady),
    query('stale', { isInvalidated: true }, steady),
    query('partial', { data: { name: '王', phone: '1' } }, { meta: { ...steady.meta, redact: ['phone'] } }),
  )
  const found = await restored()
  expect(Object.fromEntries(found.map(({ queryKey, state }) => [queryKey[0], state.isInvalidated]))).toEqual({
    plain: true,
    steady: false,
    stale: true,
    partial: true,
  })
  expect(found.find(({ queryKey }) => queryKey[0] === 'partial')?.state.data).toEqual({ name: '王' })
})

it('restores the time of the newest answer, and the buster', async () => {
  const now = Date.now()
  await keep(keeper(), query('a', { dataUpdatedAt: now - 5 }), query('b', { dataUpdatedAt: now - 3 }))
  expect(await keeper().restoreClient()).toMatchObject({
    timestamp: now - 3,
    buster: MARK,
    clientState: { mutations: [], queries: [{ queryKey: ['b'] }, { queryKey: ['a'] }] },
  })
})

it.each([
  ['another hash', { queryHash: '["other"]' }],
  ['a key that is no list', { queryKey: 'torn' }],
  ['an answer that is pending', { state: { status: 'pending' } }],
  ['no state', { state: null }],
])('a row with %s is hidden, the others are shown', async (_what, part) => {
  const now = Date.now()
  await putRows(store, [row('torn', now, { ...query('torn'), ...part }), row('whole', now, query('whole'))], [])
  expect((await restored()).map(({ queryKey }) => queryKey)).toEqual([['whole']])
})

it('an answer is shown for seven days to the millisecond', async () => {
  const at = Date.now()
  await keep(keeper(), query('a', { dataUpdatedAt: at }))
  const clock = vi.spyOn(Date, 'now').mockReturnValue(at + KEPT_MS)
  expect(await restored()).toHaveLength(1)
  clock.mockReturnValue(at + KEPT_MS + 1)
  expect(await restored()).toEqual([])
})

it('an answer that is too old by a wrong device clock is hidden, not deleted', async () => {
  const at = Date.now()
  await keep(keeper(), query('old', { dataUpdatedAt: at }))
  const clock = vi.spyOn(Date, 'now').mockReturnValue(at + 8 * DAY)
  const later = keeper()
  expect(await restored(later)).toEqual([])
  await keep(later, query('new'))
  clock.mockRestore()
  expect((await restored()).map(({ queryKey }) => queryKey[0])).toContain('old')
})

it('writes once a second, for all changes together', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const one = keeper()
  one.persistClient(persisted(query('a')))
  await vi.advanceTimersByTimeAsync(600)
  one.persistClient(persisted(query('a'), query('b')))
  await vi.advanceTimersByTimeAsync(399)
  expect(used).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await vi.waitFor(async () => expect(await keys(store)).toHaveLength(2), { timeout: 20_000 })
  expect(used.filter((mode) => mode === 'readwrite')).toHaveLength(1)
  await one.flush()
  expect(persistStatus.read()).toBe('kept')
})

it('writes nothing without changes or pending answers', async () => {
  const one = keeper()
  await expect(one.flush()).resolves.toBeUndefined()
  await keep(one)
  expect([used, persistStatus.read()]).toEqual([[], 'off'])
  const same = query('a')
  await keep(one, same)
  used = []
  await keep(one, same)
  expect(used).toEqual([])
})

it('caches an answer of up to exactly 64 KB', async () => {
  const at = Date.now()
  const sized = (length: number) => query('a', { data: 'x'.repeat(length), dataUpdatedAt: at })
  const bytes = (length: number) => bytesOf(row('a', at, sized(length)))
  const fits = (CACHE_ENTRY_BYTES - bytes(0)) / 2
  expect(bytes(fits)).toBe(CACHE_ENTRY_BYTES)
  await keep(keeper(), sized(fits))
  expect(await keys(store)).toEqual(['["a"]'])
  await keep(keeper(), sized(fits + 1))
  expect(await keys(store)).toEqual([])
})

it.each([
  [quota(), 'full'],
  [new DOMException('torn', 'DataError'), 'failed'],
  [Object.assign(new Error('other'), { code: 'QuotaExceededError' }), 'failed'],
])('a write that fails with %s leaves the state %s, and the answer is written with the next', async (error, state) => {
  failures = [error, error]
  const one = keeper()
  const answer = query('a')
  await keep(one, answer)
  expect(persistStatus.read()).toBe(state)
  failures = []
  await keep(one, answer)
  expect([persistStatus.read(), await keys(store)]).toEqual(['kept', ['["a"]']])
})

it('a full device keeps the newest quarter of the budget and new answers', async () => {
  const now = Date.now()
  const rows = Array.from({ length: 24 }, (_, at) => row(`q${at}`, now - DAY + at, { text: 'x'.repeat(10_000) }))
  await putRows(store, rows, [])
  failures = [quota()]
  await keep(keeper(), query('new'))
  const kept = await readRows(store)
  expect([persistStatus.read(), kept[0]?.hash, kept[1]?.hash]).toEqual(['kept', '["new"]', '["q23"]'])
  const older = kept.slice(1).reduce((sum, each) => sum + bytesOf(each), 0)
  expect(older).toBeLessThanOrEqual(CACHE_BYTES / 4)
  expect(older).toBeGreaterThan(CACHE_BYTES / 4 - bytesOf(rows[0] ?? row('', 0, {})))
})

it('a failure other than a full device deletes nothing', async () => {
  const rows = Array.from({ length: 24 }, (_, at) => row(`q${at}`, Date.now() + at, { text: 'x'.repeat(10_000) }))
  await putRows(store, rows, [])
  failures = [new DOMException('torn', 'DataError')]
  await keep(keeper(), query('new'))
  expect([persistStatus.read(), (await keys(store)).length]).toEqual(['failed', rows.length])
})

it('deletes answers older than seven days by the server’s time, once it is known', async () => {
  const now = Date.now()
  const old = row('old', now - 8 * DAY, query('old'))
  await set(old.hash, old, store)
  await keep(keeper(), query('a'), query('b', { dataUpdatedAt: now - 6 * DAY }))
  expect(await get(old.hash, store)).toBeDefined()
  noteAnswer(new Date(now).toUTCString())
  await keep(keeper(), query('c'))
  expect((await keys(store)).sort()).toEqual(['["a"]', '["b"]', '["c"]'])
})
