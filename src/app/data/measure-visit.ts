import { onCLS, onINP, onLCP } from 'web-vitals'
import { routeOf } from '#contract/route.rules.ts'
import { OTHER_ROUTE } from '#contract/visit.rules.ts'
import type { VisitReport } from '#contract/visit.ts'
import { API_BASE } from '#app/env.ts'
import { deviceClass } from '#app/lib/device-class.ts'
import { FIRST_FIGURE } from '#app/lib/first-figure.ts'
import { sendVisit, VISIT_MESSAGE, type VisitMessage } from '#app/lib/send-visit.ts'
import { unsent } from '#app/offline/outbox/outbox-state.ts'
import { liveState } from './live-state.ts'

const BUILD_NAME = /^[\w.+-]{1,60}$/
const [navigation] = performance.getEntriesByType('navigation')

function landingRoute(): string {
  const { pathname } = new URL(navigation?.name ?? location.href)
  return routeOf(pathname, ROUTE_PATHS) ?? OTHER_ROUTE
}

function firstFigure(firstInput: number): number | undefined {
  const [mark] = performance.getEntriesByName(FIRST_FIGURE)
  return mark && mark.startTime < firstInput ? Math.round(mark.startTime) : undefined
}

function oldestUnsentSec(): number {
  const taps = unsent.read().flatMap(({ state, tappedAt }) => (state === 'waiting' ? [tappedAt] : []))
  return taps.length === 0 ? 0 : Math.max(1, Math.round((Date.now() - Math.min(...taps)) / 1000))
}

/** With a worker, requests of closing pages are lost. */
function send(visit: VisitReport): void {
  const worker = navigator.serviceWorker?.controller
  if (worker && API_BASE === '') worker.postMessage({ type: VISIT_MESSAGE, visit } satisfies VisitMessage)
  else void sendVisit({ visit }, API_BASE)
}

export function measureVisit(): void {
  const build = document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? ''
  if (document.visibilityState === 'hidden' || !BUILD_NAME.test(build)) return
  const route = landingRoute()
  const measured: { lcp?: number; inp?: number; shift?: number } = {}
  let firstInput = Infinity
  const inputs = new PerformanceObserver((list) =>
    list.getEntries().forEach(({ startTime }) => (firstInput = Math.min(firstInput, startTime))),
  )
  inputs.observe({ type: 'first-input', buffered: true })
  onLCP(({ value }) => (measured.lcp = Math.round(value)), { reportAllChanges: true })
  onINP(({ value }) => (measured.inp = Math.round(value)), { reportAllChanges: true })
  onCLS(({ value }) => (measured.shift = Math.round(value * 1e4) / 1e4), { reportAllChanges: true })
  const end = () => {
    if (document.visibilityState !== 'hidden') return
    document.removeEventListener('visibilitychange', end)
    const figure = firstFigure(firstInput)
    send({
      build,
      device: deviceClass(),
      route,
      ...measured,
      ...(figure !== undefined && { figure }),
      unsent: oldestUnsentSec(),
      stream: liveState.read().mode,
    })
  }
  document.addEventListener('visibilitychange', end)
}
