import { readStored, writeStored } from '#app/lib/storage.ts'

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
  /** When the server was last found silent, in ms since 1970; outlives a reload. */
  readonly silentAt: { read(): number; write(ms: number): void }
  follow(listener: (what: Happening) => void): void
}

const SILENT_AT = 'device:silent-at'

export const browserSurroundings: Surroundings = {
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  later(run, ms) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  hasNetwork: () => navigator.onLine,
  isVisible: () => !document.hidden,
  silentAt: { read: () => readStored<number>(SILENT_AT) ?? 0, write: (ms) => void writeStored(SILENT_AT, ms) },
  follow(listener) {
    window.addEventListener('online', () => listener('network'))
    window.addEventListener('offline', () => listener('lost'))
    document.addEventListener('visibilitychange', () => listener(document.hidden ? 'hidden' : 'visible'))
  },
}
