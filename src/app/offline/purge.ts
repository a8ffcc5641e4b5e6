import type { QueryClient } from '@tanstack/react-query'
import { clearStored, readStored, writeStored } from '#app/lib/storage.ts'
import { keepPacks, PACK_INDEX, removeReadStores } from './cache-store.ts'
import { stopKeeping } from './keep-answers.ts'
import { within } from './within.ts'

const PURGED = 'purged'
/** No step of a clearing may keep a person from leaving. */
const STEP_MS = 3000

// One object for sending and hearing: a channel never hears itself.
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('fire-session') : null

/** The shell stays: it holds nothing of anybody. */
async function removeCaches(): Promise<void> {
  if (!('caches' in globalThis)) return
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !name.startsWith('workbox-precache')).map((name) => caches.delete(name)))
}

/** Nothing is told to this device any more: the browser lets its address at the push service go, the server finds out. */
async function endPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}

/**
 * Everything that was read leaves this device: memory, kept answers of every account, other caches, the app's storage.
 * Unsent work stays. The server is not asked; nothing here rejects; other tabs are told.
 * @param packsStay buildings that were taken along stay, for the account that took them
 */
export async function purgeReadData(client: QueryClient, packsStay = false): Promise<void> {
  keepPacks(packsStay)
  const stopped = stopKeeping()
  const index = packsStay ? readStored(PACK_INDEX) : undefined
  clearStored()
  if (index !== undefined) writeStored(PACK_INDEX, index)
  await within(STEP_MS, client.cancelQueries())
  client.clear()
  channel?.postMessage(PURGED)
  await within(STEP_MS, stopped)
  await Promise.all([within(STEP_MS, removeReadStores()), within(STEP_MS, removeCaches()), within(STEP_MS, endPush())])
}

/**
 * Tells when another tab cleared what was read; this one then keeps nothing any more and should start anew.
 * @returns how to stop listening
 */
export function listenForPurges(onPurged: () => void): () => void {
  const heard = ({ data }: MessageEvent<unknown>) => {
    if (data !== PURGED) return
    void stopKeeping()
    // What tabs share is cleared already, and may by now be the next session's.
    clearStored(['sessionStorage'])
    onPurged()
  }
  channel?.addEventListener('message', heard)
  return () => channel?.removeEventListener('message', heard)
}
