import { accountHash } from '#app/lib/account-hash.ts'
import type { WaitingWrite } from './waiting-write.ts'

const STORE = 'writes'
const VERSION = 1

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

  async function once<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    connection ??= openDatabase(name)
    const db = await connection
    return new Promise((resolve, reject) => {
      // Strict: complete means on the disk, not in the system's memory.
      const transaction = db.transaction(STORE, mode, { durability: 'strict' })
      const request = work(transaction.objectStore(STORE))
      transaction.addEventListener('complete', () => resolve(request.result))
      transaction.addEventListener('error', () => reject(transaction.error ?? new Error(name)))
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error(name)))
    })
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
    all: () => use('readonly', (store) => store.getAll() as IDBRequest<WaitingWrite[]>),
    get: (seq) => use('readonly', (store) => store.get(seq) as IDBRequest<WaitingWrite | undefined>),
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
