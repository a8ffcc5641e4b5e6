export const APP_PREFIX = 'fire-docking:'

/** Unsent work and device settings. */
const OUTLIVES = ['unsent:', 'device:'].map((group) => APP_PREFIX + group)

export const DEVICE_ACCOUNTS = 'device:accounts'

type Area = 'localStorage' | 'sessionStorage'

/** Blocked storage throws on property access. */
function open(area: Area): Storage | null {
  try {
    return globalThis[area] ?? null
  } catch {
    return null
  }
}

/** Undefined also if corrupt or blocked. */
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

/** @returns false if blocked or full */
export function writeStored(key: string, value: unknown): boolean {
  try {
    const storage = open('localStorage')
    storage?.setItem(APP_PREFIX + key, JSON.stringify(value))
    return storage !== null
  } catch {
    return false
  }
}

export function removeStored(key: string): void {
  try {
    open('localStorage')?.removeItem(APP_PREFIX + key)
  } catch {
    // Storage is blocked.
  }
}

export function clearStored(areas: readonly Area[] = ['localStorage', 'sessionStorage']): void {
  for (const area of areas) {
    try {
      const storage = open(area)
      const keys = Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? '')
      for (const key of keys) {
        if (key.startsWith(APP_PREFIX) && !OUTLIVES.some((start) => key.startsWith(start))) storage?.removeItem(key)
      }
    } catch {
      // Storage is blocked.
    }
  }
}
