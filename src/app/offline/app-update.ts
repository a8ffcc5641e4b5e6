import { useSyncExternalStore } from 'react'
import { CLIENT_VERSION } from '#contract/client-version.ts'
import { whenIdle } from '#app/lib/when-idle.ts'
import { createStore } from '#app/ui/store.ts'

/** Whether a newer version waits on this device, and how to change to it: the page reloads. */
export interface AppUpdate {
  readonly waiting: boolean
  /** The server serves this version no more. */
  readonly required?: boolean
  apply(): void
}

export const appUpdate = createStore<AppUpdate>({ waiting: false, apply: () => undefined })

/** The server said which version it serves at least; one that is too old has to change. */
export function noteMinimum(version: number): void {
  if (!(version > CLIENT_VERSION) || appUpdate.read().required) return
  const change = async () => (await import('./register-worker.ts')).changeNow()
  appUpdate.write({ waiting: true, required: true, apply: () => void change() })
}

export function useUpdate(): AppUpdate {
  return useSyncExternalStore(appUpdate.follow, appUpdate.read)
}

async function register(): Promise<void> {
  try {
    const { registerWorker } = await import('./register-worker.ts')
    await registerWorker()
  } catch {
    // Without the worker the app works, only not offline; the next start tries again.
  }
}

const registerWhenIdle = () => void whenIdle(() => void register())

/** Registers the service worker once the first screen has what it needs: what is fetched ahead must not slow it. */
export function startUpdates(): void {
  if (!('serviceWorker' in navigator)) return
  if (document.readyState === 'complete') registerWhenIdle()
  else window.addEventListener('load', registerWhenIdle, { once: true })
}
