import { promisifyRequest } from 'idb-keyval'
import type { ReadStore } from './cache-store.ts'

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

/** Deletes what is beyond the budget, the answers that came longest ago first, whichever tab kept them. */
export async function trimRows(store: ReadStore, budget = KEPT_BYTES): Promise<void> {
  await store('readwrite', async (rows) => {
    const all = await promisifyRequest<KeptRow[]>(rows.getAll())
    for (const row of share(all, budget).over) rows.delete(row.hash)
    await promisifyRequest(rows.transaction)
  })
}

/** Everything that is kept, as far as it fits the budget, the most recently updated first. */
export async function readRows(store: ReadStore): Promise<KeptRow[]> {
  const all = await store('readonly', (rows) => promisifyRequest<KeptRow[]>(rows.getAll()))
  return share(all, KEPT_BYTES).kept
}
