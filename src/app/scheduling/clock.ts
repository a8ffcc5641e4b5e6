interface Clock {
  readonly read: () => number
  readonly follow: (listener: () => void) => () => void
}

export function createClock(everyMs: number, readTime: () => number): Clock {
  let now = readTime()
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined

  function tick(): void {
    now = readTime()
    for (const listener of listeners) listener()
  }
  function run(): void {
    clearInterval(timer)
    timer = document.hidden ? undefined : setInterval(tick, everyMs)
  }
  function onVisibility(): void {
    run()
    if (!document.hidden) tick()
  }
  return {
    read: () => now,
    follow(listener) {
      if (listeners.size === 0) {
        document.addEventListener('visibilitychange', onVisibility)
        run()
      }
      listeners.add(listener)
      now = readTime()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        document.removeEventListener('visibilitychange', onVisibility)
        clearInterval(timer)
      }
    },
  }
}
