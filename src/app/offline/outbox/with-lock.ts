/** Its holder may be a frozen tab. */
const LOCK_MS = 30_000

/** One for all tabs and the worker. Without Web Locks idempotency keys prevent duplicates. @returns whether it ran */
export async function withOutboxLock(name: string, work: () => Promise<void>): Promise<boolean> {
  let ran = false
  const run = () => {
    ran = true
    return work()
  }
  if (!navigator.locks) await run()
  else {
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(), LOCK_MS)
    await navigator.locks.request(name, { signal: waiting.signal }, run).catch((error: unknown) => {
      if (ran) throw error
    })
    clearTimeout(timer)
  }
  return ran
}
