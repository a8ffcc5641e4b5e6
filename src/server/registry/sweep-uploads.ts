import type { Deps } from '../platform/deps.ts'
import { deleteOrphanUploads } from './upload.store.ts'

/** Of a draft or a withdrawn application. */
const KEEP_MS = 7 * 24 * 3_600_000

export async function sweepUploads({ db, files }: Pick<Deps, 'db' | 'files'>, at: Date): Promise<void> {
  for (const key of await deleteOrphanUploads(db, new Date(at.getTime() - KEEP_MS))) await files.remove(key)
}
