/** A record received later than this after the device's time is replayed and calls no person (ms). */
export const FRESH_MS = 10 * 60_000
/** Silence of an alarm after which a further record calls again (ms). */
export const SILENT_MS = 10 * 60_000
/** An unacknowledged wave covers further reasons for this long: its people are being called (ms). */
const COVERED_MS = 2 * 60_000

/** Manual call point and flow switch. Source: GB/T 26875.3, table 5. */
export const SURE_DEVICE_TYPES = [23, 96] as const
export const MANUAL_CALL_POINT = 23

export interface WaveState {
  /** 0: not called yet. */
  readonly wave: number
  /** Server time in ms; null: not called yet. */
  readonly waveAt: number | null
  /** Acknowledged since `waveAt`. */
  readonly isAcked: boolean
  /** Device time of the newest earlier record (ms). */
  readonly lastAt: number
}

/** A record that joined the alarm; times in ms. */
export interface WaveRecord {
  readonly occurredAt: number
  /** Null: not a registered component. */
  readonly deviceType: number | null
  readonly isShelved: boolean
  /** No earlier record of the alarm is from its floor and zone. */
  readonly isElsewhere: boolean
  /** Its point reported three fires within a minute in the last ten minutes. */
  readonly isChattering: boolean
}

export const isFresh = (occurredAt: number, now: number): boolean => now - occurredAt <= FRESH_MS

/** Manual call points call even during announced work. */
export const mayCall = ({ occurredAt, deviceType, isShelved }: WaveRecord, now: number): boolean =>
  isFresh(occurredAt, now) && (!isShelved || deviceType === MANUAL_CALL_POINT)

/** Whether any of a batch's records is a new reason to call. */
export function startsWave(state: WaveState, records: readonly WaveRecord[], now: number): boolean {
  const calling = records.filter((record) => mayCall(record, now))
  if (state.wave === 0) return calling.length > 0
  const isCovered = !state.isAcked && state.waveAt !== null && now - state.waveAt < COVERED_MS
  if (isCovered) return false
  return calling.some(
    ({ occurredAt, deviceType, isElsewhere, isChattering }) =>
      !isChattering &&
      (occurredAt - state.lastAt > SILENT_MS || isElsewhere || SURE_DEVICE_TYPES.some((sure) => sure === deviceType)),
  )
}
