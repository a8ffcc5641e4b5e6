import type { Outcome } from './unsent-write.ts'

export interface RemoteOutcome {
  readonly name: string
  readonly key?: string
  readonly outcome?: Outcome
}

/** Between an account's tabs and the service worker. */
export const outboxChannel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('fire-unsent') : null

export const SYNC_TAG = 'unsent'
