import { sql } from 'drizzle-orm'
import { raiseMissing } from '../alarm/raise-missing.ts'
import type { Deps } from '../deps.ts'
import { markOverdue } from '../point/mark-overdue.ts'
import { countDocking } from '../provider/count-docking.ts'
import { recountTallies } from '../tally/recount-tallies.ts'
import { compactTallies } from '../tally/tally.store.ts'
import { workOutDue } from '../understanding/work-out-buildings.ts'
import { type Job, runTurns, type Turns } from './run-turns.ts'
import { sweepStrays } from './sweep-strays.ts'
import { sweep } from './sweep.ts'
import { tellDevices } from './tell-devices.ts'

const MINUTE_MS = 60_000

async function recount({ db, log }: Deps): Promise<void> {
  const wrong = await recountTallies(db)
  if (wrong > 0) log.error({ wrong }, 'sums differed from what they are sums of; put right')
}

/**
 * All that is done by the clock.
 * @param isEmbedded whether the database is the embedded one, which has nobody else to vacuum it
 */
export function jobsOf(deps: Deps, isEmbedded: boolean): Job[] {
  const { db, now } = deps
  const every = (minutes: number) => ({ everyMs: minutes * MINUTE_MS })
  return [
    { name: 'sweep', due: every(5), atStart: true, work: () => sweep(deps) },
    { name: 'understand', due: every(1), work: () => workOutDue(db, now()) },
    { name: 'alarms', due: every(5), atStart: true, work: () => raiseMissing(db, now()) },
    { name: 'docking', due: every(15), work: () => countDocking(db) },
    { name: 'silence', due: every(1), work: () => markOverdue(deps) },
    { name: 'tallies', due: every(1), work: () => compactTallies(db) },
    { name: 'recount', due: 'daily', work: () => recount(deps) },
    { name: 'strays', due: 'daily', work: () => sweepStrays(deps) },
    { name: 'devices', due: every(1), work: () => tellDevices(deps) },
    ...(isEmbedded ? [{ name: 'vacuum', due: 'daily' as const, work: () => db.execute(sql`vacuum (analyze)`) }] : []),
  ]
}

/** Does by the clock what is due, until stopped; each turn in one process, however many run. */
export function startJobs(deps: Deps, isEmbedded: boolean): Turns {
  const running = jobsOf(deps, isEmbedded).map((job) => runTurns(deps, job))
  return {
    stop: () => running.forEach((job) => job.stop()),
    ended: () => Promise.all(running.map((job) => job.ended())),
  }
}
