const SHIFT_MS = 12 * 60 * 60_000

/** Entered for this device. */
export interface Watchman {
  readonly uid: string
  readonly name: string
  readonly since: number
}

/** Empty: no name, another account's, or the shift is over. */
export const nameOnWatch = (kept: Watchman | undefined, uid: string): string =>
  kept?.uid === uid && Date.now() - kept.since < SHIFT_MS ? kept.name : ''
