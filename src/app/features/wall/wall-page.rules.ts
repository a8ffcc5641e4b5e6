const TURN_MS = 10_000
const HOLD_MS = 60_000

export function wallPage(pages: number, since: number, calledAt: number, now: number): number {
  const begun = Math.max(since, calledAt + HOLD_MS)
  return pages < 2 || now < begun ? 0 : Math.floor((now - begun) / TURN_MS) % pages
}
