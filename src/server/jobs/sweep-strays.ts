import { inArray } from 'drizzle-orm'
import { checkClocks, deletionTime } from '../db/deletion-time.ts'
import type { Db } from '../db/open-db.ts'
import type { Deps } from '../deps.ts'
import { download } from '../document/download.table.ts'
import { DOWNLOADS } from '../document/issue-download.ts'
import type { FileStore } from '../files/file-key.ts'
import { dropOldAssets } from '../http/keep-assets.ts'
import { namedUploads, UPLOADS } from '../upload/upload.store.ts'

/** A row comes seconds behind its file; a day is ample. */
const AGE_MS = 24 * 3_600_000
/** Put before each sweep: its age by the store's clock is known. */
const CLOCK_FILE = 'installation/clock'
/** Files looked up in one query. */
const AT_ONCE = 1_000

/**
 * Uploads and exports that have been there for a while, some at a time; nothing else in the store belongs to a row.
 * @param at the deletion time
 * @throws ClocksDifferError at the end, where the store's clock is not the deletion time's: then no age is certain
 */
async function* oldFiles(files: FileStore, at: Date): AsyncGenerator<string[]> {
  await files.put(CLOCK_FILE, new TextEncoder().encode(at.toISOString()))
  const before = new Date(at.getTime() - AGE_MS)
  let storeTime = new Date(0)
  let keys: string[] = []
  for await (const { key, putAt } of files.list()) {
    if (key === CLOCK_FILE) storeTime = putAt
    if (!(putAt < before) || !(key.startsWith(UPLOADS) || key.startsWith(DOWNLOADS))) continue
    keys.push(key)
    if (keys.length < AT_ONCE) continue
    yield keys
    keys = []
  }
  checkClocks(at, storeTime, 'process and file store')
  yield keys
}

async function namedOf(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const made = keys.filter((key) => key.startsWith(DOWNLOADS))
  const rows = await db.select({ key: download.fileKey }).from(download).where(inArray(download.fileKey, made))
  const sent = keys.filter((key) => key.startsWith(UPLOADS))
  return new Set([...rows.map(({ key }) => key), ...(await namedUploads(db, sent))])
}

/**
 * Removes files of early clients, and stored files that no row names: what a killed process, or a database that fell silent, left behind. Where rows
 * name none of them, the store is another database's, and all stay.
 * @returns how many
 * @throws ClocksDifferError before anything is removed, where the clocks of process, database and store do not agree
 */
export async function sweepStrays(deps: Pick<Deps, 'db' | 'files' | 'now' | 'databaseTime' | 'log'>): Promise<number> {
  const { db, files, log } = deps
  if (!(await files.isOwn())) {
    log.warn('the file store belongs to another installation: nothing is removed there')
    return 0
  }
  const at = await deletionTime(deps)
  const strays: string[] = []
  let kept = 0
  for await (const keys of oldFiles(files, at)) {
    const named = await namedOf(db, keys)
    kept += named.size
    strays.push(...keys.filter((key) => !named.has(key)))
  }
  await files.dropHalves(new Date(at.getTime() - AGE_MS))
  await dropOldAssets(files, at)
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
