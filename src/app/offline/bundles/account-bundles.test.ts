// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { noteAnswer } from '#app/offline/connection.ts'
import { startSession } from '#app/session/session.ts'
import { openReadStore, removeReadStores } from '../cache-store.ts'
import { removeBundle, readBundle, readBundles, saveOffline } from './account-bundles.ts'
import { openBundleStore } from './bundle-store.ts'
import { isExpired, bundles } from './bundle-state.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-11-23T10:00:00Z')
const HEAD = {
  buildingId: '7',
  name: '静安大楼',
  askedAt: NOW,
  expiresAt: NOW + 7 * DAY_MS,
  parts: [{ name: 'detail', label: '概要', digest: 'd', here: 'd', bytes: 2, note: null, at: NOW }],
}

let accounts = 0
async function taken() {
  // A purged store stays purged.
  const uid = `unit${(accounts += 1)}`
  startSession('token', { id: uid } as Parameters<typeof startSession>[1])
  const store = openBundleStore(openReadStore(uid, 'packs'))
  await store.put(HEAD, new Map([['detail', '{}']]))
  return store
}
const isHere = () => bundles.read()?.[0]?.parts[0]?.here !== null

afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  await removeReadStores()
})

it('a clock that is days ahead hides bundles and deletes none', async () => {
  await taken()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(NOW + 8 * DAY_MS)
  await readBundles()
  expect([await readBundle('7'), isHere()]).toEqual([null, true])
  clock.mockReturnValue(NOW)
  await readBundles()
  expect((await readBundle('7'))?.contents.get('detail')).toBe('{}')
})

it('by the server’s time a bundle is shown and deleted, whatever the clock shows', async () => {
  await taken()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(NOW + 8 * DAY_MS)
  noteAnswer(new Date(NOW + DAY_MS).toUTCString())
  expect(isExpired(HEAD, Date.now())).toBe(false)
  expect((await readBundle('7'))?.head.name).toBe('静安大楼')
  clock.mockReturnValue(NOW)
  noteAnswer(new Date(NOW + 7 * DAY_MS).toUTCString())
  await readBundles()
  expect([await readBundle('7'), isHere()]).toEqual([null, false])
  await removeBundle('7')
  expect(bundles.read()).toEqual([])
})

it('a clock set right after the last answer deletes no bundle', async () => {
  await taken()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(NOW - 30 * DAY_MS)
  noteAnswer(new Date(NOW + DAY_MS).toUTCString())
  clock.mockReturnValue(NOW + DAY_MS)
  await readBundles()
  expect(isHere()).toBe(true)
})

it('a damaged entry affects no other', async () => {
  const store = await taken()
  await store.put({ ...HEAD, buildingId: '8', parts: null } as never)
  await readBundles()
  expect(bundles.read()?.map(({ buildingId }) => buildingId)).toEqual(['7'])
  expect(await readBundle('8')).toBeNull()
})

it('saving a building requests lasting storage, and does not depend on the answer', async () => {
  await taken()
  const persist = vi.fn<() => Promise<boolean>>(() => Promise.reject(new Error('denied')))
  vi.stubGlobal('navigator', { ...navigator, storage: { persist } })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await expect(saveOffline('7')).rejects.toMatchObject({ code: 'unreachable' })
  expect(persist).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})
