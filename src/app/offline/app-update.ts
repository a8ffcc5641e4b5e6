import { useSyncExternalStore } from 'react'
import { CLIENT_VERSION } from '#contract/client-version.ts'
import { noteFault } from '#app/lib/note-fault.ts'
import { onIdle } from '#app/scheduling/on-idle.ts'
import { createStore } from '#app/ui/store.ts'

export interface AppUpdate {
  readonly waiting: boolean
  /** The server no longer supports the running version. */
  readonly required?: boolean
  apply(): unknown
}

export const appUpdate = createStore<AppUpdate>({ waiting: false, apply: () => undefined })

const worker = () => import('./register-worker.ts')

export function noteMinimum(version: number): void {
  if (!(version > CLIENT_VERSION) || appUpdate.read().required) return
  const apply = async () => (await worker()).updateNow()
  appUpdate.write({ waiting: true, required: true, apply })
}

export function useUpdate(): AppUpdate {
  return useSyncExternalStore(appUpdate.follow, appUpdate.read)
}

async function register(): Promise<void> {
  try {
    await (await worker()).registerWorker()
  } catch (error) {
    // The next start retries.
    noteFault('worker', error)
  }
}

const registerWhenIdle = () => void onIdle(register)

/** Precaching must not slow the first screen. */
export function startUpdates(): void {
  if (!('serviceWorker' in navigator)) return
  if (document.readyState === 'complete') registerWhenIdle()
  else window.addEventListener('load', registerWhenIdle, { once: true })
}
