import type { EventKind } from '#contract/ingest.ts'
import { followAlarms } from '../alarm/follow-alarms.ts'
import type { Db } from '../db/open-db.ts'
import type { TIME_MARKS } from '../record/record.table.ts'
import { followArrival } from '../understanding/follow-arrival.ts'
import type { Taken } from './take-readings.ts'

/** An event that began and was not known before. */
export interface NewEvent {
  /** `device_event.id`; null where the building is not known. */
  readonly eventId: number | null
  readonly buildingId: number | null
  readonly pointId: number | null
  /** Who sent it, where the building is not known. */
  readonly source: string | null
  /** Number of the component. */
  readonly pointNumber: string
  readonly kind: EventKind
  readonly apiId: number
  readonly occurredAt: Date
  /** Why `occurredAt` is the server's time; null: it is the device's. */
  readonly timeMark: (typeof TIME_MARKS)[number] | null
  /** Whether the component was not registered. */
  readonly unregistered: boolean
}

/**
 * Evaluates a stored batch, in its transaction, for reports by HTTP and through the gateway alike: what follows for
 * alarms, troubles, access, problems and score. `taken.begun` holds the new events.
 */
export async function finishBatch(tx: Db, taken: Taken, now: Date): Promise<void> {
  const { begun = [], handled, arrived } = taken
  const { providerId = 0, reports = [] } = handled ?? {}
  if (handled || begun.length > 0)
    await followAlarms(tx, { begun, providerId, reports, buildingIds: arrived.buildingIds }, now)
  if (taken.arrived.pointIds.length > 0) await followArrival(tx, { now, ...taken.arrived })
}
