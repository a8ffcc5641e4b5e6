import { type Column, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { epochMs } from './epoch-ms.ts'
import type { Db } from './open-db.ts'

/** Nothing is deleted while the two clocks differ by more than this. */
export const MAX_CLOCK_DIFFERENCE_MS = 3_600_000

/** The clocks of this process and of the database. */
export interface Clocks {
  readonly now: () => Date
  readonly databaseTime: () => Promise<Date>
}

/** Two clocks disagree, so that the age of nothing is certain. */
export class ClocksDifferError extends Error {
  override readonly name = 'ClocksDifferError'
}

/** Reads the clock of the database server. */
export async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ ms: string }>(sql`select ${epochMs('clock_timestamp()')}::text as ms`)
  return new Date(Number(rows[0]?.ms))
}

/** How far the process clock is ahead of the database clock, in ms; negative: behind. */
export async function clockDifference({ now, databaseTime }: Clocks): Promise<number> {
  return now().getTime() - (await databaseTime()).getTime()
}

/** The earlier of both clocks. */
export async function earliestTime({ now, databaseTime }: Clocks): Promise<Date> {
  const [process, database] = [now(), await databaseTime()]
  return process < database ? process : database
}

/** The later of both clocks: what is stamped with it is kept too long rather than too short. */
export async function latestTime({ now, databaseTime }: Clocks): Promise<Date> {
  const [process, database] = [now(), await databaseTime()]
  return process > database ? process : database
}

/** @throws ClocksDifferError where two clocks differ by more than an hour */
export function checkClocks(one: Date, other: Date, names: string): void {
  const seconds = Math.round((one.getTime() - other.getTime()) / 1000)
  if (Math.abs(seconds) * 1000 > MAX_CLOCK_DIFFERENCE_MS)
    throw new ClocksDifferError(`the clocks of ${names} differ by ${seconds} s: nothing is deleted`)
}

/**
 * The time by which ages are judged wherever something is deleted for its age: the earlier of both clocks.
 * @throws ClocksDifferError where they differ by more than an hour
 */
export async function deletionTime({ now, databaseTime }: Clocks): Promise<Date> {
  const [process, database] = [now(), await databaseTime()]
  checkClocks(process, database, 'process and database')
  return process < database ? process : database
}

/**
 * Rows older than a moment both by the clock of the process that wrote them and by the database's.
 * @param storedAt set by the database; null in rows from before there was such a column
 */
export const writtenBefore = (moment: Date, writtenAt: Column, storedAt: Column): SQL =>
  sql`(${lt(writtenAt, moment)} and ${or(isNull(storedAt), lt(storedAt, moment))})`
