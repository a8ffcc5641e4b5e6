import type { Db } from '../platform/db/open-db.ts'
import { isMissingTable } from '../platform/db/errors.ts'
import { installation } from '../schema/installation.table.ts'

export type Installation = typeof installation.$inferSelect

export async function readInstallation(db: Db): Promise<Installation | null> {
  try {
    const [row] = await db.select().from(installation)
    return row ?? null
  } catch (error) {
    if (isMissingTable(error)) return null
    throw error
  }
}

/** Original columns only, for older databases. */
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

export async function ensureInstallation(db: Db, newId: string): Promise<Installation> {
  await db.insert(installation).values({ id: newId }).onConflictDoNothing()
  const row = await readInstallation(db)
  if (!row) throw new Error('the table installation is empty')
  return row
}

export async function renewInstallation(db: Db, id: string): Promise<void> {
  const set = { id, restoredAt: null }
  await db.insert(installation).values(set).onConflictDoUpdate({ target: installation.row, set })
}
