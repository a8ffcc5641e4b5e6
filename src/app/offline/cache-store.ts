import { createStore, promisifyRequest, type UseStore } from 'idb-keyval'
import { accountHash } from '#app/lib/account-hash.ts'
import { readStored, writeStored } from '#app/lib/storage.ts'
import { STORAGE_MS, TooLate, withLimit } from './within.ts'

const DB_START = 'fire-read-'
const STORE = 'answers'
/** Names of the read databases ever made here: Firefox before 126 can't list them. Outlives a clearing that was cut short. */
const NAMES = 'device:read-stores'
const PACKS_END = '-packs'
/** Which buildings the account took along, for those who must not wait for the database; leaves with what was read. */
export const PACK_INDEX = 'packs'
/** Whether the last clearing left the buildings that were taken along. */
const PACKS_STAY = 'device:packs-stay'
/** What a connection closed under our hands says, by engine; the work was not done and may be asked again. */
const DROPPED = new Set(['InvalidStateError', 'AbortError', 'UnknownError'])
const BLOCKED_MS = 1500

/** What a database of read data holds: answers of calls last seen, or buildings that were taken along. */
export type ReadKind = 'answers' | 'packs'

/** The database in which what an account read is kept. */
export function readStoreName(uid: string, kind: ReadKind = 'answers'): string {
  return DB_START + accountHash(uid) + (kind === 'packs' ? PACKS_END : '')
}

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')

const knownNames = (): string[] => readStored(NAMES, isNames) ?? []

/** Runs work in one transaction on what an account read; rejects with what IndexedDB says after one new try, or TooLate. */
export type ReadStore = UseStore

/**
 * Opens an account's store of kept answers; nothing is touched before its first use.
 * A connection that was dropped is opened again, once a use. A database deleted by anyone (a clearing in another tab)
 * stays deleted: this store then rejects, so that nothing read before comes back.
 * @param uid the signed-in account's id
 */
export function openReadStore(uid: string, kind: ReadKind = 'answers'): ReadStore {
  const name = readStoreName(uid, kind)
  let connection: UseStore | undefined
  let isDeleted = false

  const use: UseStore = (mode, work) => {
    if (isDeleted) return Promise.reject(new DOMException('The kept answers were deleted', 'NotFoundError'))
    if (!connection) {
      writeStored(NAMES, [...new Set([...knownNames(), name])])
      connection = createStore(name, STORE)
    }
    return connection(mode, (store) => {
      const { db } = store.transaction
      db.onversionchange = (event) => {
        isDeleted ||= event.newVersion === null
        connection = undefined
        db.close()
      }
      return work(store)
    })
  }
  return async (mode, work) => {
    try {
      return await withLimit(STORAGE_MS, use(mode, work))
    } catch (error) {
      if (error instanceof TooLate) connection = undefined
      if (!(error instanceof Error) || !DROPPED.has(error.name)) throw error
      connection = undefined
      return withLimit(STORAGE_MS, use(mode, work))
    }
  }
}

/** Says for the clearing that follows, and for one that is finished later, whether buildings taken along stay. */
export const keepPacks = (stay: boolean): boolean => writeStored(PACKS_STAY, stay)

async function listedNames(): Promise<string[]> {
  try {
    const all = await indexedDB.databases()
    return all.map(({ name }) => name ?? '').filter((name) => name.startsWith(DB_START))
  } catch {
    return []
  }
}

/** Empties what is there to be emptied, and holds on to nothing: a connection left open would keep the database. */
async function emptyReadStore(name: string): Promise<void> {
  const db = await promisifyRequest(indexedDB.open(name))
  try {
    if (!db.objectStoreNames.contains(STORE)) return
    const rows = db.transaction(STORE, 'readwrite').objectStore(STORE)
    rows.clear()
    await promisifyRequest(rows.transaction)
  } finally {
    db.close()
  }
}

/** Empties a database and deletes it: a connection another tab holds on to may delay the deleting, never the emptying. */
async function removeReadStore(name: string): Promise<void> {
  await emptyReadStore(name).catch(() => undefined)
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.addEventListener('success', () => resolve())
    request.addEventListener('error', () => reject(request.error ?? new Error(name)))
    request.addEventListener('blocked', () => setTimeout(resolve, BLOCKED_MS))
  })
}

/**
 * Deletes every database of read data this app ever made on the device, whoever they were kept for. Never rejects.
 * @param exceptUid whose answers stay; without one, buildings taken along stay where {@link keepPacks} said so
 * @returns how many could not be deleted; they are tried again next time
 */
export async function removeReadStores(exceptUid?: string): Promise<number> {
  const kept = exceptUid === undefined ? [] : [readStoreName(exceptUid), readStoreName(exceptUid, 'packs')]
  const names = new Set([...knownNames(), ...(await listedNames())])
  const left: string[] = []
  const stays: string[] = []
  await Promise.all(
    [...names].map(async (name) => {
      if (kept.includes(name) || (exceptUid === undefined && name.endsWith(PACKS_END) && readStored(PACKS_STAY))) {
        stays.push(name)
        return
      }
      try {
        await removeReadStore(name)
      } catch {
        left.push(name)
      }
    }),
  )
  writeStored(NAMES, [...left, ...stays])
  return left.length
}
