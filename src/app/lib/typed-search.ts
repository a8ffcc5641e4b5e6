/** Typing counts as paused after this long. */
const PAUSE_MS = 300

export interface TypedSearch {
  /** The box holds this text now; `composing` while an input method still forms it. */
  type(text: string, composing: boolean): void
  /** Searches at once for what was typed last. */
  now(): void
  stop(): void
}

type Later = (run: () => void, ms: number) => () => void

const byTimer: Later = (run, ms) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/**
 * Decides when typing becomes a search: after a pause, and never while an input method is forming characters,
 * whose letters nobody means to search for. The same text is not searched for twice.
 * @param initial what is searched for already
 */
export function createTypedSearch(
  search: (keyword: string) => void,
  later: Later = byTimer,
  initial = '',
): TypedSearch {
  let typed = initial
  let searched = initial
  let cancel: (() => void) | undefined

  const stop = () => {
    cancel?.()
    cancel = undefined
  }
  const now = () => {
    stop()
    if (typed === searched) return
    searched = typed
    search(typed)
  }
  return {
    type(text, composing) {
      stop()
      if (composing) return
      typed = text
      cancel = later(now, PAUSE_MS)
    },
    now,
    stop,
  }
}
