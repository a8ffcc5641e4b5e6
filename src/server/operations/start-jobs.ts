import { sql } from 'drizzle-orm'
import { auditHead, sealAudit } from '../reporting/audit-chain.ts'
import { solveQuietDevices } from '../evaluation/false-alarms.ts'
import { raiseMissingAlarms } from '../evaluation/raise-missing-alarms.ts'
import type { Deps } from '../platform/deps.ts'
import { markOverdue } from '../devices/mark-overdue.ts'
import { countDocking } from '../registry/count-docking.ts'
import { recountAggregates } from '../evaluation/recount-aggregates.ts'
import { compactAggregates } from '../evaluation/aggregates.store.ts'
import { reEvaluateDue } from '../evaluation/re-evaluate-due.ts'
import { type Job, runJob, type RunningJobs } from './run-jobs.ts'
import { removeOrphanFiles } from './remove-orphan-files.ts'
import { checkSelfTest } from './run-self-test.ts'
import { sweep } from './sweep.ts'
import { sendPush } from './send-push.ts'

const MINUTE_MS = 60_000

async function recount({ db, log }: Deps): Promise<void> {
  const wrong = await recountAggregates(db)
  if (wrong > 0) log.error({ wrong }, 'sums differed from what they are sums of; put right')
}

async function seal({ db, secrets, log }: Deps): Promise<void> {
  const rows = await sealAudit(db, secrets)
  if (rows > 0) log.info({ rows, head: await auditHead(db) }, 'audit sealed')
}

/** @param isEmbedded it has no autovacuum */
export function jobsOf(deps: Deps, isEmbedded: boolean): Job[] {
  const { db, now } = deps
  const every = (minutes: number) => ({ everyMs: minutes * MINUTE_MS })
  return [
    { name: 'sweep', due: every(5), atStart: true, work: () => sweep(deps) },
    { name: 'seal', due: every(1), atStart: true, work: () => seal(deps) },
    { name: 'evaluate', due: every(1), work: () => reEvaluateDue(db, now()) },
    { name: 'alarms', due: every(5), atStart: true, work: () => raiseMissingAlarms(db, now()) },
    { name: 'false-alarms', due: every(5), work: () => solveQuietDevices(db, now()) },
    { name: 'docking', due: every(15), work: () => countDocking(db) },
    { name: 'offline', due: every(1), work: () => markOverdue(deps) },
    { name: 'tallies', due: every(1), work: () => compactAggregates(db) },
    { name: 'recount', due: 'daily', work: () => recount(deps) },
    { name: 'strays', due: 'daily', work: () => removeOrphanFiles(deps) },
    { name: 'devices', due: every(1), work: () => sendPush(deps) },
    { name: 'self-test', due: every(1), work: () => checkSelfTest(deps) },
    ...(isEmbedded ? [{ name: 'vacuum', due: 'daily' as const, work: () => db.execute(sql`vacuum (analyze)`) }] : []),
  ]
}

export function startJobs(deps: Deps, isEmbedded: boolean): RunningJobs {
  const running = jobsOf(deps, isEmbedded).map((job) => runJob(deps, job))
  return {
    stop: () => running.forEach((job) => job.stop()),
    ended: () => Promise.all(running.map((job) => job.ended())),
  }
}
