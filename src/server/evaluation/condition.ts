/** `mute`: never reported; `offline`: no longer. `shield` and `mute` lower the score but open no problem. */
export const CONDITION_TYPES = [
  'fault',
  'offline',
  'pressure-high',
  'pressure-low',
  'level-high',
  'level-low',
  'pump-manual',
  'pump-power',
  'alarm-unhandled',
  'shield',
  'mute',
] as const
export type ConditionType = (typeof CONDITION_TYPES)[number]

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export type ProblemCause = Exclude<ConditionType, 'shield' | 'mute'>

/**
 * ms. A pump test or drawing water opens no problem; measured causes as the score's `after`. Source: rulings,
 * Numbers and rules; domain facts, 7.
 */
export const PROBLEM_AFTER: Readonly<Record<ProblemCause, number>> = {
  fault: 0,
  offline: 0,
  'pressure-high': 2 * HOUR,
  'pressure-low': 2 * HOUR,
  'level-high': 2 * HOUR,
  'level-low': 2 * HOUR,
  'pump-manual': HOUR,
  'pump-power': 10 * MINUTE,
  'alarm-unhandled': DAY,
}

export const PROBLEM_CAUSES = Object.keys(PROBLEM_AFTER) as readonly ProblemCause[]

export function isProblemCause(cause: ConditionType): cause is ProblemCause {
  return cause in PROBLEM_AFTER
}

/** Its measures are unknown. */
export function isSilence(cause: ConditionType): boolean {
  return cause === 'offline' || cause === 'mute'
}

/** `since` in ms. */
export interface Condition {
  readonly pointId: number
  readonly systemId: number
  readonly apiId: number
  readonly deviceName: string
  readonly deviceNo: string
  readonly cause: ConditionType
  readonly since: number
}
