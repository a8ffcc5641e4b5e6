import { lt, sql } from 'drizzle-orm'
import { audit } from '../audit/audit.table.ts'
import type { Db } from '../db/open-db.ts'

const DAY_MS = 24 * 3_600_000

/** Deletes audit rows beyond retention, the one way the database allows; it lets nobody take rows of the last 180 days. */
export async function dropOldAudit(db: Db, now: Date, retentionDays: number): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('audit.sweep', 'on', true)`)
    const gone = await tx
      .delete(audit)
      .where(lt(audit.at, new Date(now.getTime() - retentionDays * DAY_MS)))
      .returning({ id: audit.id })
    await tx.execute(sql`select set_config('audit.sweep', 'off', true)`)
    return gone.length
  })
}
