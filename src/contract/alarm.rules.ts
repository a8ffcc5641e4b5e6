/** A record as far as it decides whether it is open. */
export interface RecordState {
  readonly kind: string
  /** 0 unhandled, 1 false, 2 real (of a fire) or repaired (of a fault), 3 maintenance, 4 test. */
  readonly state: number
  readonly hasEnded: boolean
}

/** State of a record, and verdict on an alarm, that says a fire is real. */
export const REAL = 2

/**
 * Whether a record is open: it has not ended, and either it is unhandled or it is a confirmed fire.
 * The same rule in SQL: `is_open_event` and `open_events` in `0025_alarms.sql`.
 */
export function isRecordOpen({ kind, state, hasEnded }: RecordState): boolean {
  return !hasEnded && (state === 0 || (state === REAL && kind === 'fire'))
}

export const VERDICTS = [1, 2, 3, 4] as const
/** 1 false alarm, 2 real, 3 maintenance, 4 test. */
export type Verdict = (typeof VERDICTS)[number]

export const ALARM_STATES = ['new', 'acked', 'judged', 'closed'] as const
export type AlarmState = (typeof ALARM_STATES)[number]

export interface AlarmProgress {
  readonly isAcked: boolean
  readonly verdict: number | null
  /** Whether every record has ended at the equipment. */
  readonly hasEnded: boolean
}

export function alarmState({ isAcked, verdict, hasEnded }: AlarmProgress): AlarmState {
  if (verdict !== null) return hasEnded ? 'closed' : 'judged'
  return isAcked ? 'acked' : 'new'
}

/** Whether an alarm still needs people: undecided, or real and not ended. */
export function isAlarmOpen({ verdict, hasEnded }: Pick<AlarmProgress, 'verdict' | 'hasEnded'>): boolean {
  return verdict === null || (verdict === REAL && !hasEnded)
}

/** How long an acknowledgement or a verdict can be taken back by the person who made it (ms). */
export const UNDO_MS = 5 * 60_000
/** A decision that arrives later than this after it was made is marked as late (ms). */
export const LATE_MS = 10 * 60_000
export const NOTE_LENGTH = 200

/** Two times told by the same clock of a device: when a person decided and when the device sent it. */
export interface Tap {
  readonly tapped: Date
  readonly sent: Date
}

/**
 * When a decision was made, by the server's clock. Only the time between the device's two times is used, so a device's
 * wrong clock does not matter; a clock that was set back in between counts as no time.
 */
export function decidedAt(now: Date, tap: Tap | null): Date {
  const elapsed = tap ? Math.max(0, tap.sent.getTime() - tap.tapped.getTime()) : 0
  return new Date(now.getTime() - elapsed)
}
