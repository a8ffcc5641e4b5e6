import { chmodSync } from 'node:fs'
import { dirname } from 'node:path'
import { Pool } from 'pg'
import { watchDiskSpace } from './disk-space.ts'
import { EmbeddedEngine } from './embedded-engine.ts'
import { EmbeddedStream } from './embedded-stream.ts'
import { lockDirectory } from './lock-directory.ts'
import { applyMigrations, migrationExtensions } from './migrate.ts'
import type { OpenDatabase, OpenOptions } from './open-db.ts'
import { openDrizzle } from './open-drizzle.ts'
import { surviveLostConnections } from './survive-lost-connections.ts'

/** Null: in memory. */
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
    // PGlite has one session; the timeout turns a deadlock into an error.
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 15_000,
  })
  surviveLostConnections(pool, opts.log)
  const disk = directory === null ? undefined : watchDiskSpace(dirname(directory))

  return {
    db: openDrizzle(pool),
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
      return { client, end: () => Promise.resolve(client.release(true)) }
    },
    async close() {
      disk?.stop()
      // Not awaited: a leaked connection must not delay shutdown.
      void pool.end()
      await engine.stop()
      await lock?.release()
    },
  }
}
