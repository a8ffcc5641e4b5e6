const TURN_MS = 10_000
const HOLD_MS = 20_000

interface NewestCall {
  readonly at: number
  readonly page: number
}

export function wallPage(pages: number, openedAt: number, call: NewestCall | undefined, now: number): number {
  const isCalled = call !== undefined && call.at >= openedAt
  const first = isCalled ? call.page : 0
  const turns = Math.floor((now - (isCalled ? call.at + HOLD_MS - TURN_MS : openedAt)) / TURN_MS)
  return pages < 2 ? 0 : (first + Math.max(0, turns)) % pages
}
