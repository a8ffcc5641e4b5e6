import { promisifyRequest } from 'idb-keyval'
import type { CacheRow, ReadStore } from './cache-row.ts'
import { TimeoutError } from '#app/scheduling/with-timeout.ts'

/** A character counts as two. */
export const CACHE_BYTES = 512 * 1024
export const CACHE_ENTRY_BYTES = 64 * 1024

export const bytesOf = (row: CacheRow): number => 2 * (row.json.length + row.hash.length)

function share(rows: readonly CacheRow[], budget: number): { kept: CacheRow[]; over: CacheRow[] } {
  const kept: CacheRow[] = []
  const over: CacheRow[] = []
  let room = budget
  for (const row of [...rows].sort((a, b) => b.at - a.at)) {
    room -= bytesOf(row)
    if (room >= 0) kept.push(row)
    else over.push(row)
  }
  return { kept, over }
}

/** All requests are issued synchronously: completes during page unload. @param gone deleted */
export async function putRows(store: ReadStore, changed: readonly CacheRow[], gone: readonly string[]): Promise<void> {
  await store('readwrite', (rows) => {
    for (const row of changed) rows.put(row, row.hash)
    for (const hash of gone) rows.delete(hash)
    rows.transaction.commit?.()
    return promisifyRequest(rows.transaction)
  })
}

export async function putNewer(store: ReadStore, rows: readonly CacheRow[]): Promise<void> {
  await store('readwrite', async (objects) => {
    for (const row of rows) {
      const known = await promisifyRequest<CacheRow | undefined>(objects.get(row.hash))
      if (!known || known.at < row.at) objects.put(row, row.hash)
    }
    await promisifyRequest(objects.transaction)
  })
}

const isRow = (value: unknown, key: IDBValidKey): value is CacheRow => {
  const { hash, mark, at, json } = (value ?? {}) as Partial<CacheRow>
  return hash === key && typeof mark === 'string' && Number.isFinite(at) && typeof json === 'string'
}

const entriesOf = async (rows: IDBObjectStore): Promise<[IDBValidKey, unknown][]> => {
  const [keys, values] = await Promise.all([
    promisifyRequest(rows.getAllKeys()),
    promisifyRequest<unknown[]>(rows.getAll()),
  ])
  return keys.map((key, at) => [key, values[at]])
}

/** One unreadable row makes `getAll` fail. */
async function entriesOneByOne(store: ReadStore): Promise<[IDBValidKey, unknown][]> {
  const keys = await store('readonly', (rows) => promisifyRequest(rows.getAllKeys()))
  const read = (key: IDBValidKey) => store('readonly', (rows) => promisifyRequest<unknown>(rows.get(key)))
  return Promise.all(
    keys.map(async (key): Promise<[IDBValidKey, unknown]> => [key, await read(key).catch(() => undefined)]),
  )
}

async function soundRows(store: ReadStore): Promise<CacheRow[]> {
  const entries = await store('readonly', entriesOf).catch((error: unknown) => {
    if (error instanceof TimeoutError) throw error
    return entriesOneByOne(store)
  })
  const sound: CacheRow[] = []
  const damaged: IDBValidKey[] = []
  for (const [key, value] of entries) {
    if (isRow(value, key)) sound.push(value)
    else damaged.push(key)
  }
  await remove(store, damaged).catch(() => undefined)
  return sound
}

async function remove(store: ReadStore, keys: readonly IDBValidKey[]): Promise<void> {
  if (keys.length === 0) return
  await store('readwrite', (rows) => {
    for (const key of keys) rows.delete(key)
    return promisifyRequest(rows.transaction)
  })
}

/** @param oldest ms; deletes older rows */
export async function trimRows(store: ReadStore, budget = CACHE_BYTES, oldest = 0): Promise<void> {
  const rows = await soundRows(store)
  const { kept, over } = share(rows, budget)
  const gone = [...over, ...kept.filter(({ at }) => at < oldest)]
  await remove(
    store,
    gone.map(({ hash }) => hash),
  )
}

export async function dropOldestRows(store: ReadStore): Promise<boolean> {
  const rows = (await soundRows(store)).sort((a, b) => a.at - b.at)
  const oldest = rows.slice(0, Math.ceil(rows.length / 4))
  await remove(
    store,
    oldest.map(({ hash }) => hash),
  )
  return oldest.length > 0
}

export async function readRows(store: ReadStore): Promise<CacheRow[]> {
  return share(await soundRows(store), CACHE_BYTES).kept
}
