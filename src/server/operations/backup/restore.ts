import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Client, ClientBase, PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import * as v from 'valibot'
import { applyMigrations, newestMigration, ownMigrations } from '#server/platform/db/migrate.ts'
import type { OpenDatabase } from '#server/platform/db/open-db.ts'
import type { FileStore } from '#server/platform/files/file-key.ts'
import { ownedFiles } from '#server/platform/files/owned-files.ts'
import { VERSION } from '#server/platform/version.ts'
import { readTable } from './back-up.ts'
import { cellsOf, linesOf } from './copy-line.ts'
import { type Manifest, manifest, MANIFEST_FILE, tableFile } from './manifest.ts'
import { type CarriedTable, listTables, quoted } from './table-list.ts'

const ROWS_AT_ONCE = 2_000
/** Tables that a running process writes by itself; they are cleared before a restore. */
const OF_THE_PROCESS = new Set(['job_turn', 'rate_limit', 'installation', 'audit_chain'])

export interface RestoreNeeds {
  readonly database: Pick<OpenDatabase, 'connectLong' | 'kind' | 'root'>
  readonly files: FileStore
  readonly say: (line: string) => void
}

function isTorn(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(ENOENT|EISDIR|Z_[A-Z_]+)$/.test(String(error.code))
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => null)
  if (text === null) throw new Error(`${folder} 不是完整的备份（没有 ${MANIFEST_FILE}）`)
  const unreadable = new Error(`${MANIFEST_FILE} 的内容无法识别`)
  let told: unknown
  try {
    told = JSON.parse(text)
  } catch {
    throw unreadable
  }
  const parsed = v.safeParse(manifest, told)
  if (!parsed.success) throw unreadable
  return parsed.output
}

async function needEmptyDatabase(client: ClientBase, tables: readonly CarriedTable[]): Promise<void> {
  for (const { name } of tables) {
    if (OF_THE_PROCESS.has(name)) {
      await client.query(`delete from ${quoted(name)}`)
      continue
    }
    const { rows } = await client.query(`select 1 from ${quoted(name)} limit 1`)
    if (rows.length > 0) throw new Error(`数据库不是空的（${name} 中有数据），只能恢复到空数据库`)
  }
}

/** The embedded engine has no `copy from stdin`. */
async function insertRows(client: ClientBase, { name, columns }: CarriedTable, file: string): Promise<void> {
  const cells = columns.map(({ name: column, type }) => `${quoted(column)}::${type}`).join(', ')
  const names = columns.map((column) => quoted(column.name)).join(', ')
  const insert = `insert into ${quoted(name)} (${names}) overriding system value select ${cells}
    from unnest(${columns.map((_, at) => `$${at + 1}::text[]`).join(', ')}) as u(${names})`
  let waiting: (string | null)[][] = columns.map(() => [])
  const flush = async () => {
    if ((waiting[0]?.length ?? 0) === 0) return
    const values = waiting
    waiting = columns.map(() => [])
    await client.query(insert, values)
  }
  await pipeline(createReadStream(file), createGunzip(), async (chunks) => {
    for await (const line of linesOf(chunks as AsyncIterable<Buffer>)) {
      cellsOf(line).forEach((cell, at) => waiting[at]?.push(cell))
      if ((waiting[0]?.length ?? 0) >= ROWS_AT_ONCE) await flush()
    }
  })
  await flush()
}

async function streamRows(client: ClientBase, { name, columns }: CarriedTable, file: string): Promise<void> {
  const names = columns.map((column) => quoted(column.name)).join(', ')
  const into = client.query(copyFrom(`copy ${quoted(name)} (${names}) from stdin`))
  await pipeline(createReadStream(file), createGunzip(), into)
}

async function digestOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(stream, async (chunks) => {
    for await (const chunk of chunks) hash.update(chunk as Buffer)
  })
  return hash.digest('hex')
}

