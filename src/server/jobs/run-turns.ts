import type { Deps } from '../deps.ts'
import { loggable } from '../http/loggable.ts'
import { type Due, endTurn, holdTurn, lastDone, takeTurn } from './take-turn.ts'

const HOLD_MS = 30_000
/** How often the clock is looked at: what a stopped process leaves undone, another does soon. */
const LOOK_MS = 60_000

/** Work that is done by the clock. */
export interface Job {
  /** In metrics, logs and `job_turn`. */
  readonly name: string
  readonly due: Due
  /** Whether it is looked at at the start already. */
  readonly atStart?: boolean
  readonly work: () => Promise<unknown>
}

type Needs = Pick<Deps, 'db' | 'log' | 'operation'>

/** Looks at a job once: takes its turn where it is due and nobody has it. @returns whether it took it */
export async function lookAt(deps: Needs, job: Job): Promise<boolean> {
  const turn = await takeTurn(deps.db, job.name, job.due)
  if (turn !== null) await work(deps, job, turn)
  const at = await lastDone(deps.db, job.name)
  if (at) deps.operation?.metrics.jobLastDone(job.name, at)
  return turn !== null
}

async function work(deps: Needs, job: Job, turn: number): Promise<void> {
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
    deps.operation?.metrics.jobEnded(job.name, isDone ? 'done' : 'failed', seconds)
    await endTurn(deps.db, job.name, turn, job.due, isDone)
  }
}

/** What is done by the clock, and how it ends. */
export interface Turns {
  /** Begins no turn any more. */
  stop(): void
  /** Resolves once the turn under way, if there is one, has ended; never rejects. */
  ended(): Promise<unknown>
}

/** Looks at a job by the clock until stopped; one look at a time. */
export function runTurns(deps: Needs, job: Job): Turns {
  let looking: Promise<unknown> | null = null
  const look = () => {
    looking ??= lookAt(deps, job)
      .catch((error: unknown) => deps.log.error({ job: job.name, err: loggable(error) }, 'job not looked at'))
      .finally(() => (looking = null))
  }
  if (job.atStart) look()
  const timer = setInterval(look, LOOK_MS)
  timer.unref()
  return { stop: () => clearInterval(timer), ended: () => looking ?? Promise.resolve() }
}
