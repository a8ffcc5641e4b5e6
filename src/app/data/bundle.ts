import type { QueryClient } from '@tanstack/react-query'
import { isSavedOffline } from '#app/offline/bundles/bundle-state.ts'
import { fulfilsWithin } from '#app/scheduling/with-timeout.ts'

/** A hanging IndexedDB must not block a page. */
const SEED_MS = 1500

const seed = async (client: QueryClient, buildingId: string) =>
  (await import('./seed-bundle.ts')).seedBundle(client, buildingId)

/** Unless newer data is cached. Never rejects. */
export async function readTaken(client: QueryClient, buildingId: string): Promise<void> {
  if (isSavedOffline(buildingId)) await fulfilsWithin(SEED_MS, seed(client, buildingId))
}

export async function takenReport(buildingId: string): Promise<Blob | null> {
  if (!isSavedOffline(buildingId)) return null
  const { readBundle } = await import('#app/offline/bundles/account-bundles.ts')
  const report = (await readBundle(buildingId))?.contents.get('report')
  return report === undefined || typeof report === 'string' ? null : new Blob([report], { type: 'application/pdf' })
}
