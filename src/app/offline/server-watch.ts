import { createStore, type Store } from '#app/ui/store.ts'
import type { Reach } from './reach.ts'
import type { Surroundings } from './surroundings.ts'

const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 60_000
const ANSWER_MS = 5000

export interface Connection {
  readonly reach: Pick<Store<Reach>, 'read' | 'follow'>
  /** How far this device's clock is ahead of the server's, in milliseconds; 0 until the server told its time. */
  clockAheadMs(): number
  /** The server answered a call, whatever it said. @param serverDate the answer's `Date` header, where it can be read */
  noteAnswer(serverDate?: string | null): void
  /** A call was not answered; not for calls given up by the person. */
  noteSilence(): void
  /** Follows the device's network and the page's visibility until told to stop; without it nobody asks again. */
  watch(): () => void
}

/**
 * Knows from the app's own traffic whether the server can be reached, and asks only while it can't and the page is seen:
 * after 2 s, doubling up to 60 s.
 * @param healthUrl answers `{"status":"ok"}`; anything else, a captive portal's page say, is no answer
 */
export function createConnection(around: Surroundings, healthUrl: string): Connection {
  const reach = createStore<Reach>(around.hasNetwork() ? 'online' : 'offline')
  let aheadMs = 0
  let waitMs = FIRST_WAIT_MS
  let isWatching = false
  let isAsking = false
  let cancelPlan: (() => void) | undefined

  const change = (next: Reach) => {
    if (next !== reach.read()) reach.write(next)
  }
  const forgetPlan = () => {
    cancelPlan?.()
    cancelPlan = undefined
  }
  const needsAsking = () => isWatching && reach.read() !== 'online' && around.isVisible()

  function noteAnswer(serverDate?: string | null): void {
    forgetPlan()
    waitMs = FIRST_WAIT_MS
    const serverMs = serverDate ? Date.parse(serverDate) : Number.NaN
    if (!Number.isNaN(serverMs)) aheadMs = around.now() - serverMs
    change('online')
  }

  function noteSilence(): void {
    change(around.hasNetwork() ? 'silent' : 'offline')
    if (cancelPlan || isAsking || !needsAsking()) return
    cancelPlan = around.later(() => void ask(), waitMs)
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }

  async function ask(): Promise<void> {
    forgetPlan()
    if (isAsking || !needsAsking()) return
    isAsking = true
    const answer = await askHealth(around, healthUrl)
    isAsking = false
    if (answer) noteAnswer(answer.date)
    // A call may have been answered while this one was not.
    else if (reach.read() !== 'online') noteSilence()
  }

  return {
    reach,
    clockAheadMs: () => aheadMs,
    noteAnswer,
    noteSilence,
    watch() {
      isWatching = true
      const unfollow = around.follow((what) => {
        if (what === 'hidden') forgetPlan()
        else if (what === 'lost') noteSilence()
        else {
          if (what === 'network') waitMs = FIRST_WAIT_MS
          void ask()
        }
      })
      if (reach.read() !== 'online') noteSilence()
      return () => {
        isWatching = false
        forgetPlan()
        unfollow()
      }
    },
  }
}

async function askHealth(around: Surroundings, url: string): Promise<{ date: string | null } | null> {
  const abort = new AbortController()
  const cancel = around.later(() => abort.abort(), ANSWER_MS)
  try {
    const response = await around.fetch(url, { cache: 'no-store', credentials: 'omit', signal: abort.signal })
    const body: unknown = response.ok ? await response.json() : null
    const isOk = typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok'
    return isOk ? { date: response.headers.get('date') } : null
  } catch {
    return null
  } finally {
    cancel()
  }
}
