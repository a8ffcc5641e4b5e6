import { lt } from 'drizzle-orm'
import { dropOldAudit } from '../audit-log/drop-old-audit.ts'
import { picture, session } from '../auth/session.table.ts'
import { recovery, smsCode } from '../auth/sms-code.table.ts'
import { ticket } from '../auth/ticket.table.ts'
import { isLockTimeout } from '../db/errors.ts'
import type { Deps } from '../deps.ts'
import { sweepDownloads } from '../document/serve-download.ts'
import { sweepUploads } from '../upload/sweep-uploads.ts'
import { sweepKeys } from '../http/once.ts'
import { providerNonce } from '../http/provider-nonce.table.ts'
import { keptSince } from '../ingest/ingest.rules.ts'
import { quarantine } from '../ingest/quarantine.table.ts'
import { dropMonthsBefore, makeMonthsAhead } from '../record/drop-old-months.ts'

const DAY_MS = 24 * 3_600_000
/** How long an ended session stays, so that its owner can still be told why it ended. */
const KEEP_SESSIONS_DAYS = 30

const KEEP_QUARANTINE_DAYS = 30

/** Makes the coming months' tables. Removes what has run out: months beyond retention, quarantine, nonces, picture codes, SMS codes with their phones, tickets, download tickets with their files, sessions that ended long ago, keys of changes made long ago, audit rows beyond retention. */
export async function sweep(deps: Deps): Promise<void> {
  const now = deps.now().getTime()
  for (const table of [picture, smsCode, recovery, ticket])
    await deps.db.delete(table).where(lt(table.expiresAt, new Date(now)))
  await deps.db.delete(session).where(lt(session.endedAt, new Date(now - KEEP_SESSIONS_DAYS * DAY_MS)))
  await deps.limits.sweep(new Date(now))
  await sweepKeys(deps.db, new Date(now))
  await sweepDownloads(deps)
  await sweepUploads(deps)
  await deps.db.delete(providerNonce).where(lt(providerNonce.expiresAt, new Date(now)))
  await deps.db.delete(quarantine).where(lt(quarantine.receivedAt, new Date(now - KEEP_QUARANTINE_DAYS * DAY_MS)))
  await dropOldAudit(deps.db, deps.now(), deps.settings.auditDays)
  await turnMonths(deps).catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error
    deps.log.warn('months are in use, as by a backup; made and dropped at the next turn')
  })
}

async function turnMonths({ db, now, settings, log }: Deps): Promise<void> {
  await makeMonthsAhead(db, now())
  const dropped = await dropMonthsBefore(db, keptSince(now(), settings.retentionMonths))
  if (dropped.length > 0) log.info({ dropped }, 'months beyond retention dropped')
}
