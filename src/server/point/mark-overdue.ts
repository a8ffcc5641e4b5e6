import { sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { followArrival } from '../understanding/follow-arrival.ts'
import { EXPECTED_INTERVALS, expectedInterval } from './expected-interval.ts'

/** Points marked in one transaction: what follows from them is worked out there too. */
const AT_ONCE = 1_000
/** An item type no dictionary knows. */
const UNKNOWN = 0

/**
 * Marks points offline whose newest report is older than their item type's interval.
 * @returns how many
 */
export async function markOverdue({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const at = now()
  const apis = [...EXPECTED_INTERVALS.keys()]
  const since = (apiId: number) => new Date(at.getTime() - expectedInterval(apiId)).toISOString()
  let marked = 0
  for (;;) {
    const some = await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: string; building_id: string }>(sql`
        with overdue as (
          select p.id from point p
          left join unnest(${sql.param(apis)}::int[], ${sql.param(apis.map(since))}::timestamptz[]) as x(api_id, since)
            on x.api_id = p.api_id
          where p.online and p.reported_at < coalesce(x.since, ${since(UNKNOWN)}::timestamptz)
          order by p.id limit ${AT_ONCE} for no key update of p
        )
        update point p set online = false from overdue where p.id = overdue.id returning p.id, p.building_id`)
      if (rows.length > 0)
        await followArrival(tx, {
          now: at,
          pointIds: rows.map(({ id }) => Number(id)),
          buildingIds: [...new Set(rows.map((row) => Number(row.building_id)))],
          eventPointIds: [],
        })
      return rows.length
    })
    marked += some
    if (some < AT_ONCE) return marked
  }
}
