import { auditLog } from '#contract/audit-log.ts'
import { implement } from '../platform/implement.ts'
import { readableBy } from './audit-log.scope.ts'
import { type AuditCursor, matching, readAudit } from './audit-log.store.ts'
import { exportAudit } from './export-audit.ts'
import { presentAudit } from './present-audit.ts'

function placeOf(cursor: string): AuditCursor | null {
  const [at, id] = cursor.split('_').map(Number)
  return at !== undefined && id !== undefined ? { at: new Date(at), id } : null
}

export const auditLogApi = implement(auditLog, {
  async list({ cursor, pageSize, ...filter }, { db, session }) {
    const where = await matching(db, readableBy(session), filter)
    const rows = await readAudit(db, where, placeOf(cursor), pageSize + 1)
    const shown = rows.slice(0, pageSize)
    const last = rows.length > pageSize ? shown.at(-1) : undefined
    return { list: await presentAudit(db, shown), next: last ? `${last.at.getTime()}_${last.id}` : null }
  },

  export: async (input, ctx) => exportAudit(ctx, await matching(ctx.db, readableBy(ctx.session), input)),
})
