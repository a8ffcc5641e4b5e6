import { withTimeout } from '#app/scheduling/with-timeout.ts'
import { beforeLeaving } from './before-leaving.ts'
import { isServed } from './register-worker.ts'

const INSTALL_MS = 30_000

async function startNewer(registration: ServiceWorkerRegistration): Promise<void> {
  await registration.update()
  const next = registration.installing ?? registration.waiting
  if (!next) throw new Error('no newer worker')
  const started = new Promise<void>((resolve, reject) => {
    const look = () => {
      if (next.state === 'installed') next.postMessage({ type: 'SKIP_WAITING' })
      else if (next.state === 'activated') resolve()
      else if (next.state === 'redundant') reject(new Error('not installed'))
    }
    next.addEventListener('statechange', look)
    look()
  })
  await withTimeout(INSTALL_MS, started)
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
