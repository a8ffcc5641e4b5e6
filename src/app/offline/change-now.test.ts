// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { changeNow } from './change-now.ts'

const reload = vi.fn<() => void>()
let keys: string[]

beforeEach(() => {
  keys = ['/index.html?__WB_REVISION__=1', '/assets/a.js']
  const cache = { delete: async (path: string) => (keys = keys.filter((key) => key.split('?')[0] !== path)) }
  vi.stubGlobal('caches', { keys: async () => ['workbox-precache'], open: async () => cache })
  vi.stubGlobal('fetch', async () => new Response('', { headers: { 'content-type': 'text/javascript' } }))
  vi.spyOn(location, 'reload').mockImplementation(reload)
  reload.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

class Newer extends EventTarget {
  state: ServiceWorkerState = 'installing'
  readonly postMessage = vi.fn<(message: object) => void>()
  become(state: ServiceWorkerState): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

function withRegistration(installing?: Newer) {
  const unregister = vi.fn<() => void>()
  const registration = { installing, update: async () => undefined, unregister }
  const container = { getRegistration: async () => registration }
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: container } }))
  return unregister
}

const isShellThere = () => keys.some((key) => key.startsWith('/index.html'))

it('without a newer worker the shell is removed, and the registration stays', async () => {
  const unregister = withRegistration()
  expect(await changeNow()).toBe(true)
  expect([keys, reload.mock.calls.length, unregister.mock.calls.length]).toEqual([['/assets/a.js'], 1, 0])
})

it('a worker that fails to install removes the shell', async () => {
  const newer = new Newer()
  withRegistration(newer)
  const changed = changeNow()
  newer.become('redundant')
  await changed
  expect([isShellThere(), reload.mock.calls.length]).toEqual([false, 1])
})

it('a slow install is awaited, and its shell stays', async () => {
  vi.useFakeTimers()
  const newer = new Newer()
  withRegistration(newer)
  const changed = changeNow()
  await vi.advanceTimersByTimeAsync(300_000)
  expect([isShellThere(), reload.mock.calls.length]).toEqual([true, 0])
  newer.become('installed')
  await vi.advanceTimersByTimeAsync(1000)
  expect(newer.postMessage.mock.calls).toEqual([[{ type: 'SKIP_WAITING' }]])
  newer.become('activated')
  await changed
  expect([isShellThere(), reload.mock.calls.length]).toEqual([true, 1])
})

it('an installed worker that does not start removes the shell', async () => {
  vi.useFakeTimers()
  const newer = new Newer()
  newer.state = 'installed'
  withRegistration(newer)
  const changed = changeNow()
  await vi.advanceTimersByTimeAsync(60_000)
  await changed
  expect([isShellThere(), reload.mock.calls.length]).toEqual([false, 1])
})
