import { useSyncExternalStore } from 'react'
import { createStore } from '#app/ui/store.ts'

/** Chromium's `beforeinstallprompt` event. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

const offer = createStore<InstallOffer | null>(null)

// Fired once, soon after load: in the shell's chunk.
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  offer.write(event as InstallOffer)
})
window.addEventListener('appinstalled', () => offer.write(null))

/** Null: not offered. */
export function useInstall(): (() => Promise<void>) | null {
  const current = useSyncExternalStore(offer.follow, offer.read)
  if (!current) return null
  return async () => {
    await current.prompt()
    offer.write(null)
  }
}
