import { type Column, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { epochMs } from './epoch-ms.ts'
import type { Db } from './open-db.ts'

export const MAX_CLOCK_DIFFERENCE_MS = 3_600_000

export interface Clocks {
  readonly now: () => Date
  readonly databaseTime: () => Promise<Date>
}

export class ClocksDifferError extends Error {
  override readonly name = 'ClocksDifferError'
}

export async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ ms: string }>(sql`select ${epochMs('clock_timestamp()')}::text as ms`)
  return new Date(Number(rows[0]?.ms))
}

/** Process clock minus database clock, ms. */
export async function clockDifference({ now, databaseTime }: Clocks): Promise<number> {
  return now().getTime() - (await databaseTime()).getTime()
}

export async function earliestTime({ now, databaseTime }: Clocks): Promise<Date> {
  const [process, database] = [now(), await databaseTime()]
  return process < database ? process : database
}

export async function latestTime({ now, databaseTime }: Clocks): Promise<Date> {
  const [process, database] = [now(), await databaseTime()]
  return process > database ? process : database
}

export function checkClocks(one: Date, other: Date, names: string): void {
  const seconds = Math.round((one.getTime() - other.getTime()) / 1000)
  if (Math.abs(seconds) * 1000 > MAX_CLOCK_DIFFERENCE_MS)
    throw new ClocksDifferError(`the clocks of ${names} differ by ${seconds} s: nothing is deleted`)
}

/** The earlier of both clocks. @throws ClocksDifferError if they differ by more than an hour */
export async function deletionTime({ now, databaseTime }: Clocks): Promise<Date> {
  const [process, database] = [now(), await databaseTime()]
  checkClocks(process, database, 'process and database')
  return process < database ? process : database
}

/** @param storedAt set by the database; null in rows older than the column */
export const writtenBefore = (moment: Date, writtenAt: Column, storedAt: Column): SQL =>
  sql`(${lt(writtenAt, moment)} and ${or(isNull(storedAt), lt(storedAt, moment))})`
