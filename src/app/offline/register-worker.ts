import { Workbox } from 'workbox-window'
import { type AppUpdate, appUpdate } from './app-update.ts'
import { isOnline } from './connection.ts'

const WORKER_URL = '/sw.js'
const HOUR_MS = 3600_000
/** Coming back to the page asks at most this often. */
const MINUTE_MS = 60_000

/** Fetched when it is needed: what it leans on is most of what writes. */
const beforeLeaving = async () =>
  import('./before-leaving.ts').then((leaving) => leaving.beforeLeaving()).catch(() => undefined)

/** Whether the worker's script is there to be compared: an update against an error page may drop the worker. */
async function isServed(): Promise<boolean> {
  const response = await fetch(WORKER_URL, { cache: 'no-cache', credentials: 'omit' })
  return response.status === 200 && (response.headers.get('content-type') ?? '').includes('javascript')
}

function lookForUpdates(registration: ServiceWorkerRegistration): void {
  let lastMs = Date.now()
  const look = async (pauseMs: number) => {
    if (document.visibilityState !== 'visible' || !isOnline() || Date.now() - lastMs < pauseMs) return
    lastMs = Date.now()
    if (await isServed()) await registration.update()
  }
  // A look that fails is made good by the next.
  const lookQuietly = (pauseMs: number) => void look(pauseMs).catch(() => undefined)
  setInterval(() => lookQuietly(0), HOUR_MS)
  document.addEventListener('visibilitychange', () => lookQuietly(MINUTE_MS))
}

/**
 * Registers the service worker, offers its newer versions and looks for them: hourly and on coming back.
 * A version changes only when somebody asks for it; the first one takes over without a reload.
 */
export async function registerWorker(): Promise<void> {
  const worker = new Workbox(WORKER_URL, { scope: '/', updateViaCache: 'none' })
  const container = navigator.serviceWorker
  let hadWorker = container.controller !== null
  let isAskedFor = false
  let registration: ServiceWorkerRegistration | undefined

  const change = async () => {
    await beforeLeaving()
    isAskedFor = true
    // The one that waited may have been replaced or taken over since.
    if (registration?.waiting) worker.messageSkipWaiting()
    else location.reload()
  }
  const offer = (update: AppUpdate) => {
    // What is required stays required, whichever way leads there.
    if (!appUpdate.read().required) appUpdate.write(update)
  }
  worker.addEventListener('waiting', () => {
    offer({
      waiting: true,
      apply() {
        void change()
      },
    })
  })
  container.addEventListener('controllerchange', () => {
    if (isAskedFor) location.reload()
    // Another tab asked for the new version: this one goes on with what it has and may follow.
    else if (hadWorker) offer({ waiting: true, apply: () => void beforeLeaving().then(() => location.reload()) })
    hadWorker = true
  })
  registration = await worker.register({ immediate: true })
  if (registration) lookForUpdates(registration)
}

/**
 * Changes to whatever the server serves now, for a version it serves no more: the newest worker takes over, or where
 * none can be had the present one goes, so that the page comes from the network.
 */
export async function changeNow(): Promise<void> {
  await beforeLeaving()
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.update().catch(() => undefined)
  await registration?.unregister()
  location.reload()
}
