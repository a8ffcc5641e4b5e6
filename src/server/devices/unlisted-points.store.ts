import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'

const bigints = (ids: readonly number[]) => sql`${sql.param(ids)}::bigint[]`

/** Ids of removed components and of those stored without registration, by point number; locks the rows. */
export async function findUnlisted(
  tx: Db,
  buildingId: number,
  pointNumbers: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await tx.execute<{ id: string; point_number: string }>(sql`
    select id, point_number from unlisted_point
    where building_id = ${buildingId} and point_number = any(${sql.param(pointNumbers)}::text[]) order by id for update`)
  return new Map(rows.map((row) => [row.point_number, Number(row.id)]))
}

/** Records stored before registration get the device's name. */
export async function adoptRecords(tx: Db, pointIds: readonly number[]): Promise<void> {
  if (pointIds.length === 0) return
  const { rows } = await tx.execute<{ id: string }>(
    sql`delete from unlisted_point where id = any(${bigints(pointIds)}) returning id`,
  )
  if (rows.length === 0) return
  const ids = bigints(rows.map(({ id }) => Number(id)))
  await tx.execute(sql`
    update device_event e set device_no = p.device_no, device_name = p.device_name, device_type = p.device_type,
      floor = p.floor, zone = p.zone, descript = p.descript
    from point p where p.id = e.point_id and e.point_id = any(${ids}) and e.unregistered and e.device_no is null`)
  await tx.execute(sql`select rank_points(${ids})`)
}
