import { API_BASE } from '#app/env.ts'
import { SYNC_TAG } from './outbox-channel.ts'

interface SyncRegistration {
  readonly sync?: { register(tag: string): Promise<void> }
}

/** Chromium only. Another server may not deduplicate. */
export async function requestSync(): Promise<void> {
  if (API_BASE !== '') return
  try {
    const registration = (await navigator.serviceWorker?.getRegistration()) as SyncRegistration | undefined
    await registration?.sync?.register(SYNC_TAG)
  } catch {
    // Denied: the next open page sends.
  }
}
