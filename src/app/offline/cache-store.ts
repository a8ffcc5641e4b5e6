import { createStore, promisifyRequest, type UseStore } from 'idb-keyval'
import { noteFault } from '#app/lib/note-fault.ts'
import { readStored, writeStored } from '#app/lib/storage.ts'
import { STORAGE_MS, TimeoutError, withTimeout } from '#app/scheduling/with-timeout.ts'
import { PACKS_END, READ_OBJECTS, READ_PREFIX, type ReadKind, type ReadStore, readStoreName } from './cache-row.ts'

/** Firefox before 126 lacks `indexedDB.databases()`. */
const NAMES = 'device:read-stores'
/** Ids of the saved buildings, readable without opening the database. */
export const BUNDLE_INDEX = 'packs'
const PACKS_STAY = 'device:packs-stay'
/** Of a connection the browser closed, by engine: can be retried. */
const DROPPED = new Set(['InvalidStateError', 'AbortError', 'UnknownError'])
const BLOCKED_MS = 1500

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')

const knownNames = (): string[] => readStored(NAMES, isNames) ?? []

/** On first use; reopens a dropped connection once. After a deletion it rejects: purged data must not return. */
export function openReadStore(uid: string, kind?: ReadKind): ReadStore {
  const name = readStoreName(uid, kind)
  let connection: UseStore | undefined
  let isDeleted = false

  const use: UseStore = (mode, work) => {
    if (isDeleted) return Promise.reject(new DOMException('The kept answers were deleted', 'NotFoundError'))
    if (!connection) {
      writeStored(NAMES, [...new Set([...knownNames(), name])])
      connection = createStore(name, READ_OBJECTS)
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
      return await withTimeout(STORAGE_MS, use(mode, work))
    } catch (error) {
      if (error instanceof TimeoutError) connection = undefined
      const isDropped = error instanceof Error && DROPPED.has(error.name)
      connection = isDropped ? undefined : connection
      try {
        if (!isDropped) throw error
        return await withTimeout(STORAGE_MS, use(mode, work))
      } catch (last) {
        if (!isDeleted) noteFault('storage', last)
        throw last
      }
    }
  }
}

export const keepBundles = (stay: boolean): boolean => writeStored(PACKS_STAY, stay)

async function listedNames(): Promise<string[]> {
  try {
    const all = await indexedDB.databases()
    return all.flatMap(({ name }) => (name?.startsWith(READ_PREFIX) ? [name] : []))
  } catch {
    return []
  }
}

/** Closes its connection: an open one would block deleting the database. */
async function emptyReadStore(name: string): Promise<void> {
  const db = await promisifyRequest(indexedDB.open(name))
  try {
    const rows = db.transaction(READ_OBJECTS, 'readwrite').objectStore(READ_OBJECTS)
    rows.clear()
    await promisifyRequest(rows.transaction)
  } finally {
    db.close()
  }
}

/** A connection in another tab can block the deletion. */
async function removeReadStore(name: string): Promise<void> {
  await emptyReadStore(name).catch(() => undefined)
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.addEventListener('success', () => resolve())
    request.addEventListener('error', () => reject(request.error))
    request.addEventListener('blocked', () => setTimeout(resolve, BLOCKED_MS))
  })
}

/**
 * Never rejects. @param exceptUid account to keep; else saved buildings stay if {@link keepBundles} recorded so
 * @returns failed deletions, retried by the next purge
 */
export async function removeReadStores(exceptUid?: string): Promise<number> {
  const isKept = (name: string) =>
    exceptUid === undefined
      ? name.endsWith(PACKS_END) && readStored(PACKS_STAY) === true
      : name === readStoreName(exceptUid) || name === readStoreName(exceptUid, 'packs')
  const names = new Set([...knownNames(), ...(await listedNames())])
  const left: string[] = []
  const stays: string[] = []
  await Promise.all(
    [...names].map(async (name) => {
      if (isKept(name)) {
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
