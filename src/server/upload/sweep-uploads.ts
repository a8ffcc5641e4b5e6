import type { Deps } from '../deps.ts'
import { dropStrays } from './upload.store.ts'

/** A draft waits a week for its declaration. */
const KEEP_MS = 7 * 24 * 3_600_000

/** Removes files that nobody named in a declaration. */
export async function sweepUploads({ db, files, now }: Deps): Promise<void> {
  for (const key of await dropStrays(db, new Date(now().getTime() - KEEP_MS))) await files.remove(key)
}
