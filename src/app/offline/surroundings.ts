/** What the device tells by itself: `network` came back or was `lost`, the page is `visible` again or `hidden`. */
export type Happening = 'network' | 'lost' | 'visible' | 'hidden'

/** What the connection needs of the browser; tests bring their own clock and network. */
export interface Surroundings {
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Milliseconds since 1970. */
  now(): number
  /** Runs something later. @returns how to call it off */
  later(run: () => void, ms: number): () => void
  /** Whether the device claims a network; `true` promises nothing. */
  hasNetwork(): boolean
  isVisible(): boolean
  /** @returns how to stop */
  follow(listener: (what: Happening) => void): () => void
}

export const browserSurroundings: Surroundings = {
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  later(run, ms) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  hasNetwork: () => navigator.onLine,
  isVisible: () => document.visibilityState === 'visible',
  follow(listener) {
    const stop = new AbortController()
    const on = (target: EventTarget, name: string, what: () => Happening) => {
      const heard = () => listener(what())
      target.addEventListener(name, heard)
      stop.signal.addEventListener('abort', () => target.removeEventListener(name, heard))
    }
    on(window, 'online', () => 'network')
    on(window, 'offline', () => 'lost')
    on(document, 'visibilitychange', () => (document.visibilityState === 'visible' ? 'visible' : 'hidden'))
    return () => stop.abort()
  },
}
