/** What can be wrong at a point. `shield` and `mute` cost score and open no problem. */
export const CAUSES = [
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
export type Cause = (typeof CAUSES)[number]

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** A cause that opens a facility problem, once it has lasted so long (ms). */
export type ProblemCause = Exclude<Cause, 'shield' | 'mute'>

/**
 * How long a cause lasts before it is a problem. What people do for a moment, switching a pump for a test or drawing
 * water, is none; the spans are those after which it costs score. Source: rulings, Numbers and rules; domain facts, 7.
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

export function isProblemCause(cause: Cause): cause is ProblemCause {
  return cause in PROBLEM_AFTER
}

/** Whether the point gives no valid report, so that its measures are unknown. */
export function isSilence(cause: Cause): boolean {
  return cause === 'offline' || cause === 'mute'
}

/** Something wrong at a point at present, since a moment (ms). */
export interface Trouble {
  readonly pointId: number
  readonly systemId: number
  readonly apiId: number
  readonly deviceName: string
  readonly deviceNo: string
  readonly cause: Cause
  readonly since: number
}
