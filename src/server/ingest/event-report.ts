import type { EventKind } from '#contract/ingest.ts'
import type { NamedPoint } from './find-points.ts'

/** What `time` is null of, the device had no clock for. */
interface Reported extends NamedPoint {
  readonly time: Date | null
  readonly sequence: number
}

/** An event that began or ended, as providers report it; with how a person handled it. */
export interface PhaseReport extends Reported {
  readonly phase: 'begin' | 'end'
  readonly kind: EventKind
  readonly state?: number | undefined
  readonly handledTime?: Date | undefined
  readonly handledBy?: string | undefined
  readonly handledPhone?: string | undefined
}

/** A status word of a component behind a transmission device: which kinds it tells of, and which of them last. */
export interface StatusReport extends Reported {
  readonly phase: 'status'
  readonly told: number
  readonly lasting: number
}

/** An operation at a controller; `pointNumber` names the system. */
export interface OperationReport extends Reported {
  readonly phase: 'operation'
  readonly bits: number
  readonly operator: number
  readonly resets: boolean
}

export type EventReport = PhaseReport | StatusReport | OperationReport
