import { setImmediate } from 'node:timers/promises'

/** Other calls are answered between two slices. */
const SLICE_MS = 2
/** How many steps are done before the clock is read again. */
const STEPS = 64

/** Splits long synchronous work into slices of the event loop. */
export class TimeSlices {
  private steps = 0
  private end = performance.now() + SLICE_MS

  /**
   * Counts steps of the work.
   * @param steps about a microsecond each
   * @returns whether the caller must await `next`
   */
  isOver(steps = 1): boolean {
    this.steps += steps
    if (this.steps < STEPS) return false
    this.steps = 0
    return performance.now() > this.end
  }

  async next(): Promise<void> {
    await setImmediate()
    this.end = performance.now() + SLICE_MS
  }
}
