import { inArray } from 'drizzle-orm'
import { checkClocks, deletionTime } from '../platform/db/deletion-time.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Deps } from '../platform/deps.ts'
import { download } from '../schema/download.table.ts'
import { DOWNLOADS } from '../platform/issue-download.ts'
import type { FileStore } from '../platform/files/file-key.ts'
import { dropOldAssets } from '../platform/keep-assets.ts'
import { namedPlans, PLANS } from '../devices/floor-plan.store.ts'
import { namedUploads, UPLOADS } from '../registry/upload.store.ts'

/** A row is written seconds after its file. */
const AGE_MS = 24 * 3_600_000
/** To read the store's clock. */
const CLOCK_FILE = 'installation/clock'
const AT_ONCE = 1_000
const OWNED = [UPLOADS, DOWNLOADS, PLANS]

/** @throws ClocksDifferError at the end, if the store's clock differs */
async function* oldFiles(files: FileStore, at: Date): AsyncGenerator<string[]> {
  await files.put(CLOCK_FILE, new TextEncoder().encode(at.toISOString()))
  const before = new Date(at.getTime() - AGE_MS)
  let storeTime = new Date(0)
  let keys: string[] = []
  for await (const { key, putAt } of files.list()) {
    if (key === CLOCK_FILE) storeTime = putAt
    if (!(putAt < before) || !OWNED.some((folder) => key.startsWith(folder))) continue
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
  const plans = keys.filter((key) => key.startsWith(PLANS))
  return new Set([...rows.map(({ key }) => key), ...(await namedUploads(db, sent)), ...(await namedPlans(db, plans))])
}

/**
 * If no file has a row, the store may be another database's: all are kept. @throws ClocksDifferError before any
 * removal
 */
export async function removeOrphanFiles(
  deps: Pick<Deps, 'db' | 'files' | 'now' | 'databaseTime' | 'log' | 'settings'>,
): Promise<number> {
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
  await dropOldAssets(files, at, deps.settings)
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
