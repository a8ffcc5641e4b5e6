import { lt } from 'drizzle-orm'
import { dropOldAudit } from '../audit-log/drop-old-audit.ts'
import { picture, session } from '../auth/session.table.ts'
import { phoneCode, recovery, smsCode } from '../auth/sms-code.table.ts'
import { ticket } from '../auth/ticket.table.ts'
import { deletionTime, writtenBefore } from '../db/deletion-time.ts'
import { isLockTimeout } from '../db/errors.ts'
import type { Deps } from '../deps.ts'
import { sweepDownloads } from '../document/serve-download.ts'
import { sweepUploads } from '../upload/sweep-uploads.ts'
import { sweepKeys } from '../http/once.ts'
import { providerNonce, unitNonce } from '../http/provider-nonce.table.ts'
import { keptSince } from '../ingest/ingest.rules.ts'
import { quarantine } from '../ingest/quarantine.table.ts'
import { unplacedFire } from '../ingest/unplaced-fire.table.ts'
import { removeReleased } from '../point/remove-points.ts'
import { dropMonthsBefore, makeMonthsAhead } from '../record/drop-old-months.ts'

const DAY_MS = 24 * 3_600_000
/** How long an ended session stays, so that its owner can still be told why it ended. */
const KEEP_SESSIONS_DAYS = 30

const KEEP_QUARANTINE_DAYS = 30

/**
 * Makes the coming months' tables. Deletes what has run out: months beyond retention, quarantine, nonces, picture codes,
 * SMS codes with their phones, tickets, download tickets with their files, sessions that ended long ago, keys of changes
 * made long ago, audit rows beyond retention.
 * @throws ClocksDifferError before anything is deleted, where process and database disagree on the time
 */
export async function sweep(deps: Deps): Promise<void> {
  await unlessInUse(deps, makeMonthsAhead(deps.db, deps.now()))
  const at = await deletionTime(deps)
  const now = at.getTime()
  for (const table of [picture, phoneCode, smsCode, recovery, ticket])
    await deps.db.delete(table).where(lt(table.expiresAt, at))
  await deps.db.delete(session).where(lt(session.endedAt, new Date(now - KEEP_SESSIONS_DAYS * DAY_MS)))
  await deps.limits.sweep(at)
  await sweepKeys(deps.db, at)
  await sweepDownloads(deps, at)
  await sweepUploads(deps, at)
  for (const nonce of [providerNonce, unitNonce]) await deps.db.delete(nonce).where(lt(nonce.expiresAt, at))
  const oldItems = new Date(now - KEEP_QUARANTINE_DAYS * DAY_MS)
  await deps.db.delete(quarantine).where(writtenBefore(oldItems, quarantine.receivedAt, quarantine.storedAt))
  const kept = keptSince(at, deps.settings.retentionMonths)
  await deps.db.delete(unplacedFire).where(writtenBefore(kept, unplacedFire.receivedAt, unplacedFire.storedAt))
  await deps.db.transaction((tx) => removeReleased(tx, deps.now()))
  await dropOldAudit(deps.db, at, deps.settings.auditDays)
  await unlessInUse(deps, dropMonths(deps, at))
}

async function dropMonths({ db, settings, log }: Deps, at: Date): Promise<void> {
  const dropped = await dropMonthsBefore(db, keptSince(at, settings.retentionMonths))
  if (dropped.length > 0) log.info({ dropped }, 'months beyond retention dropped')
}

/** Work on tables of months that others read for long is left to the next turn. */
async function unlessInUse({ log }: Deps, work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error
    log.warn('months are in use, as by a backup; made and dropped at the next turn')
  })
}
