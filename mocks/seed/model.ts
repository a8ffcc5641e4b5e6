import type { building } from '#server/building/building.table.ts'
import type { point } from '#server/point/point.table.ts'
import type { ProblemCause } from '#server/understanding/cause.ts'
import type { unit } from '#server/unit/unit.table.ts'
import type { Kind } from './kind.ts'
import type { Slot } from './plan.ts'
import type { Sensor } from './sensor.ts'

/** What the generator knows of a unit beyond its row. */
export interface UnitModel {
  readonly id: number
  readonly row: typeof unit.$inferInsert & { id: number }
  /** Who answers alarms and repairs for it. */
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
  >
>

export interface PointModel {
  readonly id: number
  readonly row: PointRow
  readonly sensor: Sensor
  /** Whether it ever spoke to the platform. */
  readonly reporting: boolean
}

/** Something wrong at a point from one moment (ms) to another, or still; `shield` costs score and opens no problem. */
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
  /** When it first reported; null never. */
  readonly liveFrom: number | null
  /** When all of it fell silent; null it did not. */
  readonly silentFrom: number | null
}

/** Whether the incident is on at that moment (ms). */
export function isOn(incident: Incident, at: number): boolean {
  return incident.from <= at && (incident.to === null || incident.to > at)
}
