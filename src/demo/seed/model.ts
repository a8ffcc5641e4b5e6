import type { building } from '#server/schema/building.table.ts'
import type { point } from '#server/schema/point.table.ts'
import type { ProblemCause } from '#server/evaluation/condition.ts'
import type { unit } from '#server/schema/unit.table.ts'
import type { Kind } from './kind.ts'
import type { Slot } from './plan.ts'
import type { Sensor } from './sensor.ts'

export interface UnitModel {
  readonly id: number
  readonly row: typeof unit.$inferInsert & { id: number }
  readonly duty: { readonly name: string; readonly phone: string }
}

export type PointRow = Required<
  Omit<
    typeof point.$inferInsert,
    | 'online'
    | 'validAt'
    | 'reportedAt'
    | 'receivedAt'
    | 'latest'
    | 'latestAt'
    | 'latestSequence'
    | 'version'
    | 'openRank'
    | 'releasedAt'
    | 'transmitterAddress'
  >
>

export interface PointModel {
  readonly id: number
  readonly row: PointRow
  readonly sensor: Sensor
  readonly reporting: boolean
}

/** ms; `to` null: open. `shield` opens no problem. */
export interface Incident {
  readonly point: PointModel
  readonly cause: ProblemCause | 'shield'
  readonly from: number
  readonly to: number | null
}

export interface BuildingModel {
  readonly id: number
  readonly row: typeof building.$inferInsert & { id: number; createdAt: Date }
  readonly slot: Slot
  readonly kind: Kind
  readonly owner: UnitModel
  readonly points: readonly PointModel[]
  /** ms; null: never. */
  readonly liveFrom: number | null
  /** ms; null: still reporting. */
  readonly silentFrom: number | null
}

/** @param at ms */
export function isOn(incident: Incident, at: number): boolean {
  return incident.from <= at && (incident.to === null || incident.to > at)
}
