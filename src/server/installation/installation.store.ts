import type { Db } from '../db/open-db.ts'
import { isMissingTable } from '../db/errors.ts'
import { installation } from './installation.table.ts'

export type Installation = typeof installation.$inferSelect

/** The installation of a database; null where it has none yet, or is of a version that knew none. */
export async function readInstallation(db: Db): Promise<Installation | null> {
  try {
    const [row] = await db.select().from(installation)
    return row ?? null
  } catch (error) {
    if (isMissingTable(error)) return null
    throw error
  }
}

/** As {@link readInstallation}, of a database of any version that has one: only the columns that were there at first. */
export async function readOwner(db: Db): Promise<Pick<Installation, 'id' | 'restoredAt'> | null> {
  try {
    const columns = { id: installation.id, restoredAt: installation.restoredAt }
    const [row] = await db.select(columns).from(installation)
    return row ?? null
  } catch (error) {
    if (isMissingTable(error)) return null
    throw error
  }
}

/** The installation of a database; makes one with this id where it has none. */
export async function ensureInstallation(db: Db, newId: string): Promise<Installation> {
  await db.insert(installation).values({ id: newId }).onConflictDoNothing()
  const row = await readInstallation(db)
  if (!row) throw new Error('the table installation is empty')
  return row
}

/** Gives a database an id of its own, so that it is a copy of no other any more. */
export async function renewInstallation(db: Db, id: string): Promise<void> {
  const set = { id, restoredAt: null }
  await db.insert(installation).values(set).onConflictDoUpdate({ target: installation.row, set })
}
