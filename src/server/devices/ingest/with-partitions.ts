import { sql } from 'drizzle-orm'
import { isMissingPartition, isUniqueViolation } from '#server/platform/db/errors.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { judgeTime, monthsOf } from '../ingest.rules.ts'
import type { BatchContext } from './ingest-readings.ts'

const READING_KEY = /^reading_\d{6}_pkey$/

/**
 * Retries after creating missing partitions, because checking first would cost every batch, and with `isDoubtful`
 * after a duplicate key.
 */
export async function withPartitions<T>(
  db: Db,
  arrival: BatchContext,
  instants: readonly (Date | null)[],
  work: (tx: Db, arrival: BatchContext) => Promise<T>,
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
  { now, retentionMonths }: BatchContext,
  instants: readonly (Date | null)[],
): Promise<void> {
  const kept = instants.flatMap((at) => (at && judgeTime(at, now, retentionMonths) === 'fine' ? [at] : []))
  for (const first of monthsOf(kept)) await db.execute(sql`select ensure_month('reading', ${first}::date)`)
}
