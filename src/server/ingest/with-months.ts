import { sql } from 'drizzle-orm'
import { isMissingPartition } from '../db/errors.ts'
import type { Db } from '../db/open-db.ts'
import { judgeTime, monthsOf } from './ingest.rules.ts'
import type { Arrival } from './take-readings.ts'

/**
 * Runs a change that writes readings. The months at hand have their tables; where one has none, as for a late report of
 * a month nobody spoke in, the tables are made and the change runs anew: asking before would cost every batch.
 * @param instants of the readings
 */
export async function withMonths<T>(
  db: Db,
  { now, retentionMonths }: Arrival,
  instants: readonly Date[],
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction(work)
  } catch (error) {
    if (!isMissingPartition(error)) throw error
  }
  const kept = instants.filter((at) => judgeTime(at, now, retentionMonths) === 'fine')
  for (const first of monthsOf(kept)) await db.execute(sql`select ensure_month('reading', ${first}::date)`)
  return db.transaction(work)
}
