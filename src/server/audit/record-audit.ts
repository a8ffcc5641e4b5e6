import type { Db } from '../db/open-db.ts'
import { audit } from './audit.table.ts'

/** One line of the audit, in the transaction of what it tells of. */
export async function recordAudit(
  tx: Db,
  row: {
    at: Date
    action: string
    accountId: number | null
    address: string
    requestId: string
    detail: Record<string, unknown>
  },
): Promise<void> {
  await tx.insert(audit).values(row)
}
