// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { get, set } from 'idb-keyval'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { APP_PREFIX, writeStored } from '#app/lib/storage.ts'
import { openReadStore, removeReadStores } from './cache-store.ts'
import { startKeeping, stopKeeping } from './keep-answers.ts'
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
  await stopKeeping()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function readSomething(): Promise<void> {
  await startKeeping(client, 'unit01')
  await client.fetchQuery({ queryKey: ['building'], queryFn: async () => NAME, meta: { keep: true } })
  window.dispatchEvent(new Event('pagehide'))
  await vi.waitFor(async () => expect(await get('["building"]', openReadStore('unit01'))).toBeDefined())
  writeStored('UserInfo', { companyName: NAME })
  sessionStorage.setItem(`${APP_PREFIX}form`, NAME)
}

/** Everything a script on the device could still read. */
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

it('after a sign-out no store of the device holds what was read; the shell stays', async () => {
  await readSomething()
  expect(await readable()).toContain(NAME)
  await purgeReadData(client)
  expect(await readable()).not.toContain(NAME)
  expect(await indexedDB.databases()).toEqual([])
  expect(cacheNames).toEqual(['workbox-precache-v2-http://localhost/'])
})

it('work not sent yet stays', async () => {
  writeStored('unsent:1', '补签')
  await set('write', '补签', openReadStore('unit01'))
  await purgeReadData(client)
  expect(localStorage.getItem(`${APP_PREFIX}unsent:1`)).toBe('"补签"')
})

it('what is still on its way when a person leaves is not kept', async () => {
  await startKeeping(client, 'unit01')
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

it('a device that refuses every step still lets the person go', async () => {
  await readSomething()
  vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
    throw new DOMException('no', 'InvalidStateError')
  })
  vi.stubGlobal('caches', { keys: () => Promise.reject(new Error('no')) })
  await purgeReadData(client)
  expect(client.getQueryCache().getAll()).toEqual([])
  expect(localStorage.getItem(`${APP_PREFIX}UserInfo`)).toBeNull()
})

it('another tab hears of it, stops keeping and starts anew; the one that cleared does not', async () => {
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
  await vi.waitFor(() => expect(heardHere).toHaveBeenCalledTimes(1))
  expect(sessionStorage.length).toBe(0)
  stop()
  otherTab.close()
})
