import { accountHash } from '#app/lib/account-hash.ts'
import { noteFault } from '#app/lib/note-fault.ts'
import { STORAGE_MS, TimeoutError, withTimeout } from '#app/scheduling/with-timeout.ts'
import type { UnsentWrite } from './unsent-write.ts'

const STORE = 'writes'
const VERSION = 1
/** After {@link STORAGE_MS} was exceeded. */
const HANGING_MS = 250

/** Promises resolve after the commit. */
export interface OutboxStore {
  add(write: Omit<UnsentWrite, 'seq'>): Promise<UnsentWrite>
  all(): Promise<UnsentWrite[]>
  get(seq: number): Promise<UnsentWrite | undefined>
  /** A removed row is not created again. */
  change(write: UnsentWrite): Promise<void>
  remove(seq: number): Promise<void>
}

/** The database survives sign-out. */
export const OUTBOX_PREFIX = 'fire-unsent-'
export const outboxName = (uid: string) => OUTBOX_PREFIX + accountHash(uid)

function isWrite(row: unknown): row is UnsentWrite {
  const { seq, key, uid, call, input, thing, files, nextAt } = (row ?? {}) as Partial<UnsentWrite>
  const isNamed = [key, uid, thing, call?.path].every((text) => typeof text === 'string')
  return isNamed && typeof seq === 'number' && typeof nextAt === 'number' && !!input && Array.isArray(files)
}

function openDatabase(name: string, onCreated?: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, VERSION)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(STORE, { keyPath: 'seq', autoIncrement: true })
      onCreated?.()
    })
    request.addEventListener('success', () => {
      const db = request.result
      // It would block an upgrade in another tab.
      db.addEventListener('versionchange', () => db.close())
      resolve(db)
    })
    request.addEventListener('error', () => reject(request.error))
  })
}

export const openOutboxStore = (uid: string, onCreated?: () => void): OutboxStore =>
  openOutboxDatabase(outboxName(uid), onCreated)

export function openOutboxDatabase(name: string, onCreated?: () => void): OutboxStore {
  let connection: Promise<IDBDatabase> | undefined
  let limitMs = STORAGE_MS

  /** Then aborted: a failed operation must not take effect later. */
  async function once<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    let isLate = false
    let abort: (() => void) | undefined
    const done = async () => {
      connection ??= openDatabase(name, onCreated)
      const db = await connection
      if (isLate) {
        connection ??= Promise.resolve(db)
        throw new TimeoutError()
      }
      return new Promise<T>((resolve, reject) => {
        // On the disk, not in the OS cache.
        const transaction = db.transaction(STORE, mode, { durability: 'strict' })
        abort = () => transaction.abort()
        const request = work(transaction.objectStore(STORE))
        transaction.addEventListener('complete', () => resolve(request.result))
        // A full disk is reported at commit.
        transaction.addEventListener('abort', () => reject(transaction.error ?? new Error(name)))
      })
    }
    const running = done()
    try {
      const result = await withTimeout(limitMs, running)
      limitMs = STORAGE_MS
      return result
    } catch (error) {
      isLate = true
      connection = undefined
      if (error instanceof TimeoutError) {
        limitMs = HANGING_MS
        const answered = () => (limitMs = STORAGE_MS)
        void running.then(answered, answered)
      }
      try {
        abort?.()
      } catch {
        // Already committing or finished.
      }
      throw error
    }
  }

  /** Reopens a connection the browser closed, once. */
  async function use<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    try {
      return await once(mode, work)
    } catch (error) {
      if ((error as Error).name === 'InvalidStateError') return once(mode, work)
      noteFault('storage', error)
      throw error
    }
  }

  return {
    async add(write) {
      const seq = await use('readwrite', (store) => store.add(write))
      return { ...write, seq: Number(seq) }
    },
    async all() {
      const rows = await use('readonly', (store) => store.getAll() as IDBRequest<unknown[]>)
      // Damaged rows are unsent work: kept.
      return rows.filter(isWrite)
    },
    async get(seq) {
      const row = await use('readonly', (store) => store.get(seq) as IDBRequest<unknown>)
      return isWrite(row) ? row : undefined
    },
    async change(write) {
      await use('readwrite', (store) => {
        const found = store.getKey(write.seq)
        found.addEventListener('success', () => {
          if (found.result !== undefined) store.put(write)
        })
        return found
      })
    },
    async remove(seq) {
      await use('readwrite', (store) => store.delete(seq))
    },
  }
}
