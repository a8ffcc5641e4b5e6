import type { EventKind } from '#contract/ingest.ts'
import type { NamedPoint } from './lock-named-points.ts'

/** `time` null: clock not set. */
interface Reported extends NamedPoint {
  readonly time: Date | null
  readonly sequence: number
}

export interface PhaseReport extends Reported {
  readonly phase: 'begin' | 'end'
  readonly kind: EventKind
  readonly state?: number | undefined
  readonly handledTime?: Date | undefined
  readonly handledBy?: string | undefined
  readonly handledPhone?: string | undefined
  readonly isManual?: boolean
}

/** Bits: `told` of the kinds covered, `lasting` of the active ones. */
export interface StatusReport extends Reported {
  readonly phase: 'status'
  readonly told: number
  readonly lasting: number
}

/** `pointNumber` is the system's. */
export interface OperationReport extends Reported {
  readonly phase: 'operations'
  readonly bits: number
  readonly operator: number
  readonly resets: boolean
}

export type EventReport = PhaseReport | StatusReport | OperationReport

export const isPhase = (report: EventReport): report is PhaseReport =>
  report.phase === 'begin' || report.phase === 'end'
