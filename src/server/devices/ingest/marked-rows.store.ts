import { sql } from 'drizzle-orm'
import { epochMs } from '#server/platform/db/epoch-ms.ts'
import type { Db } from '#server/platform/db/open-db.ts'

/** ms; `at`: server time. */
export interface MarkedRow extends Record<string, unknown> {
  readonly pointId: number
  readonly phase: 'begin' | 'end'
  readonly at: number
  readonly sequence: number
  readonly mark: string | null
  readonly deviceTime: number | null
  /** Neither ended nor handled. */
  readonly isOpen: boolean
  readonly state: number
  readonly handledAt: number | null
  readonly isJudged: boolean
}

export async function markedRows(tx: Db, pointIds: readonly number[], since: Date | null): Promise<MarkedRow[]> {
  if (pointIds.length === 0) return []
  const ids = sql`${sql.param(pointIds)}::bigint[]`
  const from = sql`${since?.toISOString() ?? '-infinity'}::timestamptz`
  const { rows } = await tx.execute<MarkedRow>(sql`
    select point_id::float8 as "pointId", 'begin' as phase, ${epochMs('occurred_at')} as at, sequence, time_mark as mark,
      ${epochMs('device_time')} as "deviceTime", ended_at is null and state = 0 as "isOpen",
      state, ${epochMs('handled_at')} as "handledAt", handled_rank > 0 as "isJudged"
    from device_event where point_id = any(${ids}) and kind = 'fire' and time_mark is not null
      and occurred_at >= ${from}
    union all
    select point_id::float8, 'end', ${epochMs('ended_at')}, sequence, null, ${epochMs('device_time')}, false, 0, null, false
    from device_event_end where point_id = any(${ids}) and kind = 'fire' and device_time is not null
      and ended_at >= ${from}
    order by at`)
  return rows
}
