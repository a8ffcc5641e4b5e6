import { useCallback, useEffect, useState } from 'react'

/** How the browser's storage of this app stands; missing figures are the browser's secret. */
export interface StorageHealth {
  readonly used?: number | undefined
  readonly room?: number | undefined
  /** Whether the browser promised not to clear it by itself; null: it does not say. */
  readonly isLasting: boolean | null
}

async function read(): Promise<StorageHealth> {
  const { storage } = navigator
  // Insecure addresses have none.
  if (!storage) return { isLasting: null }
  const estimate = await storage.estimate?.().catch(() => undefined)
  const isLasting = (await storage.persisted?.().catch(() => null)) ?? null
  return { used: estimate?.usage, room: estimate?.quota, isLasting }
}

/** How storage stands, and how to ask the browser to keep it and to look again. */
export function useStorage() {
  const [health, setHealth] = useState<StorageHealth>()
  const look = useCallback(() => void read().then(setHealth), [])
  useEffect(look, [look])
  return {
    health,
    look,
    async makeLasting(): Promise<boolean> {
      const isLasting = await navigator.storage?.persist?.().catch(() => false)
      look()
      return isLasting ?? false
    },
  }
}

/** Safari clears what a page keeps after seven days without a visit, unless it stands on the home screen. */
export const needsHomeScreen = (): boolean =>
  'standalone' in navigator && (navigator as { standalone?: boolean }).standalone === false
