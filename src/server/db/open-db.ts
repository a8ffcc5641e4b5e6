import { resolve } from 'node:path'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Client, Pool, PoolClient } from 'pg'
import type { DatabaseLog } from './database-log.ts'
import { openEmbedded } from './open-embedded.ts'
import { openPostgres } from './open-postgres.ts'
import type * as schema from './schema.ts'

export type Db = NodePgDatabase<typeof schema>

export type OpenDatabase = {
  db: Db
  pool: Pool
  kind: 'pglite' | 'postgres'
  /** Repository root, below which the migrations lie. */
  root: string
  /** Brings the tables up to this version of the code. */
  migrate(): Promise<void>
  /** A connection for work that may take hours: no limit of a call's binds it. `end` gives it back. */
  connectLong(): Promise<{ client: Client | PoolClient; end(): Promise<void> }>
  close(): Promise<void>
  /** Whether the disk has room for writes; always true where the database's disk is not ours to see. */
  hasRoom(write?: 'any' | 'small'): boolean
  /** The embedded database as an image for `OpenOptions.image`. */
  dump?(): Promise<Uint8Array>
}

export type OpenOptions = {
  log: DatabaseLog
  /** Repository root: relative file addresses, migrations and the worker's source are found from it. */
  root: string
  /** Start an in-memory database from this dumped image. */
  image?: Uint8Array
  /** PostgreSQL extensions the embedded engine has at hand; default: those the migrations create. */
  extensionNames?: string[]
  /** Connections to a PostgreSQL server; default 10. */
  maxConnections?: number
  /** Longest answer (ms) the embedded engine may owe before it is restarted; default 60 000, 0 for never. */
  stallAfterMillis?: number
}

/**
 * Opens `file:<directory>`, `memory:` or `postgres://…`. An embedded database is open on return or the promise rejects with one clear line
 * (DirectoryLockedError when another process has it); a PostgreSQL server is only asked at the first query.
 */
export async function openDatabase(url: string, opts: OpenOptions): Promise<OpenDatabase> {
  if (/^postgres(ql)?:\/\//.test(url)) return openPostgres(url, opts)
  if (url === 'memory:') return openEmbedded(null, opts)
  if (url.startsWith('file:') && url.length > 'file:'.length) {
    return openEmbedded(resolve(opts.root, url.slice('file:'.length).replace(/^\/\//, '')), opts)
  }
  throw new Error('DATABASE_URL must be file:<directory>, memory: or postgres://…')
}
