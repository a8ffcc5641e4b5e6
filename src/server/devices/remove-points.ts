import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'
import type { ProblemCause } from '../evaluation/condition.ts'
import { ELECTRICAL_ALARM_API } from '../evaluation/gauge-limits.ts'

/** `release`: unbound from its provider. */
export type Remover = 'unit' | 'provider' | 'release'

export const OPEN_ALARM = '该点位有未确认的火警，确认后才能删除'

/** Unhandled and not ended, or its alarm undecided; or a confirmed fire not ended. */
const hasOpenAlarm = (pointId: SQL) => sql`(
  exists (select 1 from device_event e where e.point_id = ${pointId} and e.state = 0
    and (e.kind = 'fire' or e.api_id = ${ELECTRICAL_ALARM_API})
    and (e.ended_at is null or exists (select 1 from alarm_event x join alarm a on a.id = x.alarm_id
      where x.event_id = e.id and a.judged_at is null and a.joined_to is null)))
  or exists (select 1 from device_event e where e.point_id = ${pointId} and e.state = 2 and e.ended_at is null and e.kind = 'fire'))`

const bigints = (ids: readonly number[]) => sql`${sql.param(ids)}::bigint[]`

export async function lockWithAlarms(tx: Db, pointIds: readonly number[]): Promise<ReadonlySet<number>> {
  await tx.execute(sql`select 1 from point where id = any(${bigints(pointIds)}) order by id for update`)
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from point p where id = any(${bigints(pointIds)}) and ${hasOpenAlarm(sql`p.id`)}`)
  return new Set(rows.map(({ id }) => Number(id)))
}

export async function closeProblems(
  tx: Db,
  pointIds: readonly number[],
  by: Remover,
  now: Date,
  kept: readonly ProblemCause[] = [],
): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update problem set solved_at = greatest(happened_at, ${now.toISOString()}::timestamptz),
      closed_for = ${by === 'release' ? 'provider-released' : 'point-removed'}
    where point_id = any(${bigints(pointIds)}) and solved_at is null and cause <> all(${sql.param(kept)}::text[])`)
  return rowCount ?? 0
}

/**
 * Keeps records and readings; open problems close with a reason. Precondition: the points are locked. @returns
 * problems closed
 */
export async function removePoints(tx: Db, pointIds: readonly number[], by: Remover, now: Date): Promise<number> {
  if (pointIds.length === 0) return 0
  const at = sql`${now.toISOString()}::timestamptz`
  const closed = await closeProblems(tx, pointIds, by, now)
  await tx.execute(sql`
    update unlisted_point u set point_number = null from point p
    where p.id = any(${bigints(pointIds)}) and u.building_id = p.building_id and u.point_number = p.point_number`)
  await tx.execute(sql`
    with gone as (
      delete from point where id = any(${bigints(pointIds)})
      returning id, building_id, point_number, device_no, device_name, device_type, api_id, floor, zone, descript)
    insert into unlisted_point (id, building_id, point_number, device_no, device_name, device_type, api_id, floor, zone,
      descript, removed_at, removed_by)
    select *, ${at}, ${by} from gone`)
  return closed
}

export async function removeReleased(tx: Db, now: Date): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from point where released_at is not null order by id for update`,
  )
  const ids = rows.map(({ id }) => Number(id))
  const open = ids.length > 0 ? await lockWithAlarms(tx, ids) : new Set<number>()
  const over = ids.filter((id) => !open.has(id))
  await removePoints(tx, over, 'release', now)
  return over.length
}
