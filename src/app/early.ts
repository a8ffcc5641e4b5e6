import { askFirst } from './early/ask-first.ts'
import { preloadCharts, preloadPage } from './early/preload-page.ts'
import { showOpening } from './early/show-opening.ts'

// Stands in the page itself: on a weak link the first figure is on the screen while the app is still on its way.
// What is stored may be torn or blocked; then the app does it all itself.
try {
  const early = askFirst()
  if (early) {
    window.earlyAnswer = early
    // Later visits come from the device: the app itself is there before anybody could read this.
    if (navigator.serviceWorker?.controller) {
      preloadPage(location.pathname)
      preloadCharts()
    } else {
      // With the figures there, the charts follow.
      showOpening(early.response)
        .then(preloadCharts)
        .catch(() => undefined)
    }
  }
} catch {
  // Nothing was asked, nothing is shown.
}
