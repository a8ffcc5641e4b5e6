import { getTableName, lt } from 'drizzle-orm'
import { shanghaiDay } from '#contract/time.ts'
import { dropOldMessages } from '../content/drop-old-messages.ts'
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
import { loggable } from '../platform/loggable.ts'
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
  const { db, log, secrets, settings } = deps
  const errors: unknown[] = []
  const run = (step: string, work: Promise<unknown>) =>
    work.catch((error: unknown) => {
      errors.push(error)
      log.error({ step, err: loggable(error) }, 'a step of the sweep failed')
    })
  await run('months ahead', unlessInUse(deps, makeMonthsAhead(db, deps.now())))
  const at = await deletionTime(deps)
  const before = (days: number) => new Date(at.getTime() - days * DAY_MS)
  for (const table of [picture, phoneCode, smsCode, recovery, ticket, ackLink, bindLink, providerNonce, unitNonce])
    await run(`expired ${getTableName(table)}`, db.delete(table).where(lt(table.expiresAt, at)).execute())
  await run(
    'sessions',
    db
      .delete(session)
      .where(lt(session.endedAt, before(KEEP_SESSIONS_DAYS)))
      .execute(),
  )
  await run('changes', removeChanges(db, before(KEEP_CHANGES_DAYS)))
  await run('limits', deps.limits.sweep(at))
  await run('keys', deleteExpiredKeys(db, at))
  await run('downloads', sweepDownloads(deps, at))
  await run('uploads', sweepUploads(deps, at))
  const oldItems = before(KEEP_QUARANTINE_DAYS)
  await run(
    'quarantine',
    db
      .delete(quarantine)
      .where(writtenBefore(oldItems, quarantine.receivedAt, quarantine.storedAt))
      .execute(),
  )
  await run('refused', db.delete(refusedBatch).where(lt(refusedBatch.lastAt, oldItems)).execute())
  const kept = keptSince(at, settings.retentionMonths)
  await run(
    'unplaced',
    db
      .delete(unplacedFire)
      .where(writtenBefore(kept, unplacedFire.receivedAt, unplacedFire.storedAt))
      .execute(),
  )
  await run('messages', dropOldMessages(db, kept))
  await run(
    'released',
    db.transaction((tx) => removeReleased(tx, deps.now())),
  )
  await run('faults', removeFaults(db, before(KEEP_FAULTS_DAYS)))
  await run('visits', removeVisits(db, shanghaiDay(before(KEEP_FAULTS_DAYS))))
  await run('months', unlessInUse(deps, dropMonths(deps, at)))
  await run('audit', dropOldAudit(db, secrets, at, settings.auditDays))
  if (errors.length > 0) throw errors[0]
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
