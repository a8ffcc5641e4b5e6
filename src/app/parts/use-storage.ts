import { useCallback, useEffect, useState } from 'react'

/** Undefined: withheld by the browser. */
interface StorageHealth {
  readonly used?: number | undefined
  readonly room?: number | undefined
  readonly isLasting: boolean | null
}

async function read(): Promise<StorageHealth> {
  const { storage } = navigator
  // Missing in insecure contexts.
  if (!storage) return { isLasting: null }
  const estimate = await storage.estimate?.().catch(() => undefined)
  const isLasting = (await storage.persisted?.().catch(() => null)) ?? null
  return { used: estimate?.usage, room: estimate?.quota, isLasting }
}

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

/** Safari deletes after seven days, unless on the home screen. */
export const needsHomeScreen = (): boolean =>
  'standalone' in navigator && (navigator as { standalone?: boolean }).standalone === false
