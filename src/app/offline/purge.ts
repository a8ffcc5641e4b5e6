import type { QueryClient } from '@tanstack/react-query'
import { clearStored, readStored, writeStored } from '#app/lib/storage.ts'
import { keepBundles, BUNDLE_INDEX, removeReadStores } from './cache-store.ts'
import { writeWorkerSession } from './outbox/worker-store.ts'
import { stopPersisting } from './persist-cache.ts'
import { fulfilsWithin } from '#app/scheduling/with-timeout.ts'

const PURGED = 'purged'
/** Storage cannot block sign-out. */
const STEP_MS = 3000

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('fire-session') : null

/** The shell has no user data. */
async function removeCaches(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !name.startsWith('workbox-precache')).map((name) => caches.delete(name)))
}

/** All accounts; unsent writes stay. Never rejects. @param packsStay buildings saved offline */
export async function purgeReadData(client: QueryClient, packsStay = false): Promise<void> {
  keepBundles(packsStay)
  const stopped = stopPersisting()
  const index = packsStay ? readStored(BUNDLE_INDEX) : undefined
  clearStored()
  if (index !== undefined) writeStored(BUNDLE_INDEX, index)
  await fulfilsWithin(STEP_MS, client.cancelQueries())
  client.clear()
  channel?.postMessage(PURGED)
  await fulfilsWithin(STEP_MS, stopped)
  const push = import('./end-push.ts')
  await Promise.all([
    fulfilsWithin(STEP_MS, removeReadStores()),
    fulfilsWithin(STEP_MS, writeWorkerSession(null)),
    fulfilsWithin(STEP_MS, removeCaches()),
    fulfilsWithin(
      STEP_MS,
      push.then(({ closeNotifications }) => closeNotifications()),
    ),
    fulfilsWithin(
      STEP_MS,
      push.then(({ endPush }) => endPush()),
    ),
  ])
}

/** This tab stops persisting and should restart. */
export function listenForPurges(onPurged: () => void): () => void {
  const heard = ({ data }: MessageEvent<unknown>) => {
    if (data !== PURGED) return
    void stopPersisting()
    // Shared storage may belong to the next session.
    clearStored(['sessionStorage'])
    onPurged()
  }
  channel?.addEventListener('message', heard)
  return () => channel?.removeEventListener('message', heard)
}
