// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { get, set } from 'idb-keyval'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { boundEndpoint, noteBound } from '#app/lib/bound-device.ts'
import { APP_PREFIX, writeStored } from '#app/lib/storage.ts'
import { readStoreName } from './cache-row.ts'
import { openReadStore, BUNDLE_INDEX, removeReadStores } from './cache-store.ts'
import { startPersisting, stopPersisting } from './persist-cache.ts'
import { listenForPurges, purgeReadData } from './purge.ts'

const NAME = '上海静安国际商务大厦'
let client: QueryClient
let cacheNames: string[]

beforeEach(async () => {
  client = new QueryClient()
  cacheNames = ['workbox-precache-v2-http://localhost/', 'tiles', 'answers']
  vi.stubGlobal('caches', {
    keys: async () => cacheNames,
    delete: async (name: string) => {
      cacheNames = cacheNames.filter((each) => each !== name)
      return true
    },
  })
  await removeReadStores()
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(async () => {
  await stopPersisting()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function readSomething(): Promise<void> {
  await startPersisting(client, 'unit01')
  await client.fetchQuery({ queryKey: ['building'], queryFn: async () => NAME, meta: { keep: true } })
  window.dispatchEvent(new Event('pagehide'))
  await vi.waitFor(async () => expect(await get('["building"]', openReadStore('unit01'))).toBeDefined(), {
    timeout: 20_000,
  })
  writeStored('UserInfo', { companyName: NAME })
  sessionStorage.setItem(`${APP_PREFIX}form`, NAME)
}

async function readable(): Promise<string> {
  const databases = await indexedDB.databases()
  return JSON.stringify([
    databases,
    { ...localStorage },
    { ...sessionStorage },
    client.getQueryCache().getAll(),
    cacheNames,
  ])
}

it('after a sign-out no storage of the device has read data; the shell stays', async () => {
  await readSomething()
  expect(await readable()).toContain(NAME)
  await purgeReadData(client)
  expect(await readable()).not.toContain(NAME)
  expect(await indexedDB.databases()).toEqual([])
  expect(cacheNames).toEqual(['workbox-precache-v2-http://localhost/'])
})

it('unsent work stays', async () => {
  writeStored('unsent:1', '补签')
  await set('write', '补签', openReadStore('unit01'))
  await purgeReadData(client)
  expect(localStorage.getItem(`${APP_PREFIX}unsent:1`)).toBe('"补签"')
})

it('answers that arrive after the sign-out are not stored', async () => {
  await startPersisting(client, 'unit01')
  const answered = new EventTarget()
  const answer = new Promise<string>((resolve) => answered.addEventListener('answer', () => resolve(NAME)))
  const reading = client.fetchQuery({ queryKey: ['late'], queryFn: () => answer, meta: { keep: true } })
  reading.catch(() => undefined)
  await purgeReadData(client)
  answered.dispatchEvent(new Event('answer'))
  await Promise.allSettled([reading, answer])
  window.dispatchEvent(new Event('pagehide'))
  expect(await readable()).not.toContain(NAME)
})

it('the user can sign out of a device on which every step fails', async () => {
  await readSomething()
  vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
    throw new DOMException('no', 'InvalidStateError')
  })
  vi.stubGlobal('caches', { keys: () => Promise.reject(new Error('no')) })
  await purgeReadData(client)
  expect(client.getQueryCache().getAll()).toEqual([])
  expect(localStorage.getItem(`${APP_PREFIX}UserInfo`)).toBeNull()
})

it('another tab is notified, stops caching and restarts; the clearing tab does not', async () => {
  await readSomething()
  const heardHere = vi.fn<() => void>()
  const stop = listenForPurges(heardHere)
  const otherTab = new BroadcastChannel('fire-session')
  const heardThere = new Promise((resolve) => otherTab.addEventListener('message', ({ data }) => resolve(data)))
  await purgeReadData(client)
  expect(await heardThere).toBe('purged')
  expect(heardHere).not.toHaveBeenCalled()

  await readSomething()
  otherTab.postMessage('purged')
  await vi.waitFor(() => expect(heardHere).toHaveBeenCalledTimes(1), { timeout: 20_000 })
  expect(sessionStorage.length).toBe(0)
  stop()
  otherTab.close()
})

const OWN = 'https://push.example.com/own'

it.each([
  ['without a duty contact', undefined, 1],
  ['bound to a duty contact', OWN, 0],
  ['bound by a subscription the browser has replaced', 'https://push.example.com/former', 1],
])('a device %s (%s) unsubscribes from push %i times, and stays bound', async (_what, bound, times) => {
  const unsubscribe = vi.fn<() => Promise<boolean>>(async () => true)
  if (bound) noteBound(bound)
  const registration = {
    pushManager: { getSubscription: async () => ({ endpoint: OWN, unsubscribe }) },
    getNotifications: async () => [],
  }
  const container = { getRegistration: async () => registration }
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: container } }))
  await purgeReadData(client)
  expect(unsubscribe).toHaveBeenCalledTimes(times)
  expect(boundEndpoint()).toBe(bound)
})

