import { fetchText } from '#app/lib/fetch-text.ts'
import { createStore, type Store } from '#app/ui/store.ts'
import type { Connectivity } from './connectivity.ts'
import type { Environment } from './environment.ts'

const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 60_000
const ANSWER_MS = 5000
const ANSWER = /^\s*\{[^]*"(status"\s*:\s*"ok"|code"\s*:\s*\d)/
/** An unreachable server is remembered this long across a reload. */
const REMEMBERED_MS = 60_000

export interface Connection {
  readonly reach: Pick<Store<Connectivity>, 'read' | 'follow'>
  /** ms; 0 until known. */
  clockAheadMs(): number
  serverNow(): number | undefined
  /** Only this time may delete expired data. */
  lastServerTime(): number | undefined
  /**
   * Records a response of any status.
   * @param serverDate its `Date` header, if readable
   */
  noteAnswer(serverDate?: string | null): void
  /** Records a call without a response; not for calls the user cancelled. */
  noteSilence(isPortal?: boolean): void
  noteSlow(): void
  check(): Promise<boolean>
  /** Subscribes to network and visibility events, which enables automatic health checks. */
  watch(): void
}

/**
 * From the app's own calls; while unreachable and visible, polls after 2 s, doubling up to 60 s. @param healthUrl
 * `{"status":"ok"}` or an envelope; any other body is a failure
 */
export function createConnection(around: Environment, healthUrl: string): Connection {
  const wasSilent = Math.abs(around.now() - around.silentAt.read()) < REMEMBERED_MS
  const reach = createStore<Connectivity>(around.hasNetwork() ? (wasSilent ? 'silent' : 'online') : 'offline')
  let aheadMs: number | undefined
  let seenMs: number | undefined
  let answers = 0
  let waitMs = FIRST_WAIT_MS
  let isWatching = false
  let asking: Promise<boolean> | undefined
  let cancelPlan: (() => void) | undefined

  const change = (next: Connectivity) => {
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
    if (!Number.isNaN(serverMs)) aheadMs = around.now() - (seenMs = serverMs)
    change('online')
  }

  function noteSilence(isPortal = reach.read() === 'portal'): void {
    change(around.hasNetwork() ? (isPortal ? 'portal' : 'silent') : 'offline')
    if (cancelPlan || asking || !needsAsking()) return
    cancelPlan = around.later(() => void ask(), waitMs)
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }

  function check(): Promise<boolean> {
    const before = answers
    asking ??= askHealth(around, healthUrl).then((answer) => {
      asking = undefined
      if (typeof answer !== 'boolean') noteAnswer(answer)
      // A call may have succeeded meanwhile.
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
    lastServerTime: () => seenMs,
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

/** On failure, whether a captive portal answered. */
async function askHealth(around: Environment, url: string): Promise<string | null | boolean> {
  const abort = new AbortController()
  const cancel = around.later(() => abort.abort(), ANSWER_MS)
  const init: RequestInit = { cache: 'no-store', credentials: 'omit', redirect: 'manual' }
  try {
    const [response, text] = await fetchText(around.fetch, url, init, abort)
    if (response.status < 500 && ANSWER.test(text)) return response.headers.get('date')
    return response.type === 'opaqueredirect' || (response.status < 500 && /^\s*</.test(text))
  } catch {
    return false
  } finally {
    cancel()
  }
}
