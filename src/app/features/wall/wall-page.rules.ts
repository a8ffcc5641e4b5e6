const TURN_MS = 10_000
const HOLD_MS = 20_000

interface NewestCall {
  readonly at: number
  readonly page: number
}

/** @param since The wall was opened, in ms */
export function wallPage(pages: number, since: number, call: NewestCall | undefined, now: number): number {
  const isCalled = call !== undefined && call.at >= since
  const first = isCalled ? call.page : 0
  const turns = Math.floor((now - (isCalled ? call.at + HOLD_MS - TURN_MS : since)) / TURN_MS)
  return pages < 2 ? 0 : (first + Math.max(0, turns)) % pages
}
