import { promisifyRequest } from 'idb-keyval'
import type { ReadStore } from './cache-store.ts'
import { TooLate } from './within.ts'

/** Budget of one account's kept answers, and of one answer; bytes, a character counted as two. */
export const KEPT_BYTES = 512 * 1024
export const KEPT_ENTRY_BYTES = 64 * 1024

/** One kept answer: a dehydrated query as JSON, whose it is and in which shape, and when its data came (ms since 1970). */
export interface KeptRow {
  readonly hash: string
  readonly mark: string
  readonly at: number
  readonly json: string
}

export const bytesOf = (row: KeptRow): number => 2 * (row.json.length + row.hash.length)

/** Splits rows into those that fit, the most recently updated first, and those that don't. */
function share(rows: readonly KeptRow[], budget: number): { kept: KeptRow[]; over: KeptRow[] } {
  const kept: KeptRow[] = []
  const over: KeptRow[] = []
  let room = budget
  for (const row of [...rows].sort((a, b) => b.at - a.at)) {
    room -= bytesOf(row)
    if (room >= 0) kept.push(row)
    else over.push(row)
  }
  return { kept, over }
}

/**
 * Writes rows. Everything is handed to the browser at once and committed: it arrives though the page is leaving.
 * @param gone hashes of rows to delete
 */
export async function putRows(store: ReadStore, changed: readonly KeptRow[], gone: readonly string[]): Promise<void> {
  await store('readwrite', (rows) => {
    for (const row of changed) rows.put(row, row.hash)
    for (const hash of gone) rows.delete(hash)
    rows.transaction.commit?.()
    return promisifyRequest(rows.transaction)
  })
}

const isRow = (value: unknown, key: IDBValidKey): value is KeptRow => {
  const { hash, mark, at, json } = (value ?? {}) as Partial<KeptRow>
  return hash === key && typeof mark === 'string' && Number.isFinite(at) && typeof json === 'string'
}

const entriesOf = async (rows: IDBObjectStore): Promise<[IDBValidKey, unknown][]> => {
  const [keys, values] = await Promise.all([
    promisifyRequest(rows.getAllKeys()),
    promisifyRequest<unknown[]>(rows.getAll()),
  ])
  return keys.map((key, at) => [key, values[at]])
}

/** One row the browser can't read fails the reading of all at once; each by itself, the others are there. */
async function entriesOneByOne(store: ReadStore): Promise<[IDBValidKey, unknown][]> {
  const keys = await store('readonly', (rows) => promisifyRequest(rows.getAllKeys()))
  const read = (key: IDBValidKey) => store('readonly', (rows) => promisifyRequest<unknown>(rows.get(key)))
  const entries: [IDBValidKey, unknown][] = []
  for (const key of keys) entries.push([key, await read(key).catch(() => undefined)])
  return entries
}

/** Every sound row; damaged ones are deleted. */
async function soundRows(store: ReadStore): Promise<KeptRow[]> {
  const entries = await store('readonly', entriesOf).catch((error: unknown) => {
    if (error instanceof TooLate) throw error
    return entriesOneByOne(store)
  })
  const sound: KeptRow[] = []
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

/**
 * Deletes what is beyond the budget, the answers that came longest ago first, whichever tab kept them.
 * @param oldest answers that came before go too, ms since 1970
 */
export async function trimRows(store: ReadStore, budget = KEPT_BYTES, oldest = 0): Promise<void> {
  const rows = await soundRows(store)
  const { kept, over } = share(rows, budget)
  const gone = [...over, ...kept.filter(({ at }) => at < oldest)]
  await remove(
    store,
    gone.map(({ hash }) => hash),
  )
}

/** Everything that is kept, as far as it fits the budget, the most recently updated first. */
export async function readRows(store: ReadStore): Promise<KeptRow[]> {
  return share(await soundRows(store), KEPT_BYTES).kept
}
