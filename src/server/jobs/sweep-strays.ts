import { inArray } from 'drizzle-orm'
import type { Db } from '../db/open-db.ts'
import type { Deps } from '../deps.ts'
import { download } from '../document/download.table.ts'
import { DOWNLOADS } from '../document/issue-download.ts'
import type { FileStore } from '../files/file-key.ts'
import { namedUploads, UPLOADS } from '../upload/upload.store.ts'

/** A row comes seconds behind its file; a day is ample. */
const AGE_MS = 24 * 3_600_000
/** Files looked up in one query. */
const AT_ONCE = 1_000

/** Uploads and exports that have been there for a while, some at a time; nothing else in the store belongs to a row. */
async function* oldFiles(files: FileStore, before: Date): AsyncGenerator<string[]> {
  let keys: string[] = []
  for await (const { key, putAt } of files.list()) {
    if (!(putAt < before) || !(key.startsWith(UPLOADS) || key.startsWith(DOWNLOADS))) continue
    keys.push(key)
    if (keys.length < AT_ONCE) continue
    yield keys
    keys = []
  }
  yield keys
}

async function namedOf(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const made = keys.filter((key) => key.startsWith(DOWNLOADS))
  const rows = await db.select({ key: download.fileKey }).from(download).where(inArray(download.fileKey, made))
  const sent = keys.filter((key) => key.startsWith(UPLOADS))
  return new Set([...rows.map(({ key }) => key), ...(await namedUploads(db, sent))])
}

/**
 * Removes stored files that no row names: what a killed process, or a database that fell silent, left behind. Where rows
 * name none of them, the store is another database's, and all stay.
 * @returns how many
 */
export async function sweepStrays({
  db,
  files,
  now,
  log,
}: Pick<Deps, 'db' | 'files' | 'now' | 'log'>): Promise<number> {
  const before = new Date(now().getTime() - AGE_MS)
  await files.dropHalves(before)
  const strays: string[] = []
  let kept = 0
  for await (const keys of oldFiles(files, before)) {
    const named = await namedOf(db, keys)
    kept += named.size
    strays.push(...keys.filter((key) => !named.has(key)))
  }
  if (strays.length === 0) return 0
  if (kept === 0) {
    log.warn(
      { strays: strays.length },
      'no row names any stored file; all are left, for they may be another database’s',
    )
    return 0
  }
  for (const key of strays) await files.remove(key)
  log.info({ removed: strays.length }, 'stored files that no row names removed')
  return strays.length
}
