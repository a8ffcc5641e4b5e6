import { lt } from 'drizzle-orm'
import { shanghaiDay } from '#contract/time.ts'
import { dropOldAudit } from '../reporting/audit-chain.ts'
import { picture, session } from '../schema/session.table.ts'
import { ackLink } from '../schema/delivery.table.ts'
import { bindLink } from '../schema/duty-contact.table.ts'
import { phoneCode, recovery, smsCode } from '../schema/sms-code.table.ts'
import { ticket } from '../schema/ticket.table.ts'
import { removeChanges } from '../platform/change-feed.ts'
import { deletionTime, writtenBefore } from '../platform/db/deletion-time.ts'
import { isLockTimeout } from '../platform/db/errors.ts'
import type { Deps } from '../platform/deps.ts'
import { sweepDownloads } from '../platform/serve-download.ts'
import { sweepUploads } from '../registry/sweep-uploads.ts'
import { deleteExpiredKeys } from '../platform/idempotency.ts'
import { providerNonce, unitNonce } from '../schema/provider-nonce.table.ts'
import { keptSince } from '../devices/ingest.rules.ts'
import { refusedBatch } from '../schema/refused-batch.table.ts'
import { quarantine } from '../schema/quarantine.table.ts'
import { unplacedFire } from '../schema/unplaced-fire.table.ts'
import { removeReleased } from '../devices/remove-points.ts'
import { removeFaults } from './fault.store.ts'
import { removeVisits } from './visit.store.ts'
import { dropMonthsBefore, makeMonthsAhead } from '../devices/drop-old-months.ts'

const DAY_MS = 24 * 3_600_000
/** Its client can be given the reason. */
const KEEP_SESSIONS_DAYS = 30

const KEEP_CHANGES_DAYS = 2

const KEEP_QUARANTINE_DAYS = 30

const KEEP_FAULTS_DAYS = 90

/** @throws ClocksDifferError before any deletion */
export async function sweep(deps: Deps): Promise<void> {
  await unlessInUse(deps, makeMonthsAhead(deps.db, deps.now()))
  const at = await deletionTime(deps)
  const now = at.getTime()
  for (const table of [picture, phoneCode, smsCode, recovery, ticket, ackLink, bindLink])
    await deps.db.delete(table).where(lt(table.expiresAt, at))
  await deps.db.delete(session).where(lt(session.endedAt, new Date(now - KEEP_SESSIONS_DAYS * DAY_MS)))
  await removeChanges(deps.db, new Date(now - KEEP_CHANGES_DAYS * DAY_MS))
  await deps.limits.sweep(at)
  await deleteExpiredKeys(deps.db, at)
  await sweepDownloads(deps, at)
  await sweepUploads(deps, at)
  for (const nonce of [providerNonce, unitNonce]) await deps.db.delete(nonce).where(lt(nonce.expiresAt, at))
  const oldItems = new Date(now - KEEP_QUARANTINE_DAYS * DAY_MS)
  await deps.db.delete(quarantine).where(writtenBefore(oldItems, quarantine.receivedAt, quarantine.storedAt))
  await deps.db.delete(refusedBatch).where(lt(refusedBatch.lastAt, oldItems))
  const kept = keptSince(at, deps.settings.retentionMonths)
  await deps.db.delete(unplacedFire).where(writtenBefore(kept, unplacedFire.receivedAt, unplacedFire.storedAt))
  await deps.db.transaction((tx) => removeReleased(tx, deps.now()))
  await dropOldAudit(deps.db, deps.secrets, at, deps.settings.auditDays)
  const oldClients = new Date(now - KEEP_FAULTS_DAYS * DAY_MS)
  await removeFaults(deps.db, oldClients)
  await removeVisits(deps.db, shanghaiDay(oldClients))
  await unlessInUse(deps, dropMonths(deps, at))
}

async function dropMonths({ db, settings, log }: Deps, at: Date): Promise<void> {
  const dropped = await dropMonthsBefore(db, keptSince(at, settings.retentionMonths))
  if (dropped.length > 0) log.info({ dropped }, 'months beyond retention dropped')
}

/** A long reader, such as a backup, holds locks. */
async function unlessInUse({ log }: Deps, work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error
    log.warn('months are in use, as by a backup; made and dropped at the next turn')
  })
}
