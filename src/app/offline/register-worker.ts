import { Workbox } from 'workbox-window'
import { type AppUpdate, appUpdate } from './app-update.ts'
import { isOnline } from './connection.ts'

const WORKER_URL = '/sw.js'
const HOUR_MS = 3600_000
const MINUTE_MS = 60_000

/** It imports most of the write code. */
const beforeLeaving = async () =>
  import('./before-leaving.ts').then((leaving) => leaving.beforeLeaving()).catch(() => undefined)

/** An error page can unregister the worker. */
export async function isServed(): Promise<boolean> {
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
  const lookQuietly = (pauseMs: number) => void look(pauseMs).catch(() => undefined)
  setInterval(() => lookQuietly(0), HOUR_MS)
  document.addEventListener('visibilitychange', () => lookQuietly(MINUTE_MS))
}

/** New versions activate with consent; the first without a reload. */
export async function registerWorker(): Promise<void> {
  const worker = new Workbox(WORKER_URL, { scope: '/', updateViaCache: 'none' })
  const container = navigator.serviceWorker
  let hadWorker = container.controller !== null
  let isAskedFor = false
  let registration: ServiceWorkerRegistration | undefined

  const change = async () => {
    await beforeLeaving()
    isAskedFor = true
    // The waiting worker may have been replaced or activated since.
    if (registration?.waiting) worker.messageSkipWaiting()
    else location.reload()
  }
  const offer = (update: AppUpdate) => {
    // An optional update must not replace a required one.
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
    // Activated by another tab.
    else if (hadWorker) offer({ waiting: true, apply: () => void beforeLeaving().then(() => location.reload()) })
    hadWorker = true
  })
  registration = await worker.register({ immediate: true })
  if (registration) lookForUpdates(registration)
}

export const updateNow = async () => (await import('./change-now.ts')).changeNow()
