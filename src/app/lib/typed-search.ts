const PAUSE_MS = 300

export interface TypedSearch {
  /** `composing`: input method. */
  type(text: string, composing: boolean): void
  now(): void
  /** @returns whether another control chose this keyword */
  follow(keyword: string): boolean
  stop(): void
}

type Later = (run: () => void, ms: number) => () => void

const byTimer: Later = (run, ms) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Ignores IME composition and repeated keywords. */
export function createTypedSearch(
  search: (keyword: string) => void,
  later: Later = byTimer,
  initial = '',
): TypedSearch {
  let typed = initial
  let searched = initial
  let sent = [initial.trim()]
  let cancel: (() => void) | undefined

  const stop = () => {
    cancel?.()
    cancel = undefined
  }
  const now = () => {
    stop()
    if (typed === searched) return
    searched = typed
    sent.push(typed.trim())
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
    follow(keyword) {
      const at = sent.indexOf(keyword.trim())
      sent = at < 0 ? [keyword.trim()] : sent.slice(at)
      if (at >= 0) return false
      stop()
      typed = searched = keyword
      return true
    },
    stop,
  }
}