it.each([
  ['cannot be read', () => Promise.reject(new Error('no'))],
  ['are unknown to the browser', undefined],
])('a device whose notifications %s unsubscribes from push', async (_what, getNotifications) => {
  const unsubscribe = vi.fn<() => Promise<boolean>>(async () => true)
  const registration = {
    pushManager: { getSubscription: async () => ({ endpoint: OWN, unsubscribe }) },
    getNotifications,
  }
  const container = { getRegistration: async () => registration }
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: container } }))
  await purgeReadData(client)
  expect(unsubscribe).toHaveBeenCalledTimes(1)
})

it("the account's notifications leave the device, also offline, and others stay", async () => {
  const close = vi.fn<(uid: string | undefined) => void>()
  const notification = (data: { uid?: string } | null) => ({ data, close: () => close(data?.uid) })
  const unsubscribe = () => Promise.reject(new Error('offline'))
  const registration = {
    pushManager: { getSubscription: async () => ({ endpoint: OWN, unsubscribe }) },
    getNotifications: async () => [notification({ uid: '7' }), notification({}), notification(null)],
  }
  const container = { getRegistration: async () => registration }
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: container } }))
  await purgeReadData(client)
  expect(close.mock.calls).toEqual([['7']])
})

it.each([
  [undefined, null, []],
  [false, null, []],
  [true, '["1002"]', [readStoreName('unit01', 'packs')]],
])('with bundles to keep %s the index is then %s', async (stay, index, names) => {
  await set('1002', NAME, openReadStore('unit01', 'packs'))
  await readSomething()
  writeStored(BUNDLE_INDEX, ['1002'])
  await purgeReadData(client, stay)
  expect(localStorage.getItem(APP_PREFIX + BUNDLE_INDEX)).toBe(index)
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(names)
})

it('without bundles the index is empty', async () => {
  await purgeReadData(client, true)
  expect(localStorage.getItem(APP_PREFIX + BUNDLE_INDEX)).toBeNull()
})

it('other messages clear nothing, and a removed listener is not called', async () => {
  const [stopped, listening] = [vi.fn<() => void>(), vi.fn<() => void>()]
  listenForPurges(stopped)()
  const stop = listenForPurges(listening)
  const otherTab = new BroadcastChannel('fire-session')
  otherTab.postMessage('signed in')
  otherTab.postMessage('purged')
  await vi.waitFor(() => expect(listening).toHaveBeenCalled(), { timeout: 20_000 })
  expect([stopped.mock.calls.length, listening.mock.calls.length]).toEqual([0, 1])
  stop()
  otherTab.close()
})

it('a browser without BroadcastChannel clears its own data', async () => {
  const channels = globalThis.BroadcastChannel
  Reflect.deleteProperty(globalThis, 'BroadcastChannel')
  vi.resetModules()
  const alone = await import('./purge.ts')
  globalThis.BroadcastChannel = channels
  writeStored('UserInfo', { companyName: NAME })
  const stop = alone.listenForPurges(() => undefined)
  await alone.purgeReadData(client)
  expect(localStorage.getItem(`${APP_PREFIX}UserInfo`)).toBeNull()
  expect(stop).not.toThrow()
})
