import type { OutboxEnvironment } from './outbox-environment.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 5 * 60_000

/** Jitter: devices that lost the network together. */
export function waitAfter(attempts: number, random: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts, 12)) * (0.5 + random / 2)
}

/** Longer: the clock was set back. */
export function msUntil(nextAt: number, now: number): number {
  return nextAt - now > LONGEST_WAIT_MS ? 0 : nextAt - now
}

interface Runs {
  /** Ends with a run that started after this call. */
  flush(eager?: boolean): Promise<void>
  isClosed(): boolean
  close(): void
}

/** @param nextDue ms from now */
export function createRuns(
  around: Pick<OutboxEnvironment, 'withLock' | 'later'>,
  drain: (eager: boolean) => Promise<void>,
  nextDue: () => Promise<number | undefined>,
  sendDuringUpload: () => void,
): Runs {
  let isClosed = false
  let isEager = false
  let running: Promise<void> | undefined
  let isAskedAgain = false
  let cancelTimer: (() => void) | undefined

  async function plan(): Promise<void> {
    cancelTimer?.()
    cancelTimer = undefined
    if (isClosed) return
    const ms = await nextDue()
    if (ms !== undefined) comeBack(ms)
  }

  function comeBack(ms: number): void {
    cancelTimer?.()
    cancelTimer = around.later(() => void flush().catch(() => undefined), Math.max(FIRST_WAIT_MS, ms))
  }

  async function run(): Promise<void> {
    try {
      do {
        isAskedAgain = false
        const ran = await around.withLock(async () => {
          const eager = isEager
          isEager = false
          await drain(eager)
        })
        if (ran) await plan()
        else comeBack(FIRST_WAIT_MS)
        // A flush requested meanwhile.
      } while (isAskedAgain)
    } catch (error) {
      // Storage may become readable later.
      if (!isClosed) comeBack(LONGEST_WAIT_MS)
      throw error
    } finally {
      running = undefined
    }
  }

  function flush(eager = false): Promise<void> {
    if (isClosed) return Promise.resolve()
    isEager ||= eager
    isAskedAgain = true
    sendDuringUpload()
    running ??= run()
    return running
  }

  return {
    flush,
    isClosed: () => isClosed,
    close() {
      isClosed = true
      cancelTimer?.()
    },
  }
}
