import { sql } from 'drizzle-orm'
import { audit } from '../audit/audit.table.ts'
import { writtenBefore } from '../db/deletion-time.ts'
import type { Db } from '../db/open-db.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Deletes audit rows beyond retention, the one way the database allows; it refuses to delete rows of the last 180 days.
 * @param at the deletion time
 */
export async function dropOldAudit(db: Db, at: Date, retentionDays: number): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('audit.sweep', 'on', true)`)
    const gone = await tx
      .delete(audit)
      .where(writtenBefore(new Date(at.getTime() - retentionDays * DAY_MS), audit.at, audit.storedAt))
      .returning({ id: audit.id })
    await tx.execute(sql`select set_config('audit.sweep', 'off', true)`)
    return gone.length
  })
}
