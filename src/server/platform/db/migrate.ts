import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client, ClientBase, Pool, PoolClient } from 'pg'
import { isMissingTable, MigrationError, refusedStatement } from './errors.ts'

// Arbitrary, but equal in all processes of this application.
const migrationLock = 119_119

function migrationsFolder(root: string): string {
  return join(root, 'src/server/schema/migrations')
}

/** Arbitrary, equal in all processes. */
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

interface Migrator {
  readonly dialect: { migrate(migrations: MigrationMeta[], session: unknown, config: object): Promise<void> }
  readonly session: unknown
}

/** Advisory lock against concurrent starts. @param newest last migration to apply, ms since 1970 */
export async function applyMigrations(client: Client | PoolClient, root: string, newest = Infinity): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: migrationsFolder(root) })
  const { dialect, session } = drizzle(client) as unknown as Migrator
  await client.query(`set time zone 'UTC'`)
  await client.query('select pg_advisory_lock($1)', [migrationLock])
  try {
    await dialect.migrate(
      migrations.filter(({ folderMillis }) => folderMillis <= newest),
      session,
      {},
    )
  } catch (error) {
    const statement = refusedStatement(error)
    const found = migrations.find(({ sql }) => statement !== undefined && sql.includes(statement))
    throw new MigrationError(found ? tagOf(root, found.folderMillis) : undefined, error)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
  }
}

export async function newestMigration(client: Pool | ClientBase): Promise<number> {
  try {
    const { rows } = await client.query<{ newest: string | null }>(
      'select max(created_at) as newest from drizzle.__drizzle_migrations',
    )
    return Number(rows[0]?.newest ?? 0)
  } catch (error) {
    if (isMissingTable(error)) return 0
    throw error
  }
}

interface JournalEntry {
  readonly when: number
  readonly tag: string
}

const journalOf = (root: string) =>
  (JSON.parse(readFileSync(join(migrationsFolder(root), 'meta/_journal.json'), 'utf8')) as { entries: JournalEntry[] })
    .entries

const tagOf = (root: string, written: number) => journalOf(root).find(({ when }) => when === written)?.tag

export function ownMigrations(root: string): number[] {
  return journalOf(root)
    .map(({ when }) => when)
    .toSorted((a, b) => a - b)
}

export function migratedCheck(pool: Pool, root: string): () => Promise<boolean> {
  const own = ownMigrations(root).at(-1) ?? 0
  return async () => (await newestMigration(pool)) >= own
}
