import { promisifyRequest, type UseStore } from 'idb-keyval'
import { closingStore } from '#app/lib/closing-store.ts'
import { STORAGE_MS, withTimeout } from '#app/scheduling/with-timeout.ts'
import type { Watchman } from './on-watch.ts'

/** As localStorage, readable by the origin only. The service worker cannot read localStorage. */
export interface WorkerSession {
  readonly token: string
  readonly uid: string
}

const DATABASE = 'fire-worker'
const SESSION = 'session'
const WATCHMAN = 'watchman'
export const DONE_PREFIX = 'done:'
let opened: UseStore | undefined

export function inWorkerStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => T | PromiseLike<T>,
): Promise<T> {
  opened ??= closingStore(DATABASE, 'values')
  return withTimeout(STORAGE_MS, opened(mode, work)).catch((error: unknown) => {
    opened = undefined
    throw error
  })
}

const read = <T>(key: string): Promise<T | undefined> =>
  inWorkerStore('readonly', (store) => promisifyRequest<T | undefined>(store.get(key))).catch(() => undefined)

export const readWorkerSession = () => read<WorkerSession>(SESSION)
export const readWorkerWatchman = () => read<Watchman>(WATCHMAN)

/** Never rejects. */
export const writeWorkerWatchman = (onWatch: Watchman | null): Promise<unknown> =>
  inWorkerStore('readwrite', (store) => {
    if (onWatch) store.put(onWatch, WATCHMAN)
    else store.delete(WATCHMAN)
    return promisifyRequest(store.transaction)
  }).catch(() => undefined)

/** False only if the database surely does not exist: clearing must not create it. */
async function mayExist(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === DATABASE)
  } catch {
    return true
  }
}

/** Null: signed out. Never rejects. */
export async function writeWorkerSession(session: WorkerSession | null): Promise<void> {
  try {
    if (!session && !(await mayExist())) return
    await inWorkerStore('readwrite', (store) => {
      if (session) store.put(session, SESSION)
      else {
        store.delete(SESSION)
        store.delete(WATCHMAN)
        store.delete(IDBKeyRange.bound(DONE_PREFIX, `${DONE_PREFIX}\uffff`))
      }
      return promisifyRequest(store.transaction)
    })
  } catch {
    // The server refuses the token of an ended session.
  }
}
