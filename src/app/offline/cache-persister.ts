import type { Query, QueryClient } from '@tanstack/react-query'
import type { PersistedClient, Persister } from '@tanstack/react-query-persist-client'
import { clear } from 'idb-keyval'
import { CallError } from '#app/lib/call.ts'
import { createStore } from '#app/ui/store.ts'
import { lastServerTime } from './connection.ts'
import { type CacheRow, isFull, type ReadStore } from './cache-row.ts'
import { bytesOf, CACHE_BYTES, CACHE_ENTRY_BYTES, putRows, readRows, trimRows } from './cache-rows.ts'
import { redact } from '#contract/redact.ts'
import { fulfilsWithin } from '#app/scheduling/with-timeout.ts'

/** `redact`: as `records.phone`; `steady`: not refetched after a restore. */
export type PersistMeta = { keep?: boolean; redact?: readonly string[]; steady?: boolean }

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: PersistMeta
  }
}

/** In memory and on the device. Timers are limited to 24 days. */
export const KEPT_MS = 7 * 24 * 3600 * 1000

const THROTTLE_MS = 1000
/** Sign-out does not wait longer than this for a hanging database. */
const STOP_MS = 1000

type KeptQuery = PersistedClient['clientState']['queries'][number]

export const persistStatus = createStore<'off' | 'kept' | 'full' | 'failed'>('off')

export const mayPersist = (query: Query): boolean => query.meta?.keep === true && query.state.status === 'success'

/** Only 403 and 404 remove a cached response; other failures keep it. */
const isRefused = ({ state }: Query): boolean =>
  state.error instanceof CallError && (state.error.code === 403 || state.error.code === 404)

function rowOf(query: KeptQuery, mark: string, shape: string): CacheRow {
  const paths = query.meta?.redact
  // Redacted data must be refetched.
  const state = paths ? { ...query.state, data: redact(query.state.data, paths), isInvalidated: true } : query.state
  const json = JSON.stringify({ ...query, state })
  return { hash: query.queryHash, mark, shape, at: query.state.dataUpdatedAt, json }
}

function queryOf(row: CacheRow, now: number): KeptQuery | 'old' | null {
  try {
    const query = JSON.parse(row.json) as KeptQuery
    const isWhole = query.queryHash === row.hash && Array.isArray(query.queryKey) && query.state.status === 'success'
    if (!isWhole) return null
    if (now - row.at > KEPT_MS) return 'old'
    // Restored responses are shown and refetched, except `steady` ones.
    return { ...query, state: { ...query.state, isInvalidated: query.meta?.steady ? query.state.isInvalidated : true } }
  } catch {
    return null
  }
}

export class CachePersister implements Persister {
  isLate = false
  private latest: readonly KeptQuery[] | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private writing: Promise<void> = Promise.resolve()
  private readonly known = new Map<string, number>()

  constructor(
    private readonly client: QueryClient,
    private readonly store: ReadStore,
    readonly buster: string,
    private readonly shapes: Readonly<Record<string, string>> = {},
  ) {}

  private shapeOf = ({ queryKey }: KeptQuery): string => this.shapes[String(queryKey[0])] ?? ''

  persistClient({ clientState }: PersistedClient): void {
    this.latest = clientState.queries
    this.timer ??= setTimeout(this.flush, THROTTLE_MS)
  }

  async restoreClient(): Promise<PersistedClient | undefined> {
    const rows = await readRows(this.store).catch(() => {
      persistStatus.write('failed')
      return []
    })
    const [newest] = rows
    if (!newest || this.isLate) return undefined
    const now = Date.now()
    const queries: KeptQuery[] = []
    for (const row of rows) {
      const query = queryOf(row, now)
      // Expired by the device clock: hidden only. A row without a query is deleted.
      if (query !== 'old') this.known.set(row.hash, row.at)
      if (query && query !== 'old' && this.shapeOf(query) === (row.shape ?? '')) queries.push(query)
    }
    // The store is another account's.
    const buster = rows.find(({ mark }) => mark !== this.buster)?.mark ?? this.buster
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

  async stop(): Promise<void> {
    clearTimeout(this.timer)
    this.latest = undefined
    await fulfilsWithin(STOP_MS, this.writing)
    persistStatus.write('off')
  }

  private async write(queries: readonly KeptQuery[]): Promise<void> {
    const changed: CacheRow[] = []
    const gone: string[] = []
    const present = new Set<string>()
    for (const query of queries) {
      present.add(query.queryHash)
      if (this.known.get(query.queryHash) === query.state.dataUpdatedAt) continue
      const row = rowOf(query, this.buster, this.shapeOf(query))
      if (bytesOf(row) > CACHE_ENTRY_BYTES) gone.push(row.hash)
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

  private async put(changed: readonly CacheRow[], gone: readonly string[]): Promise<void> {
    try {
      await putRows(this.store, changed, gone).catch((error: unknown) => this.makeRoom(error, changed, gone))
      persistStatus.write('kept')
      await trimRows(this.store, CACHE_BYTES, (lastServerTime() ?? 0) - KEPT_MS)
    } catch (error) {
      persistStatus.write(isFull(error) ? 'full' : 'failed')
      for (const row of changed) this.known.delete(row.hash)
    }
  }

  /** Keeps the newest quarter of the budget. */
  private async makeRoom(error: unknown, changed: readonly CacheRow[], gone: readonly string[]): Promise<void> {
    if (!isFull(error)) throw error
    await trimRows(this.store, CACHE_BYTES / 4)
    await putRows(this.store, changed, gone)
  }
}
