import { sql, type SQL } from 'drizzle-orm'
import type { Deps } from '../platform/deps.ts'
import { evaluateBatch } from '../evaluation/evaluate-batch.ts'
import { EXPECTED_INTERVALS, expectedInterval } from '../evaluation/expected-interval.ts'

const AT_ONCE = 1_000
/** Each scans the whole table. */
const A_LOOK = 50_000
/** Outside the dictionary: yields the default interval. */
const UNKNOWN = 0

/** A join would cost a comparison per item type and point. */
function isOverdue(now: Date): SQL {
  const since = (intervalMs: number) => sql`${new Date(now.getTime() - intervalMs).toISOString()}::timestamptz`
  const intervals = [...new Set(EXPECTED_INTERVALS.values())].map((interval) => {
    const apis = [...EXPECTED_INTERVALS].flatMap(([api, its]) => (its === interval ? [api] : []))
    return sql`when p.api_id = any(${sql.param(apis)}::int[]) then ${since(interval)}`
  })
  const limit = sql`case ${sql.join(intervals, sql` `)} else ${since(expectedInterval(UNKNOWN))} end`
  return sql`p.online and (p.valid_at is null or p.valid_at < ${limit})`
}

/** Candidates by an unlocked scan; each batch re-checks them under lock in id order. */
export async function markOverdue({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const at = now()
  const overdue = isOverdue(at)
  let marked = 0
  for (;;) {
    const { rows } = await db.execute<{ id: string }>(sql`select p.id from point p where ${overdue} limit ${A_LOOK}`)
    const found = rows.map(({ id }) => Number(id)).sort((a, b) => a - b)
    let ofThese = 0
    for (let from = 0; from < found.length; from += AT_ONCE)
      ofThese += await mark(db, found.slice(from, from + AT_ONCE), overdue, at)
    marked += ofThese
    // A further scan would repeat the same work.
    if (found.length < A_LOOK || ofThese === 0) return marked
  }
}

function mark(db: Deps['db'], ids: readonly number[], overdue: SQL, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      with overdue as (
        select p.id from point p where p.id = any(${sql.param(ids)}::bigint[]) and ${overdue}
        order by p.id for no key update of p
      )
      update point p set online = false from overdue where p.id = overdue.id returning p.id`)
    if (rows.length > 0)
      await evaluateBatch(tx, {
        now,
        pointIds: rows.map(({ id }) => Number(id)),
        eventPointIds: [],
      })
    return rows.length
  })
}
