import { useSyncExternalStore } from 'react'
import { createStore } from '#app/ui/store.ts'

/** The browser's own offer to install the app, kept until somebody asks for it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

const offer = createStore<InstallOffer | null>(null)

// The browser offers once a page, soon after its start and whatever is on the screen: the shell's chunk brings this along.
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  offer.write(event as InstallOffer)
})
window.addEventListener('appinstalled', () => offer.write(null))

/** How to install the app here; null where the browser offers nothing, or it is installed. */
export function useInstall(): (() => Promise<void>) | null {
  const current = useSyncExternalStore(offer.follow, offer.read)
  if (!current) return null
  return async () => {
    await current.prompt()
    offer.write(null)
  }
}
