/**
 * The one way to a rate or share: part / whole in percent, rounded once to one decimal.
 * @returns 0 where the whole is 0
 */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 1000) / whole) / 10
}

/** What changed since the month before: `null` where either month has no figure. One decimal. */
export function changeFrom(before: number | null, now: number | null): number | null {
  // Adding zero leaves no minus before a change too small to show.
  return before === null || now === null ? null : Math.round((now - before) * 10) / 10 + 0
}
