import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { OpenDatabase } from '../db/open-db.ts'
import { type FileStore, isKey } from '../files/file-key.ts'
import { newestMigration, ownMigrations } from '../db/migrate.ts'
import { VERSION } from '../version.ts'
import { type Manifest, MANIFEST_FILE, tableFile } from './manifest.ts'
import { RowSum } from './row-sum.ts'
import { type CarriedTable, listMonths, listSequences, listTables, quoted } from './table-list.ts'

/** Light: rows shrink to a fifth at a fifth of the time of the default. */
const PACKING = { level: 3 }
/** Made again at every start; and what belongs to this store and to no copy. */
const NOT_CARRIED = /^(client-assets|installation)\//

export interface BackupNeeds {
  readonly database: Pick<OpenDatabase, 'connectLong' | 'root'>
  readonly files: FileStore
  readonly now: () => Date
  /** Told what is being done, in Chinese. */
  readonly say: (line: string) => void
}

/** A folder that a backup may begin in. @throws Error in Chinese where something is in it */
async function needEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Error(`目录 ${folder} 不是空的，请换一个目录`)
}

const PARTS = ['tables', 'files', MANIFEST_FILE]

/** What a backup that failed has written: it would fill the disk, and the next one would find the folder taken. */
const dropHalf = (folder: string) =>
  Promise.all(PARTS.map((part) => rm(join(folder, part), { recursive: true, force: true })))

/** Writes a table's rows to `into`. */
export async function readTable(client: ClientBase, { name, columns }: CarriedTable, into?: NodeJS.WritableStream[]) {
  const sum = new RowSum()
  const list = columns.map((column) => quoted(column.name)).join(', ')
  const rows = client.query(copyTo(`copy (select ${list} from ${quoted(name)}) to stdout`))
  const iterator = rows.iterator({ destroyOnReturn: false })
  // It can only be read on: told of what failed behind it, it would give up the rows that are still to come.
  const rest = { [Symbol.asyncIterator]: () => ({ next: () => iterator.next() }) }
  const source = Readable.from(rest, { objectMode: false })
  const goOn = async (lines: AsyncIterable<unknown>) => {
    for await (const _ of lines) continue
  }
  await (into ? pipeline([source, sum, ...into]) : pipeline(source, sum, goOn)).catch(async (error: unknown) => {
    // Left unread, as where a disk is full, the rows would keep the connection from ever hearing anything again.
    await goOn(rest).catch(() => undefined)
    throw error
  })
  return { rows: sum.rows, sum: sum.sum }
}

async function carryFile(files: FileStore, key: string, folder: string): Promise<Manifest['files'][number] | null> {
  const found = await files.open(key)
  // Gone since it was listed: downloads and their files end by themselves.
  if (!found) return null
  const place = join(folder, 'files', key)
  await mkdir(dirname(place), { recursive: true })
  const hash = createHash('sha256')
  let size = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(found.stream, count, createWriteStream(place, { mode: 0o600 }))
  return { key, size, sha256: hash.digest('hex') }
}

/**
 * Writes one moment of the whole database, and the files, into an empty folder. Nobody waits for it: it reads one
 * snapshot. One that fails leaves the folder empty.
 * @returns what it wrote
 */
export async function backUp({ database, files, now, say }: BackupNeeds, folder: string): Promise<Manifest> {
  await needEmptyFolder(folder)
  const { client, end } = await database.connectLong()
  const tables: Manifest['tables'] = []
  try {
    await client.query('begin isolation level repeatable read read only')
    const migration = await newestMigration(client)
    if (migration === 0) throw new Error('数据库中还没有数据表，没有可备份的内容')
    // This program could not restore what it does not know.
    if (!ownMigrations(database.root).includes(migration))
      throw new Error(`数据库已由更新的版本升级，本程序（${VERSION}）无法恢复它的备份：请用升级它的版本备份`)
    for (const part of ['tables', 'files']) await mkdir(join(folder, part))
    const [sequences, months] = [await listSequences(client), await listMonths(client)]
    for (const table of await listTables(client)) {
      const file = createWriteStream(join(folder, tableFile(table.name)), { mode: 0o600 })
      const told = await readTable(client, table, [createGzip(PACKING), file])
      tables.push({ ...table, columns: [...table.columns], ...told })
      if (told.rows > 0) say(`${table.name}：${told.rows} 行`)
    }
    await client.query('commit')
    const carried: Manifest['files'] = []
    for await (const { key } of files.list()) {
      if (!isKey(key)) say(`跳过不是本平台保存的文件：${key}`)
      const file = NOT_CARRIED.test(key) || !isKey(key) ? null : await carryFile(files, key, folder)
      if (file) carried.push(file)
    }
    say(`文件：${carried.length} 个`)
    const made: Manifest = {
      format: 1,
      at: now().toISOString(),
      version: VERSION,
      migration,
      tables,
      months,
      sequences,
      files: carried,
    }
    await writeFile(join(folder, MANIFEST_FILE), JSON.stringify(made, null, 1), { mode: 0o600 })
    return made
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    await dropHalf(folder).catch(() => undefined)
    throw error
  } finally {
    await end()
  }
}
