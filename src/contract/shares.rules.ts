/**
 * Percentages of a whole, one decimal each, that add up to exactly 100: what rounding down leaves over goes to the
 * largest remainders, of equal ones to the first. Of nothing, all are 0.
 * @param counts whole numbers, none negative
 */
export function percentShares(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const exact = counts.map((count) => (count * 1000) / total)
  const tenths = exact.map(Math.floor)
  let left = 1000 - tenths.reduce((sum, each) => sum + each, 0)
  const byRemainder = exact
    .map((value, at) => ({ at, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest)
  for (const { at } of byRemainder) {
    if (left === 0) break
    tenths[at] = (tenths[at] ?? 0) + 1
    left -= 1
  }
  return tenths.map((each) => each / 10)
}

/** A part of a whole in percent, one decimal; of nothing, nothing. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 1000) / whole) / 10
}

/** What changed since the month before: `null` where either month has no figure. One decimal. */
export function changeFrom(before: number | null, now: number | null): number | null {
  // Adding zero leaves no minus before a change too small to show.
  return before === null || now === null ? null : Math.round((now - before) * 10) / 10 + 0
}
