/** Every key this app writes to the browser's storages begins with it; nothing else of the origin is touched. */
export const APP_PREFIX = 'fire-docking:'

/** Keys beginning so outlive the clearing of what was read: work not sent yet, settings that tell nothing of an account. */
const OUTLIVES = ['unsent:', 'device:'].map((group) => APP_PREFIX + group)

type Area = 'localStorage' | 'sessionStorage'

/** Blocked storage throws at the mere mention of it. */
function open(area: Area): Storage | null {
  try {
    return globalThis[area] ?? null
  } catch {
    return null
  }
}

/**
 * A value stored on this device, or `undefined` where there is none, storage is blocked, or what is there is torn.
 * @param key without {@link APP_PREFIX}
 * @param isA where given, a value of another shape counts as absent
 */
export function readStored<T>(key: string, isA?: (value: unknown) => value is T): T | undefined {
  try {
    const text = open('localStorage')?.getItem(APP_PREFIX + key)
    if (text === null || text === undefined) return undefined
    const value: unknown = JSON.parse(text)
    return !isA || isA(value) ? (value as T) : undefined
  } catch {
    return undefined
  }
}

/**
 * Stores a value as JSON.
 * @returns whether it is there now: `false` where storage is blocked or full
 */
export function writeStored(key: string, value: unknown): boolean {
  try {
    const storage = open('localStorage')
    storage?.setItem(APP_PREFIX + key, JSON.stringify(value))
    return storage !== null
  } catch {
    return false
  }
}

/** Removes a stored value; nothing happens where there is none. */
export function removeStored(key: string): void {
  try {
    open('localStorage')?.removeItem(APP_PREFIX + key)
  } catch {
    // Blocked storage holds nothing to remove.
  }
}

/** Removes what this app stored, but work not sent yet and settings of the device. */
export function clearStored(areas: readonly Area[] = ['localStorage', 'sessionStorage']): void {
  for (const area of areas) {
    try {
      const storage = open(area)
      const keys = Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? '')
      for (const key of keys) {
        if (key.startsWith(APP_PREFIX) && !OUTLIVES.some((start) => key.startsWith(start))) storage?.removeItem(key)
      }
    } catch {
      // Blocked storage holds nothing to clear.
    }
  }
}
