import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { OpenDatabase } from '#server/platform/db/open-db.ts'
import { type FileStore, isKey } from '#server/platform/files/file-key.ts'
import { newestMigration, ownMigrations } from '#server/platform/db/migrate.ts'
import { VERSION } from '#server/platform/version.ts'
import { type Manifest, MANIFEST_FILE, tableFile } from './manifest.ts'
import { RowSum } from './row-sum.ts'
import { type CarriedTable, listMonths, listSequences, listTables, quoted } from './table-list.ts'

/** A fifth of the time of the default level. */
const PACKING = { level: 3 }
/** Uploaded at each start; `installation/` belongs to this store alone. */
const NOT_CARRIED = /^(client-assets|installation)\//

export interface BackupNeeds {
  readonly database: Pick<OpenDatabase, 'connectLong' | 'root'>
  readonly files: FileStore
  readonly now: () => Date
  readonly say: (line: string) => void
}

async function needEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Error(`目录 ${folder} 不是空的，请换一个目录`)
}

const PARTS = ['tables', 'files', MANIFEST_FILE]

/** Lets the next attempt use the folder. */
const dropHalf = (folder: string) =>
  Promise.all(PARTS.map((part) => rm(join(folder, part), { recursive: true, force: true })))

export async function readTable(client: ClientBase, { name, columns }: CarriedTable, into?: NodeJS.WritableStream[]) {
  const sum = new RowSum()
  const list = columns.map((column) => quoted(column.name)).join(', ')
  const rows = client.query(copyTo(`copy (select ${list} from ${quoted(name)}) to stdout`))
  const iterator = rows.iterator({ destroyOnReturn: false })
  // Hides `return` and `throw`: destroying the copy stream would discard its rows.
  const rest = { [Symbol.asyncIterator]: () => ({ next: () => iterator.next() }) }
  const source = Readable.from(rest, { objectMode: false })
  const goOn = async (lines: AsyncIterable<unknown>) => {
    for await (const _ of lines) continue
  }
  await (into ? pipeline([source, sum, ...into]) : pipeline(source, sum, goOn)).catch(async (error: unknown) => {
    // Unread rows would block the connection.
    await goOn(rest).catch(() => undefined)
    throw error
  })
  return { rows: sum.rows, sum: sum.sum }
}

async function carryFile(files: FileStore, key: string, folder: string): Promise<Manifest['files'][number] | null> {
  const found = await files.open(key)
  // The file was deleted after listing, for example an expired download.
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

interface Carried {
  readonly files: Manifest['files']
  readonly seen: Set<string>
}

async function carryFiles({ files, say }: BackupNeeds, folder: string, { files: carried, seen }: Carried) {
  for await (const { key } of files.list()) {
    if (seen.has(key)) continue
    seen.add(key)
    if (!isKey(key)) say(`跳过不是本平台保存的文件：${key}`)
    const file = NOT_CARRIED.test(key) || !isKey(key) ? null : await carryFile(files, key, folder)
    if (file) carried.push(file)
  }
}

/** A failure leaves the folder empty. */
export async function backUp(needs: BackupNeeds, folder: string): Promise<Manifest> {
  await needEmptyFolder(folder)
  try {
    return await fillFolder(needs, folder)
  } catch (error) {
    await dropHalf(folder).catch(() => undefined)
    throw error
  }
}

async function fillFolder(needs: BackupNeeds, folder: string): Promise<Manifest> {
  const { database, now, say } = needs
  for (const part of ['tables', 'files']) await mkdir(join(folder, part))
  const carried: Carried = { files: [], seen: new Set() }
  // Rows of the snapshot may name files deleted meanwhile.
  await carryFiles(needs, folder, carried)
  const { client, end } = await database.connectLong()
  const tables: Manifest['tables'] = []
  try {
    await client.query('begin isolation level repeatable read read only')
    const migration = await newestMigration(client)
    if (migration === 0) throw new Error('数据库中没有数据表，没有可备份的内容')
    if (!ownMigrations(database.root).includes(migration))
      throw new Error(`数据库已由更新的版本升级，本程序（${VERSION}）无法恢复它的备份：请用升级它的版本备份`)
    const [sequences, months] = [await listSequences(client), await listMonths(client)]
    for (const table of await listTables(client)) {
      const file = createWriteStream(join(folder, tableFile(table.name)), { mode: 0o600 })
      const told = await readTable(client, table, [createGzip(PACKING), file])
      tables.push({ ...table, columns: [...table.columns], ...told })
      if (told.rows > 0) say(`${table.name}：${told.rows} 行`)
    }
    await client.query('commit')
    await carryFiles(needs, folder, carried)
    const { files } = carried
    say(`文件：${files.length} 个`)
    const at = now().toISOString()
    const made: Manifest = { format: 1, at, version: VERSION, migration, tables, months, sequences, files }
    await writeFile(join(folder, MANIFEST_FILE), JSON.stringify(made, null, 1), { mode: 0o600 })
    return made
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await end()
  }
}
