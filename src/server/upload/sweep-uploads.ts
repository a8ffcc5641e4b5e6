import type { Deps } from '../deps.ts'
import { dropStrays } from './upload.store.ts'

/** A draft waits a week for its declaration. */
const KEEP_MS = 7 * 24 * 3_600_000

/** Removes files that no declaration names. @param at the deletion time */
export async function sweepUploads({ db, files }: Pick<Deps, 'db' | 'files'>, at: Date): Promise<void> {
  for (const key of await dropStrays(db, new Date(at.getTime() - KEEP_MS))) await files.remove(key)
}
