/**
 * The only way to compute a rate: percent, rounded once to one decimal.
 * @returns 0 if the whole is 0
 */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 1000) / whole) / 10
}

/** One decimal; null if either month has no value. */
export function changeFrom(before: number | null, now: number | null): number | null {
  // Adding 0 turns -0 into 0.
  return before === null || now === null ? null : Math.round((now - before) * 10) / 10 + 0
}
