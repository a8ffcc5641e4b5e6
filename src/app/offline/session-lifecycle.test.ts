// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { UserDetail } from '#contract/sign-in.ts'
import { currentSession, forgetSession } from '#app/session/session.ts'
import { APP_PREFIX, writeStored } from '#app/lib/storage.ts'
import { BUNDLE_INDEX, removeReadStores } from './cache-store.ts'
import { createSessionLifecycle, type SessionLifecycle } from './session-lifecycle.ts'
import { stopPersisting } from './persist-cache.ts'

const ignore = () => undefined
const person = (id: string) => ({ id, secret: 's', appKey: 'k' }) as unknown as UserDetail

async function read(sessions: SessionLifecycle, answer: string): Promise<void> {
  const { client } = await sessions.queryCache()
  await client.fetchQuery({ queryKey: ['building'], queryFn: () => answer, meta: { keep: true } })
}
const known = async (sessions: SessionLifecycle) => (await sessions.queryCache()).client.getQueryData(['building'])

/** @returns the next page's sessions */
async function nextPage(): Promise<SessionLifecycle> {
  window.dispatchEvent(new Event('pagehide'))
  await stopPersisting()
  return createSessionLifecycle(ignore)
}

beforeEach(async () => {
  forgetSession()
  await removeReadStores()
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(async () => {
  await stopPersisting()
  vi.restoreAllMocks()
})

it('starting without a session touches no database', async () => {
  const open = vi.spyOn(indexedDB, 'open')
  await createSessionLifecycle(ignore).restore()
  expect(open).not.toHaveBeenCalled()
})

it('a page has one query cache, however often it is loaded', async () => {
  const sessions = createSessionLifecycle(ignore)
  const [first, second] = await Promise.all([sessions.queryCache(), sessions.queryCache()])
  expect(first).toBe(second)
  expect(await sessions.queryCache()).toBe(first)
})

it('a session is stored on the device, and the next page shows its cached data', async () => {
  const sessions = createSessionLifecycle(ignore)
  await sessions.signIn('token', person('unit01'))
  expect(currentSession()).toEqual({ token: 'token', user: { id: 'unit01' } })
  await read(sessions, '静安大楼')
  const later = await nextPage()
  expect(await known(later)).toBeUndefined()
  await later.restore()
  expect(await known(later)).toBe('静安大楼')
})

it('signing in without a former session clears nothing', async () => {
  sessionStorage.setItem(`${APP_PREFIX}form`, 'begun')
  await createSessionLifecycle(ignore).signIn('token', person('unit01'))
  expect(sessionStorage.getItem(`${APP_PREFIX}form`)).toBe('begun')
})

it('signing in to another account first clears the data of the former one', async () => {
  const sessions = createSessionLifecycle(ignore)
  await sessions.signIn('one', person('unit01'))
  await read(sessions, '静安大楼')
  await sessions.signIn('two', person('unit02'))
  expect(currentSession()).toEqual({ token: 'two', user: { id: 'unit02' } })
  expect(await known(sessions)).toBeUndefined()
  await read(sessions, '黄浦大楼')
  const later = await nextPage()
  await later.restore()
  expect(await known(later)).toBe('黄浦大楼')
})

it.each([
  [true, '["1002"]'],
  [false, null],
  [undefined, null],
])(
  'signing out ends the session and clears the cache; with bundles to keep %s their index is %s',
  async (stay, index) => {
    const sessions = createSessionLifecycle(ignore)
    await sessions.signIn('token', person('unit01'))
    await read(sessions, '静安大楼')
    writeStored(BUNDLE_INDEX, ['1002'])
    await sessions.signOut(stay)
    expect([currentSession(), await known(sessions)]).toEqual([null, undefined])
    expect(localStorage.getItem(APP_PREFIX + BUNDLE_INDEX)).toBe(index)
  },
)

it('a page is notified when another tab clears the cache', async () => {
  const onPurged = vi.fn<() => void>()
  await createSessionLifecycle(onPurged).queryCache()
  const otherTab = new BroadcastChannel('fire-session')
  otherTab.postMessage('purged')
  await vi.waitFor(() => expect(onPurged).toHaveBeenCalledOnce(), { timeout: 20_000 })
  otherTab.close()
})
