import { promisifyRequest } from 'idb-keyval'
import { shanghaiDay } from '#contract/time.ts'
import { accountHash } from '#app/lib/account-hash.ts'
import { inWorkerStore } from '#app/offline/outbox/worker-store.ts'

export const REFRESH_TAG = 'refresh'

const MEGABYTE = 1024 * 1024
/** Bytes per day; 0: off. */
export const REFRESH_LIMITS = [2 * MEGABYTE, 5 * MEGABYTE, 20 * MEGABYTE, 0] as const

export interface RefreshSettings {
  readonly limit: number
  readonly onMetered: boolean
}

export interface RefreshState extends RefreshSettings {
  readonly day: string
  readonly times: number
  readonly bytes: number
}

const keyOf = (uid: string) => `refresh:${accountHash(uid)}`

function today(stored: RefreshState | undefined, now: number): RefreshState {
  const day = shanghaiDay(new Date(now))
  const { limit = 5 * MEGABYTE, onMetered = false } = stored ?? {}
  return stored?.day === day ? stored : { limit, onMetered, day, times: 0, bytes: 0 }
}

export const readRefreshState = async (uid: string, now: number): Promise<RefreshState> =>
  today(
    await inWorkerStore('readonly', (store) => promisifyRequest<RefreshState | undefined>(store.get(keyOf(uid)))),
    now,
  )

function change(uid: string, now: number, next: (state: RefreshState) => RefreshState): Promise<RefreshState> {
  return inWorkerStore('readwrite', async (store) => {
    const state = next(today(await promisifyRequest<RefreshState | undefined>(store.get(keyOf(uid))), now))
    store.put(state, keyOf(uid))
    await promisifyRequest(store.transaction)
    return state
  })
}

export const changeRefreshSettings = (uid: string, now: number, settings: Partial<RefreshSettings>) =>
  change(uid, now, (state) => ({ ...state, ...settings }))

export const countRefresh = (uid: string, now: number, times: number, bytes: number) =>
  change(uid, now, (state) => ({ ...state, times: state.times + times, bytes: state.bytes + bytes }))
