import { sql } from 'drizzle-orm'
import { audit } from '../schema/audit.table.ts'
import { writtenBefore } from '../platform/db/deletion-time.ts'
import type { Db } from '../platform/db/open-db.ts'

const DAY_MS = 24 * 3_600_000

/** A trigger allows it with `audit.sweep` on, never for the last 180 days. */
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