async function needSameFile(folder: string, { key, sha256 }: Manifest['files'][number]): Promise<void> {
  const digest = await digestOf(createReadStream(join(folder, 'files', key))).catch((error: unknown) => {
    throw isTorn(error) ? new Error(`备份中缺少文件 ${key}`) : error
  })
  if (digest !== sha256) throw new Error(`文件 ${key} 与备份时不同`)
}

async function putFiles(store: FileStore, folder: string, files: Manifest['files']): Promise<void> {
  for (const { key, sha256 } of files) {
    const there = await store.open(key)
    if (there && (await digestOf(there.stream)) === sha256) continue
    await store.put(key, createReadStream(join(folder, 'files', key)))
  }
}

/** @throws Error (Chinese message) */
async function migrateTo({ migration, version }: Manifest, client: Client | PoolClient, root: string): Promise<void> {
  if (!ownMigrations(root).includes(migration))
    throw new Error(
      `备份由其他版本${version === undefined ? '' : `（${version}）`}制作，本程序（${VERSION}）不能恢复：请用制作备份的版本或更新的版本`,
    )
  if ((await newestMigration(client)) > migration)
    throw new Error('备份的版本较旧，而数据库中已有新版本的数据表：请恢复到从未启动过服务的空数据库')
  await applyMigrations(client, root, migration)
}

/** A copy does not own the file store. @param newId if the backup had none */
async function markAsCopy(client: ClientBase, newId: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into installation (id, restored_at) values ($1, clock_timestamp())
     on conflict ("row") do update set restored_at = excluded.restored_at returning id`,
    [newId],
  )
  return rows[0]?.id ?? newId
}

const hasInstallation = ({ tables }: Manifest) => tables.some(({ name }) => name === 'installation')

/** Later migrations run after the data is verified. @throws Error (Chinese message) */
export async function restore({ database, files, say }: RestoreNeeds, folder: string): Promise<Manifest> {
  const kept = await readManifest(folder)
  const { client, end } = await database.connectLong()
  try {
    await migrateTo(kept, client, database.root)
    const tables = await listTables(client)
    await client.query('begin')
    await needEmptyDatabase(client, tables)
    for (const { parent, month } of kept.months)
      await client.query('select ensure_month($1, $2::date)', [parent, month])
    const inOrder = tables.flatMap(({ name }) => kept.tables.find((table) => table.name === name) ?? [])
    for (const { name } of inOrder) await client.query(`alter table ${quoted(name)} disable trigger user`)
    for (const table of inOrder) {
      if (table.rows === 0) continue
      const file = join(folder, tableFile(table.name))
      const take = database.kind === 'pglite' ? insertRows : streamRows
      await take(client, table, file).catch((error: unknown) => {
        throw isTorn(error) ? new Error(`${tableFile(table.name)} 缺失或不完整；未恢复任何数据`) : error
      })
    }
    for (const { name, last } of kept.sequences)
      if (last !== null) await client.query('select setval($1::regclass, $2::bigint)', [quoted(name), last])
    for (const table of inOrder) {
      const stands = await readTable(client, table)
      if (stands.rows !== table.rows || stands.sum !== table.sum)
        throw new Error(
          `${table.name} 与备份不符：应为 ${table.rows} 行，实为 ${stands.rows} 行${stands.rows === table.rows ? '，内容不同' : ''}；未恢复任何数据`,
        )
      if (table.rows > 0) say(`${table.name}：${table.rows} 行，校验一致`)
    }
    for (const { name } of inOrder) await client.query(`alter table ${quoted(name)} enable trigger user`)
    for (const file of kept.files) await needSameFile(folder, file)
    const newId = randomUUID()
    const id = hasInstallation(kept) ? await markAsCopy(client, newId) : newId
    const copy = { id, restoredAt: new Date(0) }
    await putFiles(ownedFiles(files, copy), folder, kept.files)
    say(`文件：${kept.files.length} 个，校验一致`)
    await client.query('commit')
    await applyMigrations(client, database.root)
    await markAsCopy(client, id)
    // Cursors of the original mean other changes here.
    await client.query(`update installation set feed_epoch = gen_random_uuid()::text, feed_removed = '0'`)
    await client.query('analyze')
    return kept
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await end()
  }
}
