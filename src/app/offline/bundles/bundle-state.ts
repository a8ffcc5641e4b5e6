import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#app/lib/storage.ts'
import { serverNow } from '#app/offline/connection.ts'
import { BUNDLE_INDEX } from '#app/offline/cache-store.ts'
import { createStore } from '#app/ui/store.ts'
import type { BundleHead } from './bundle-store.ts'
import type { BundleProgress } from './download-bundle.ts'

/** Null until read from the device. */
export const bundles = createStore<readonly BundleHead[] | null>(null)

export interface Downloading {
  readonly buildingId: string
  readonly progress: BundleProgress | null
}
export const downloading = createStore<Downloading | null>(null)

export const useBundles = () => useSyncExternalStore(bundles.follow, bundles.read)
export const useDownloading = () => useSyncExternalStore(downloading.follow, downloading.read)

export function publishBundles(heads: readonly BundleHead[]): void {
  bundles.write([...heads].sort((a, b) => b.askedAt - a.askedAt))
  writeStored(
    BUNDLE_INDEX,
    heads.map(({ buildingId }) => buildingId),
  )
}

export const isSavedOffline = (buildingId: string): boolean =>
  (readStored<string[]>(BUNDLE_INDEX) ?? []).includes(buildingId)

/** By the server's clock if known. */
export const isExpired = ({ expiresAt }: BundleHead, now: number): boolean => expiresAt <= (serverNow() ?? now)
