import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#app/lib/storage.ts'
import { serverNow } from '#app/offline/connection.ts'
import { PACK_INDEX } from '#app/offline/cache-store.ts'
import { createStore } from '#app/ui/store.ts'
import type { PackHead } from './pack-store.ts'
import type { PackProgress } from './take-pack.ts'

/** What the signed-in account took along; null until the device was asked. */
export const packs = createStore<readonly PackHead[] | null>(null)

/** The building that is being taken along, and how far that is. */
export interface Taking {
  readonly buildingId: string
  readonly progress: PackProgress | null
}
export const taking = createStore<Taking | null>(null)

export const usePacks = () => useSyncExternalStore(packs.follow, packs.read)
export const useTaking = () => useSyncExternalStore(taking.follow, taking.read)

/** Shows and notes what was taken along. */
export function tellPacks(heads: readonly PackHead[]): void {
  packs.write([...heads].sort((a, b) => b.askedAt - a.askedAt))
  writeStored(
    PACK_INDEX,
    heads.map(({ buildingId }) => buildingId),
  )
}

/** Whether the account took the building along on this device. */
export const isTaken = (buildingId: string): boolean => (readStored<string[]>(PACK_INDEX) ?? []).includes(buildingId)

/** Whether a pack is past its time, by the server's clock where it is known. @param now by this device's clock, ms */
export const isExpired = ({ expiresAt }: PackHead, now: number): boolean => expiresAt <= (serverNow() ?? now)
