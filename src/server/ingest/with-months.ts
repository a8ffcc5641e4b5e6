import { sql } from 'drizzle-orm'
import { isMissingPartition, isUniqueViolation } from '../db/errors.ts'
import type { Db } from '../db/open-db.ts'
import { judgeTime, monthsOf } from './ingest.rules.ts'
import type { Arrival } from './take-readings.ts'

/** The key of a month's readings. */
const READING_KEY = /^reading_\d{6}_pkey$/

/**
 * Runs a change that writes readings. The months at hand have their tables; where one has none, as for a late report of
 * a month nobody spoke in, the tables are made and the change runs anew: asking before would cost every batch. So it
 * does, in doubt of every reading, where one was known that its point's newest says nothing of.
 * @param instants of the readings
 */
export async function withMonths<T>(
  db: Db,
  arrival: Arrival,
  instants: readonly (Date | null)[],
  work: (tx: Db, arrival: Arrival) => Promise<T>,
): Promise<T> {
  let next = arrival
  let isMade = false
  for (;;)
    try {
      return await db.transaction((tx) => work(tx, next))
    } catch (error) {
      if (!isMade && isMissingPartition(error)) {
        await makeMonths(db, arrival, instants)
        isMade = true
      } else if (!next.isDoubtful && isUniqueViolation(error, READING_KEY)) next = { ...arrival, isDoubtful: true }
      else throw error
    }
}

async function makeMonths(
  db: Db,
  { now, retentionMonths }: Arrival,
  instants: readonly (Date | null)[],
): Promise<void> {
  const kept = instants.flatMap((at) => (at && judgeTime(at, now, retentionMonths) === 'fine' ? [at] : []))
  for (const first of monthsOf(kept)) await db.execute(sql`select ensure_month('reading', ${first}::date)`)
}
