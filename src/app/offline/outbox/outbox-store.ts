import { accountHash } from '#app/lib/account-hash.ts'
import { STORAGE_MS, TooLate, withLimit } from '#app/offline/within.ts'
import type { WaitingWrite } from './waiting-write.ts'

const STORE = 'writes'
const VERSION = 1
/** Storage that did not answer once is not waited for as long again. */
const HANGING_MS = 250

/** Where an account's unsent writes stand. Every promise resolves only when the device has it. */
export interface OutboxStore {
  add(write: Omit<WaitingWrite, 'seq'>): Promise<WaitingWrite>
  /** In the order of their taps. */
  all(): Promise<WaitingWrite[]>
  get(seq: number): Promise<WaitingWrite | undefined>
  /** Writes it back; one that is gone stays gone. */
  change(write: WaitingWrite): Promise<void>
  remove(seq: number): Promise<void>
}

/** The database of an account's unsent writes; it outlives signing out. */
export const outboxName = (uid: string) => `fire-unsent-${accountHash(uid)}`

function isWrite(row: unknown): row is WaitingWrite {
  const { seq, key, uid, call, input, thing, files, nextAt } = (row ?? {}) as Partial<WaitingWrite>
  const isNamed = [key, uid, thing, call?.path].every((text) => typeof text === 'string')
  return isNamed && typeof seq === 'number' && typeof nextAt === 'number' && !!input && Array.isArray(files)
}

function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, VERSION)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(STORE, { keyPath: 'seq', autoIncrement: true })
    })
    request.addEventListener('success', () => {
      const db = request.result
      // A later version of the app, in another tab, must not wait for this one.
      db.addEventListener('versionchange', () => db.close())
      resolve(db)
    })
    request.addEventListener('error', () => reject(request.error ?? new Error(name)))
  })
}

/**
 * Opens the writes an account has not sent yet.
 * @param uid the account's id
 */
export function openOutboxStore(uid: string): OutboxStore {
  const name = outboxName(uid)
  let connection: Promise<IDBDatabase> | undefined
  let limitMs = STORAGE_MS

  /** After the limit the transaction is aborted, or never begun: what was said to have failed must not happen later. */
  async function once<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    let isLate = false
    let abort: (() => void) | undefined
    const done = async () => {
      connection ??= openDatabase(name)
      const db = await connection
      if (isLate) throw new TooLate()
      return new Promise<T>((resolve, reject) => {
        // Strict: complete means on the disk, not in the system's memory.
        const transaction = db.transaction(STORE, mode, { durability: 'strict' })
        abort = () => transaction.abort()
        const request = work(transaction.objectStore(STORE))
        transaction.addEventListener('complete', () => resolve(request.result))
        transaction.addEventListener('error', () => reject(transaction.error ?? new Error(name)))
        transaction.addEventListener('abort', () => reject(transaction.error ?? new Error(name)))
      })
    }
    try {
      const result = await withLimit(limitMs, done())
      limitMs = STORAGE_MS
      return result
    } catch (error) {
      isLate = true
      if (error instanceof TooLate) {
        connection = undefined
        limitMs = HANGING_MS
      }
      try {
        abort?.()
      } catch {
        // It had ended by itself.
      }
      throw error
    }
  }

  /** A connection that was dropped under our hands is opened again, once. */
  async function use<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    try {
      return await once(mode, work)
    } catch (error) {
      connection = undefined
      if (!(error instanceof Error) || error.name !== 'InvalidStateError') throw error
      return once(mode, work)
    }
  }

  return {
    async add(write) {
      const seq = await use('readwrite', (store) => store.add(write))
      return { ...write, seq: Number(seq) }
    },
    async all() {
      const rows = await use('readonly', (store) => store.getAll() as IDBRequest<unknown[]>)
      // A damaged row holds up none of the others; it is kept, as everything unsent is.
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
