import { resolve } from 'node:path'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Client, Pool, PoolClient } from 'pg'
import type { DatabaseLog } from './database-log.ts'
import { openEmbedded } from './open-embedded.ts'
import { openPostgres } from './open-postgres.ts'

export type Db = NodePgDatabase

export type OpenDatabase = {
  db: Db
  pool: Pool
  kind: 'pglite' | 'postgres'
  root: string
  migrate(): Promise<void>
  /** Without timeouts; `end` releases it. */
  connectLong(): Promise<{ client: Client | PoolClient; end(): Promise<void> }>
  close(): Promise<void>
  hasRoom(write?: 'any' | 'small'): boolean
  dump?(): Promise<Uint8Array>
}

export type OpenOptions = {
  log: DatabaseLog
  /** Repository root. */
  root: string
  image?: Uint8Array
  /** Behind a pooler. */
  directUrl?: string | undefined
  extensionNames?: string[]
  /** Default 10. */
  maxConnections?: number
  /** ms without a response before a restart; 0: never. */
  stallAfterMillis?: number
}

/** @throws DirectoryLockedError if another process has the directory open */
export async function openDatabase(url: string, opts: OpenOptions): Promise<OpenDatabase> {
  if (/^postgres(ql)?:\/\//.test(url)) return openPostgres(url, opts)
  if (url === 'memory:') return openEmbedded(null, opts)
  if (url.startsWith('file:') && url.length > 'file:'.length) {
    return openEmbedded(resolve(opts.root, url.slice('file:'.length).replace(/^\/\//, '')), opts)
  }
  throw new Error('DATABASE_URL must be file:<directory>, memory: or postgres://…')
}
