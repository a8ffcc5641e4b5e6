import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db/open-db.ts'
import { LAST_EVENT_TYPE } from '../point/valid-report.ts'
import { SILENT_AFTER } from '../understanding/access.rules.ts'
import type { Transmitter } from './gateway.store.ts'
import { transmissionDevice } from './transmission-device.table.ts'

/** How often a report of the device is noted at the points behind it. */
const NOTE_EVERY_MS = 5 * 60_000

/** Points that a report of their transmission device concerns, and their buildings. */
export interface Vouched {
  readonly pointIds: readonly number[]
  readonly buildingIds: readonly number[]
}

/**
 * The device reported: that is a valid report of the components behind it that report events. A point that another
 * report is just being stored of is passed over, because two that waited for each other's points would wait for ever.
 * @returns the points that were silent before
 */
export async function noteTransmitterReport(tx: Db, device: Transmitter, now: Date): Promise<Vouched> {
  const at = now.toISOString()
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
  await tx.update(transmissionDevice).set({ lastSeenAt: now }).where(eq(transmissionDevice.address, device.address))
  const { rows } = await tx.execute<{ id: string }>(sql`
    with behind as (select id, coalesce(online and valid_at > ${ago(SILENT_AFTER)}::timestamptz, false) as counted from point
      where building_id = ${device.buildingId} and api_type <= ${LAST_EVENT_TYPE} and point_number ~ '^\\d+\\.\\d+(\\.\\d+)?$'
        and (valid_at is null or valid_at < ${ago(NOTE_EVERY_MS)}::timestamptz)
      for no key update skip locked),
    noted as (update point p set reported_at = ${at}::timestamptz, received_at = ${at}::timestamptz,
        valid_at = ${at}::timestamptz, online = true
      from behind where p.id = behind.id)
    select id from behind where not counted`)
  return { pointIds: rows.map(({ id }) => Number(id)), buildingIds: rows.length > 0 ? [device.buildingId] : [] }
}
