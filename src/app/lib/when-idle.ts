/** Runs work once the page has nothing better to do; Safari has no idle callback, a moment later does as well. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const asked = window.requestIdleCallback(work, { timeout: 5000 })
    return () => window.cancelIdleCallback(asked)
  }
  const timer = setTimeout(work, 1000)
  return () => clearTimeout(timer)
}
