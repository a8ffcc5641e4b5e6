import { withTimeout } from '#app/scheduling/with-timeout.ts'
import { beforeLeaving } from './before-leaving.ts'
import { isServed } from './register-worker.ts'

const START_MS = 30_000

async function startNewer(registration: ServiceWorkerRegistration): Promise<void> {
  await registration.update()
  const next = registration.installing ?? registration.waiting
  for (;;) {
    if (!next || next.state === 'redundant') throw new Error('no newer worker')
    if (next.state === 'activated') return
    const changed = new Promise((resolve) => next.addEventListener('statechange', resolve, { once: true }))
    if (next.state === 'installed') next.postMessage({ type: 'SKIP_WAITING' })
    // `removeShell` would remove its shell, too.
    await (next.state === 'installing' ? changed : withTimeout(START_MS, changed))
  }
}

async function removeShell(): Promise<void> {
  for (const name of await caches.keys()) await (await caches.open(name)).delete('/index.html', { ignoreSearch: true })
}

/** Unregistering would end the push subscription. */
export async function changeNow(): Promise<boolean> {
  if (!(await isServed().catch(() => false))) return false
  await beforeLeaving().catch(() => undefined)
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration) await startNewer(registration).catch(() => removeShell().catch(() => undefined))
  location.reload()
  return true
}
