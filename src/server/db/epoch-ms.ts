import { type SQL, sql } from 'drizzle-orm'

/**
 * A moment as milliseconds since 1970, whole. By way of floating point, which is exact for whole milliseconds:
 * `extract` reckons with decimals of any length, and a moment costs more than ten times as much.
 */
export const epochMs = (moment: string): SQL => sql.raw(`round(date_part('epoch', ${moment}) * 1000)`)
