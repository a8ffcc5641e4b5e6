import { sql } from 'drizzle-orm'
import type { FigureName } from '#contract/measures.ts'
import { epochMs } from '../platform/db/epoch-ms.ts'
import type { Db } from '../platform/db/open-db.ts'

const AROUND_MS = 12 * 60 * 60_000
const BUCKET_MS = 10 * 60_000
const EARLIER_MS = 90 * 24 * 60 * 60_000

const time = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`

/**
 * Readings around a moment, the highest or lowest of each ten minutes, oldest first.
 * @param at ms
 */
export async function readingsAround(
  db: Db,
  { pointId, figure, at, extreme }: { pointId: number; figure: FigureName; at: number; extreme: 'max' | 'min' },
): Promise<{ at: number; value: number }[]> {
  const { rows } = await db.execute<{ at: number; value: number }>(sql`
    select ${epochMs('min(at)')} as at, ${sql.raw(extreme)}((measures ->> ${figure})::float8) as value from reading
    where point_id = ${pointId}::bigint and at >= ${time(at - AROUND_MS)} and at <= ${time(at + AROUND_MS)}
      and jsonb_typeof(measures -> ${figure}) = 'number'
    group by floor(date_part('epoch', at) * 1000 / ${BUCKET_MS}::float8) order by 1`)
  return rows
}

interface OfProblem {
  readonly id: number
  readonly buildingId: number
  readonly pointId: number | null
  readonly cause: string
  readonly floor: string | null
  readonly happenedAt: Date
}

/** `earlier`: of the same device and cause; `onFloor`: other unresolved ones of its floor. */
export async function countAround(db: Db, { id, buildingId, pointId, cause, floor, happenedAt }: OfProblem) {
  const at = happenedAt.getTime()
  const { rows } = await db.execute<{ earlier: number; onFloor: number }>(sql`
    select (select count(*)::int from problem q where q.building_id = ${buildingId} and q.point_id = ${pointId}::bigint
        and q.cause = ${cause} and q.id <> ${id} and q.happened_at >= ${time(at - EARLIER_MS)}
        and q.happened_at < ${time(at)}) as earlier,
      (select count(*)::int from problem q join point p on p.id = q.point_id where q.building_id = ${buildingId}
        and q.solved_at is null and q.id <> ${id} and p.floor = ${floor}::text) as "onFloor"`)
  return rows[0] ?? { earlier: 0, onFloor: 0 }
}
