import type { Query, QueryClient } from '@tanstack/react-query'
import type { PersistedClient, Persister } from '@tanstack/react-query-persist-client'
import { clear } from 'idb-keyval'
import { CallError } from '#app/lib/call.ts'
import { createStore } from '#app/ui/store.ts'
import type { ReadStore } from './cache-store.ts'
import { serverNow } from './connection.ts'
import { bytesOf, KEPT_BYTES, KEPT_ENTRY_BYTES, type KeptRow, putRows, readRows, trimRows } from './kept-rows.ts'
import { withhold } from '#contract/withhold.ts'
import { within } from './within.ts'

/** What a query says of its keeping: only `keep: true` is kept, without the fields `withhold` names (`records.phone`). */
export type KeepMeta = { keep?: boolean; withhold?: readonly string[]; steady?: boolean }

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: KeepMeta
  }
}

/** Kept answers live this long, in memory too: a query that leaves memory leaves the device. Timers end at 24 days. */
export const KEPT_MS = 7 * 24 * 3600 * 1000

const THROTTLE_MS = 1000
/** A database that hangs keeps nobody from leaving. */
const STOP_MS = 1000

type KeptQuery = PersistedClient['clientState']['queries'][number]

/** Whether answers reach the device: `full` and `failed` are for the person to know, the app goes on without. */
export const keeping = createStore<'off' | 'kept' | 'full' | 'failed'>('off')

/** Whether a query's answer goes to the device at all. */
export const mayKeep = (query: Query): boolean => query.meta?.keep === true && query.state.status === 'success'

/** The server's word that this is not, or no longer, this account's to see; any other failure leaves what was kept. */
const isRefused = ({ state }: Query): boolean =>
  state.status === 'error' && state.error instanceof CallError && (state.error.code === 403 || state.error.code === 404)

const isFull = (error: unknown): boolean => error instanceof Error && error.name === 'QuotaExceededError'

function rowOf(query: KeptQuery, mark: string): KeptRow {
  const paths = query.meta?.withhold
  // What comes back with fields missing must count as stale, however young it is.
  const state = paths ? { ...query.state, data: withhold(query.state.data, paths), isInvalidated: true } : query.state
  return { hash: query.queryHash, mark, at: query.state.dataUpdatedAt, json: JSON.stringify({ ...query, state }) }
}

/** The query a row holds, `null` where it is torn. */
function queryOf(row: KeptRow, now: number): KeptQuery | 'old' | null {
  try {
    const query = JSON.parse(row.json) as KeptQuery
    const isWhole = query.queryHash === row.hash && Array.isArray(query.queryKey) && query.state.status === 'success'
    if (!isWhole) return null
    if (now - row.at > KEPT_MS) return 'old'
    // Shown at once and asked for again: what was read before the app was closed says nothing of now, `steady` answers aside.
    return { ...query, state: { ...query.state, isInvalidated: query.meta?.steady ? query.state.isInvalidated : true } }
  } catch {
    return null
  }
}

/** Writes what changed since the last time, at most once a second; knows of each row what is on the device. */
export class Keeper implements Persister {
  isLate = false
  private latest: readonly KeptQuery[] | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private writing: Promise<void> = Promise.resolve()
  private readonly known = new Map<string, number>()

  constructor(
    private readonly client: QueryClient,
    private readonly store: ReadStore,
    readonly mark: string,
  ) {}

  persistClient({ clientState }: PersistedClient): void {
    this.latest = clientState.queries
    this.timer ??= setTimeout(this.flush, THROTTLE_MS)
  }

  async restoreClient(): Promise<PersistedClient | undefined> {
    const rows = await readRows(this.store).catch(() => {
      keeping.write('failed')
      return []
    })
    const [newest] = rows
    if (!newest || this.isLate) return undefined
    const now = Date.now()
    const queries: KeptQuery[] = []
    for (const row of rows) {
      const query = queryOf(row, now)
      // Too old by this clock: hidden. What the device knows of, and no query holds, is deleted; by the server's time alone.
      if (query !== 'old') this.known.set(row.hash, row.at)
      if (query && query !== 'old') queries.push(query)
    }
    // One row of another mark is enough: the whole store was another's, or another version's.
    const buster = rows.find(({ mark }) => mark !== this.mark)?.mark ?? this.mark
    return { timestamp: newest.at, buster, clientState: { mutations: [], queries } }
  }

  async removeClient(): Promise<void> {
    this.known.clear()
    await clear(this.store)
  }

  flush = (): Promise<void> => {
    clearTimeout(this.timer)
    this.timer = undefined
    const queries = this.latest
    this.latest = undefined
    if (queries) this.writing = this.writing.then(() => this.write(queries))
    return this.writing
  }

  /** Ends without writing what still waits. */
  async stop(): Promise<void> {
    clearTimeout(this.timer)
    this.latest = undefined
    await within(STOP_MS, this.writing)
    keeping.write('off')
  }

  private async write(queries: readonly KeptQuery[]): Promise<void> {
    const changed: KeptRow[] = []
    const gone: string[] = []
    const present = new Set<string>()
    for (const query of queries) {
      present.add(query.queryHash)
      if (this.known.get(query.queryHash) === query.state.dataUpdatedAt) continue
      const row = rowOf(query, this.mark)
      if (bytesOf(row) > KEPT_ENTRY_BYTES) gone.push(row.hash)
      else changed.push(row)
      this.known.set(row.hash, row.at)
    }
    const cache = this.client.getQueryCache()
    for (const hash of this.known.keys()) {
      const query = present.has(hash) ? undefined : cache.get(hash)
      if (present.has(hash) || (query && !isRefused(query))) continue
      gone.push(hash)
      this.known.delete(hash)
    }
    if (changed.length + gone.length > 0) await this.put(changed, gone)
  }

  private async put(changed: readonly KeptRow[], gone: readonly string[]): Promise<void> {
    try {
      await putRows(this.store, changed, gone).catch((error: unknown) => this.makeRoom(error, changed, gone))
      keeping.write('kept')
      const now = serverNow()
      await trimRows(this.store, KEPT_BYTES, now === undefined ? 0 : now - KEPT_MS)
    } catch (error) {
      keeping.write(isFull(error) ? 'full' : 'failed')
      for (const row of changed) this.known.delete(row.hash)
    }
  }

  /** A full device: the newest quarter of the budget is worth more than nothing new. */
  private async makeRoom(error: unknown, changed: readonly KeptRow[], gone: readonly string[]): Promise<void> {
    if (!isFull(error)) throw error
    await trimRows(this.store, KEPT_BYTES / 4)
    await putRows(this.store, changed, gone)
  }
}
