import { chmodSync } from 'node:fs'
import { dirname } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { watchDiskSpace } from './disk-space.ts'
import { EmbeddedEngine } from './embedded-engine.ts'
import { EmbeddedStream } from './embedded-stream.ts'
import { lockDirectory } from './lock-directory.ts'
import { applyMigrations, migrationExtensions } from './migrate.ts'
import type { OpenDatabase, OpenOptions } from './open-db.ts'
import * as schema from './schema.ts'
import { surviveLostConnections } from './survive-lost-connections.ts'

/** PGlite in `directory` (absolute), behind its lock, or in memory where it is null. */
export async function openEmbedded(directory: string | null, opts: OpenOptions): Promise<OpenDatabase> {
  const lock = directory === null ? undefined : await lockDirectory(directory)
  const engine = new EmbeddedEngine({
    root: opts.root,
    directory,
    image: opts.image ?? null,
    extensionNames: opts.extensionNames ?? migrationExtensions(opts.root),
    stallAfterMillis: opts.stallAfterMillis ?? 60_000,
    log: opts.log,
  })
  try {
    await engine.start()
    // The engine's own files are open to everybody; the folder is the server's alone.
    if (directory !== null) chmodSync(directory, 0o700)
  } catch (error) {
    await engine.stop()
    await lock?.release()
    throw error
  }
  const pool = new Pool({
    stream: () => new EmbeddedStream(engine),
    user: 'postgres',
    database: 'postgres',
    host: 'embedded',
    port: 5432,
    ssl: false,
    // One session is all PGlite has. Requests wait for it in line; the limit turns a deadlock into an error.
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 15_000,
  })
  surviveLostConnections(pool, opts.log)
  const disk = directory === null ? undefined : watchDiskSpace(dirname(directory))

  return {
    db: drizzle(pool, { schema }),
    pool,
    kind: 'pglite',
    root: opts.root,
    hasRoom: (write) => disk?.hasRoom(write) ?? true,
    dump: () => engine.dump(),
    async migrate() {
      const client = await pool.connect()
      try {
        await applyMigrations(client, opts.root)
      } finally {
        client.release()
      }
    },
    async connectLong() {
      const client = await pool.connect()
      // What was set on it is not for calls: the next one begins a session of its own.
      return { client, end: () => Promise.resolve(client.release(true)) }
    },
    async close() {
      disk?.stop()
      // Not awaited: a connection that is never given back must not hold up the stop; the engine's end ends it.
      void pool.end()
      await engine.stop()
      await lock?.release()
    },
  }
}
