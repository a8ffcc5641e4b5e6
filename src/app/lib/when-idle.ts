const awaited = new Set<Promise<unknown>>()

/** What the page is still waiting for: on a weak line, what is done for later would come between. */
export function idleBehind(coming: Promise<unknown>): void {
  const settled = coming.then(
    () => undefined,
    () => undefined,
  )
  awaited.add(settled)
  void settled.then(() => awaited.delete(settled))
}

/**
 * Runs work once the page has nothing better to do and waits for nothing; Safari has no idle callback, a moment later
 * does as well.
 * @returns what takes it back while it has not run
 */
export function whenIdle(work: () => void): () => void {
  let [isWanted, takeBack] = [true, () => {}]
  const wait = () => {
    if (!isWanted) return
    if ('requestIdleCallback' in window) {
      const asked = window.requestIdleCallback(work, { timeout: 5000 })
      takeBack = () => window.cancelIdleCallback(asked)
    } else {
      const timer = setTimeout(work, 1000)
      takeBack = () => clearTimeout(timer)
    }
  }
  if (awaited.size > 0) void Promise.all(awaited).then(wait)
  else wait()
  return () => {
    isWanted = false
    takeBack()
  }
}
