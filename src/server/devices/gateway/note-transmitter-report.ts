import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open-db.ts'
import { LAST_EVENT_TYPE } from '../valid-report.ts'
import { SILENT_AFTER } from '#server/evaluation/access.rules.ts'
import type { Transmitter } from './gateway.store.ts'
import { transmissionDevice } from '#server/schema/transmission-device.table.ts'

/** Minimum interval between updates of the points behind a device. */
const NOTE_EVERY_MS = 5 * 60_000

/**
 * Counts for event components: as one of several, those last named. Locked points are skipped: deadlocks. @returns
 * those not connected before
 */
export async function noteTransmitterReport(
  tx: Db,
  device: Transmitter,
  named: readonly string[],
  now: Date,
): Promise<number[]> {
  const at = now.toISOString()
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
  await tx.update(transmissionDevice).set({ lastSeenAt: now }).where(eq(transmissionDevice.address, device.address))
  if (named.length > 0)
    await tx.execute(sql`
      update point set transmitter_address = ${device.address} where id in (
        select id from point where building_id = ${device.buildingId} and point_number = any(${sql.param(named)}::text[])
          and transmitter_address is distinct from ${device.address}
        for no key update skip locked)`)
  const { rows } = await tx.execute<{ id: string }>(sql`
    with behind as (select id, coalesce(online and valid_at > ${ago(SILENT_AFTER)}::timestamptz, false) as counted from point
      where building_id = ${device.buildingId} and api_type <= ${LAST_EVENT_TYPE} and point_number ~ '^\\d+\\.\\d+(\\.\\d+)?$'
        and released_at is null and (transmitter_address = ${device.address} or not exists (
          select 1 from transmission_device where building_id = ${device.buildingId} and address <> ${device.address}))
        and (valid_at is null or valid_at < ${ago(NOTE_EVERY_MS)}::timestamptz)
      for no key update skip locked),
    noted as (update point p set reported_at = ${at}::timestamptz, received_at = ${at}::timestamptz,
        valid_at = ${at}::timestamptz, online = true
      from behind where p.id = behind.id)
    select id from behind where not counted`)
  return rows.map(({ id }) => Number(id))
}
