export interface RecordState {
  readonly kind: string
  /** 0 unhandled, 1 false, 2 real (of a fire) or repaired (of a fault), 3 maintenance, 4 test. */
  readonly state: number
  readonly hasEnded: boolean
}

/** Confirmed fire, as a record's state and as a verdict. */
export const REAL = 2

/** The same rule in SQL: `is_open_event` and `open_events` in `0025_alarms.sql`. */
export function isRecordOpen({ kind, state, hasEnded }: RecordState): boolean {
  return !hasEnded && (state === 0 || (state === REAL && kind === 'fire'))
}

export const VERDICTS = [1, 2, 3, 4] as const
/** 1 false alarm, 2 real, 3 maintenance, 4 test. */
export type Verdict = (typeof VERDICTS)[number]
export const VERDICTS_SHOWN: readonly Verdict[] = [REAL, 1, 4, 3]

export const ALARM_STATES = ['new', 'acked', 'judged', 'closed'] as const
export type AlarmState = (typeof ALARM_STATES)[number]

export interface AlarmProgress {
  readonly isAcked: boolean
  readonly verdict: number | null
  readonly hasEnded: boolean
}

export function alarmStateOf({ isAcked, verdict, hasEnded }: AlarmProgress): AlarmState {
  if (verdict !== null) return hasEnded ? 'closed' : 'judged'
  return isAcked ? 'acked' : 'new'
}

/** Whether an alarm needs action: undecided, or real and not ended. */
export function isAlarmOpen({ verdict, hasEnded }: Pick<AlarmProgress, 'verdict' | 'hasEnded'>): boolean {
  return verdict === null || (verdict === REAL && !hasEnded)
}

/** Undo period of an acknowledgement or a verdict (ms). */
export const UNDO_MS = 5 * 60_000
/** Decisions that take longer to arrive are marked as late (ms). */
export const LATE_MS = 10 * 60_000
export const NOTE_LENGTH = 200
export const REAL_FIRE_NOTE = '现场确认真实火警'

/** Times of a decision and of its sending, both by the device's clock. */
export interface AlarmTap {
  readonly tapped: Date
  readonly sent: Date
}

export const LONGEST_WAIT_MS = 7 * 24 * 60 * 60_000

/**
 * Server time of arrival minus the wait between tap and sending.
 * If the clock was set back in between, the arrival time.
 */
export function decidedAt(now: Date, tap: AlarmTap | null): Date {
  const elapsed = tap ? Math.max(0, tap.sent.getTime() - tap.tapped.getTime()) : 0
  return new Date(now.getTime() - Math.min(elapsed, LONGEST_WAIT_MS))
}

/** A false alarm's cause is the first part of its note, before `；`. */
export const FALSE_CAUSES = ['灰尘、水汽', '油烟、吸烟', '施工作业', '人员误碰', '设备故障', '原因待查'] as const
export const NO_CAUSE = '未填写'

export function falseCauseOf(note: string | null): string {
  const first = note?.split('；')[0]
  return FALSE_CAUSES.find((cause) => cause === first) ?? NO_CAUSE
}
