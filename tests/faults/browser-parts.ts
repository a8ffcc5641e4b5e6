import { vi } from 'vitest'

/** Each ends within a test. */
const HASTE = 50
const LIMIT_MS = 200
/** Slow calls for files end too. */
const MOST_MS = 1500

export function hastenLimits(): void {
  const real = globalThis.setTimeout
  const hastened = (work: () => void, ms = 0) => real(work, ms >= LIMIT_MS ? Math.min(ms / HASTE, MOST_MS) : ms)
  vi.stubGlobal('setTimeout', hastened)
}

export const STORAGES = ['healthy', 'full', 'hanging', 'missing'] as const
export type StorageKind = (typeof STORAGES)[number]

/** @returns a function that restores the browser's storage */
export function breakStorage(kind: StorageKind): () => void {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  switch (kind) {
    case 'healthy':
      return () => undefined
    case 'full': {
      const spies = [
        vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(full),
        vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full),
      ]
      return () => spies.forEach((spy) => spy.mockRestore())
    }
    case 'hanging': {
      const spy = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => new EventTarget() as IDBOpenDBRequest)
      return () => spy.mockRestore()
    }
    case 'missing': {
      const kept = globalThis.indexedDB
      vi.stubGlobal('indexedDB', undefined)
      return () => void vi.stubGlobal('indexedDB', kept)
    }
  }
}

/** With the number of held locks. */
export function installLocks(): { held(): number } {
  const tails = new Map<string, Promise<unknown>>()
  let held = 0
  const request = async (name: string, options: { signal?: AbortSignal }, work: () => Promise<unknown>) => {
    const before = tails.get(name) ?? Promise.resolve()
    let free: () => void = () => undefined
    const own = new Promise<void>((resolve) => (free = resolve))
    tails.set(
      name,
      before.then(() => own),
    )
    const aborted = new Promise<never>((_, reject) =>
      options.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
    )
    try {
      await Promise.race([before, aborted])
    } catch (error) {
      free()
      throw error
    }
    held += 1
    try {
      return await work()
    } finally {
      held -= 1
      free()
    }
  }
  const lenient = (name: string, options: object, work?: () => Promise<unknown>) =>
    work ? request(name, options, work) : request(name, {}, options as () => Promise<unknown>)
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request: lenient } })
  return { held: () => held }
}
