import type { Deps } from '../deps.ts'
import { loggable } from '../http/loggable.ts'
import { type Due, endTurn, holdTurn, takeTurn } from './take-turn.ts'

const HOLD_MS = 30_000
/** How often the clock is looked at: what a stopped process leaves undone, another does soon. */
const LOOK_MS = 60_000

/** Work that is done by the clock. */
export interface Job {
  /** In metrics, logs and `job_turn`. */
  readonly name: string
  readonly due: () => Due
  /** Whether it is looked at at the start already. */
  readonly atStart?: boolean
  readonly work: () => Promise<unknown>
}

type Needs = Pick<Deps, 'db' | 'now' | 'log' | 'operation'>

/** Looks at a job once: takes its turn where it is due and nobody has it. @returns whether it took it */
export async function lookAt(deps: Needs, job: Job): Promise<boolean> {
  const turn = await takeTurn(deps.db, job.name, job.due())
  if (turn === null) return false
  const started = performance.now()
  const hold = () => void holdTurn(deps.db, job.name, turn).catch(() => undefined)
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
    deps.operation?.metrics.jobEnded(job.name, isDone ? 'done' : 'failed', seconds, deps.now())
    await endTurn(deps.db, job.name, turn, isDone)
  }
  return true
}

/** Looks at a job by the clock until stopped; one look at a time. */
export function runTurns(deps: Needs, job: Job): { stop(): void } {
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    await lookAt(deps, job)
      .catch((error: unknown) => deps.log.error({ job: job.name, err: loggable(error) }, 'job not looked at'))
      .finally(() => (isLooking = false))
  }
  if (job.atStart) void look()
  const timer = setInterval(() => void look(), LOOK_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
