/** A record as far as it decides whether it is open. */
export interface RecordState {
  readonly kind: string
  /** 0 unhandled, 1 false, 2 real (of a fire) or repaired (of a fault), 3 maintenance, 4 test. */
  readonly state: number
  readonly hasEnded: boolean
}

/**
 * Whether a record is open: it has not ended, and either it is unhandled or it is a confirmed fire.
 * The same rule in SQL: `is_open_event` and `open_events` in `0025_alarms.sql`.
 */
export function isRecordOpen({ kind, state, hasEnded }: RecordState): boolean {
  return !hasEnded && (state === 0 || (state === 2 && kind === 'fire'))
}
