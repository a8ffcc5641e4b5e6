import { readStored, writeStored } from '#app/lib/storage.ts'

export type BrowserEvent = 'network' | 'lost' | 'visible' | 'hidden'

export interface Environment {
  fetch(url: string, init: RequestInit): Promise<Response>
  /** ms since 1970 */
  now(): number
  later(run: () => void, ms: number): () => void
  /** `true` guarantees no network. */
  hasNetwork(): boolean
  isVisible(): boolean
  /** When the server last became unreachable, ms since 1970; survives a reload. */
  readonly silentAt: { read(): number; write(ms: number): void }
  follow(listener: (what: BrowserEvent) => void): void
}

const SILENT_AT = 'device:silent-at'
/** A page that is left fails its calls a moment before it ends. */
const LEAVING_MS = 500
let noting: ReturnType<typeof setTimeout> | undefined

export const browserEnvironment: Environment = {
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  later(run, ms) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  hasNetwork: () => navigator.onLine,
  isVisible: () => !document.hidden,
  silentAt: {
    read: () => readStored<number>(SILENT_AT) ?? 0,
    write(ms) {
      clearTimeout(noting)
      noting = setTimeout(() => writeStored(SILENT_AT, ms), ms && LEAVING_MS)
    },
  },
  follow(listener) {
    window.addEventListener('online', () => listener('network'))
    window.addEventListener('offline', () => listener('lost'))
    document.addEventListener('visibilitychange', () => listener(document.hidden ? 'hidden' : 'visible'))
  },
}
