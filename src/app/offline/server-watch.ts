import { createStore, type Store } from '#app/ui/store.ts'
import type { Reach } from './reach.ts'
import type { Surroundings } from './surroundings.ts'

const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 60_000
const ANSWER_MS = 5000
/** So long a silence counts over a reload. */
const REMEMBERED_MS = 60_000

export interface Connection {
  readonly reach: Pick<Store<Reach>, 'read' | 'follow'>
  /** How far this device's clock is ahead of the server's, in milliseconds; 0 until the server told its time. */
  clockAheadMs(): number
  /** The server's time in ms since 1970, undefined until an answer told it: alone it may delete what ran out. */
  serverNow(): number | undefined
  /** The server answered a call, whatever it said. @param serverDate the answer's `Date` header, where it can be read */
  noteAnswer(serverDate?: string | null): void
  /** A call was not answered; not for calls given up by the person. */
  noteSilence(isPortal?: boolean): void
  /** A call has had no answer for a while: the server is asked. */
  noteSlow(): void
  /** Asks the server now. @returns whether it answered */
  check(): Promise<boolean>
  /** Follows the device's network and the page's visibility; without it a silent server is asked only when told to. */
  watch(): void
}

/**
 * Knows from the app's own traffic whether the server can be reached, and asks only while it can't and the page is seen:
 * after 2 s, doubling up to 60 s.
 * @param healthUrl answers `{"status":"ok"}`; anything else, a captive portal's page say, is no answer
 */
export function createConnection(around: Surroundings, healthUrl: string): Connection {
  const wasSilent = Math.abs(around.now() - around.silentAt.read()) < REMEMBERED_MS
  const reach = createStore<Reach>(around.hasNetwork() ? (wasSilent ? 'silent' : 'online') : 'offline')
  let aheadMs: number | undefined
  let answers = 0
  let waitMs = FIRST_WAIT_MS
  let isWatching = false
  let asking: Promise<boolean> | undefined
  let cancelPlan: (() => void) | undefined

  const change = (next: Reach) => {
    if (next === reach.read()) return
    reach.write(next)
    around.silentAt.write(next === 'online' ? 0 : around.now())
  }
  const forgetPlan = () => {
    cancelPlan?.()
    cancelPlan = undefined
  }
  const needsAsking = () => isWatching && reach.read() !== 'online' && around.isVisible()

  function noteAnswer(serverDate?: string | null): void {
    answers += 1
    forgetPlan()
    waitMs = FIRST_WAIT_MS
    const serverMs = serverDate ? Date.parse(serverDate) : Number.NaN
    if (!Number.isNaN(serverMs)) aheadMs = around.now() - serverMs
    change('online')
  }

  function noteSilence(isPortal = reach.read() === 'portal'): void {
    change(around.hasNetwork() ? (isPortal ? 'portal' : 'silent') : 'offline')
    if (cancelPlan || asking || !needsAsking()) return
    cancelPlan = around.later(() => void ask(), waitMs)
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }

  /** One question at a time. @returns whether the server answered it */
  function check(): Promise<boolean> {
    const before = answers
    asking ??= askHealth(around, healthUrl).then((answer) => {
      asking = undefined
      if (typeof answer !== 'boolean') noteAnswer(answer)
      // A call may have been answered while this one was not.
      else if (answers === before) noteSilence(answer)
      return answers !== before
    })
    return asking
  }

  async function ask(): Promise<void> {
    forgetPlan()
    if (needsAsking()) await check()
  }

  return {
    reach,
    clockAheadMs: () => aheadMs ?? 0,
    serverNow: () => (aheadMs === undefined ? undefined : around.now() - aheadMs),
    noteAnswer,
    noteSilence,
    noteSlow: () => void check(),
    check,
    watch() {
      isWatching = true
      around.follow((what) => {
        if (what === 'hidden') forgetPlan()
        else if (what === 'lost') noteSilence()
        else {
          if (what === 'network') waitMs = FIRST_WAIT_MS
          void ask()
        }
      })
      if (reach.read() === 'silent') void ask()
      else if (reach.read() === 'offline') noteSilence()
    },
  }
}

/** @returns the answer's `Date`; where the server did not answer, whether something else did */
async function askHealth(around: Surroundings, url: string): Promise<string | null | boolean> {
  const abort = new AbortController()
  const cancel = around.later(() => abort.abort(), ANSWER_MS)
  const init: RequestInit = { cache: 'no-store', credentials: 'omit', redirect: 'manual', signal: abort.signal }
  const late = new Promise<false>((resolve) => abort.signal.addEventListener('abort', () => resolve(false)))
  const answer = around
    .fetch(url, init)
    .then(async (response) => {
      const text = await response.text()
      if (response.ok && /^\s*\{.*"status"\s*:\s*"ok"/.test(text)) return response.headers.get('date')
      return response.type === 'opaqueredirect' || (response.status < 500 && /^\s*</.test(text))
    })
    .catch(() => false)
  const first = await Promise.race([answer, late])
  cancel()
  return first
}
