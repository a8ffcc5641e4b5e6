import { noteFault } from './lib/note-fault.ts'
import type { FirstCalls } from './prefetch/first-calls.ts'
import { offerRepair } from './prefetch/offer-repair.ts'
import { noteFaults } from './prefetch/note-faults.ts'
import { prefetch } from './prefetch/prefetch.ts'
import { preloadCharts, preloadPage } from './prefetch/preload-page.ts'
import { showSplash } from './prefetch/show-splash.ts'

declare global {
  /** Recorded by src/build/record-calls.ts. */
  const FIRST_CALLS: FirstCalls
  const FAULT_REPORTER: string
}

noteFaults(FAULT_REPORTER)
offerRepair(() =>
  noteFault('start', {
    message: 'nothing drawn',
    chunk: document.querySelector<HTMLScriptElement>('script[type=module]')?.src,
  }),
)

// The first figure before the app has loaded. Stored values may be corrupt or blocked.
try {
  const early = prefetch(FIRST_CALLS)
  if (early) {
    window.prefetched = early
    const hasCharts = /^\/(socialData|fireDepData)$/.test(location.pathname)
    // The app loads too fast.
    if (navigator.serviceWorker?.controller) {
      preloadPage(location.pathname)
      if (hasCharts) preloadCharts()
    } else if (hasCharts) {
      showSplash(early)
        .then(preloadCharts)
        .catch(() => undefined)
    }
  }
} catch {
  // The app makes the call itself.
}
