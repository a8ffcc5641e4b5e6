const awaited = new Set<Promise<unknown>>()

/** On a slow network background requests compete with the page. */
export function delayIdle(coming: Promise<unknown>): void {
  const settled = coming.then(
    () => undefined,
    () => undefined,
  )
  awaited.add(settled)
  void settled.then(() => awaited.delete(settled))
}

/** After 1 s in WebKit. @returns cancels the run */
export function onIdle(work: () => void): () => void {
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
