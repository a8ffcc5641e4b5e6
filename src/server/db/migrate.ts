import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Client, ClientBase, Pool, PoolClient } from 'pg'

// Any fixed number will do; two processes of this application must use the same.
const migrationLock = 119_119

function migrationsFolder(root: string): string {
  return join(root, 'src/server/db/migrations')
}

/**
 * Names of the PostgreSQL extensions the migrations create. Not for pgcrypto: its digests fail in one embedded start of seven
 * (PGlite 0.5.16); `sha256()` and `gen_random_uuid()` are built in.
 */
export function migrationExtensions(root: string): string[] {
  const folder = migrationsFolder(root)
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .flatMap((file) => [
      ...readFileSync(join(folder, file), 'utf8').matchAll(/create extension (?:if not exists )?"?([\w-]+)/gi),
    ])
    .flatMap((match) => match[1] ?? [])
  return [...new Set(names)]
}

/**
 * Applies what is missing of `src/server/db/migrations`, all in one transaction. Processes that start together take turns,
 * and the later find nothing left to do.
 */
export async function applyMigrations(client: Client | PoolClient, root: string): Promise<void> {
  await client.query(`set time zone 'UTC'`)
  await client.query('select pg_advisory_lock($1)', [migrationLock])
  try {
    await migrate(drizzle(client), { migrationsFolder: migrationsFolder(root) })
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
  }
}

/** When the newest migration that the database has was written, ms since 1970; 0: it has none. */
export async function newestMigration(client: Pool | ClientBase): Promise<number> {
  const { rows } = await client.query<{ newest: string | null }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  )
  return Number(rows[0]?.newest ?? 0)
}

/** Whether the database has every migration of this code; one that newer code has brought further has them too. */
export async function isMigrated(pool: Pool, root: string): Promise<boolean> {
  const journal = JSON.parse(readFileSync(join(migrationsFolder(root), 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[]
  }
  return (await newestMigration(pool)) >= Math.max(...journal.entries.map(({ when }) => when))
}
