import { setImmediate } from 'node:timers/promises'

const SLICE_MS = 2
const STEPS = 64

export class TimeSlices {
  private steps = 0
  private end = performance.now() + SLICE_MS

  /** @param steps about a microsecond each */
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
