import type { Deps } from '../platform/deps.ts'
import { loggable } from '../platform/loggable.ts'
import { type Due, releaseLease, renewLease, lastDone, acquireLease } from './acquire-lease.ts'

const HOLD_MS = 30_000
/** Also how long the job of a dead process waits. */
const LOOK_MS = 60_000

export interface Job {
  readonly name: string
  readonly due: Due
  readonly atStart?: boolean
  readonly work: () => Promise<unknown>
}

type Needs = Pick<Deps, 'db' | 'log' | 'operations'>

export async function runIfDue(deps: Needs, job: Job): Promise<boolean> {
  const turn = await acquireLease(deps.db, job.name, job.due)
  await noteLastDone(deps, job)
  if (turn !== null && (await work(deps, job, turn))) await noteLastDone(deps, job)
  return turn !== null
}

async function noteLastDone({ db, operations: operation }: Needs, { name }: Job): Promise<void> {
  const at = await lastDone(db, name)
  if (at) operation?.metrics.jobLastDone(name, at)
}

async function work(deps: Needs, job: Job, turn: number): Promise<boolean> {
  const started = performance.now()
  const hold = () => void renewLease(deps.db, job.name, turn).catch(() => undefined)
  const holding = setInterval(hold, HOLD_MS)
  holding.unref()
  let isDone = false
  try {
    await job.work()
    isDone = true
  } catch (error) {
    deps.log.error({ job: job.name, err: loggable(error) }, 'job failed')
  } finally {
    clearInterval(holding)
    const seconds = (performance.now() - started) / 1000
    deps.operations?.metrics.jobEnded(job.name, isDone ? 'done' : 'failed', seconds)
    await releaseLease(deps.db, job.name, turn, job.due, isDone)
  }
  return isDone
}

export interface RunningJobs {
  stop(): void
  /** Never rejects. */
  ended(): Promise<unknown>
}

export function runJob(deps: Needs, job: Job): RunningJobs {
  let looking: Promise<unknown> | null = null
  const look = () => {
    looking ??= runIfDue(deps, job)
      .catch((error: unknown) => deps.log.error({ job: job.name, err: loggable(error) }, 'job not looked at'))
      .finally(() => (looking = null))
  }
  if (job.atStart) look()
  const timer = setInterval(look, LOOK_MS)
  timer.unref()
  return { stop: () => clearInterval(timer), ended: () => looking ?? Promise.resolve() }
}
