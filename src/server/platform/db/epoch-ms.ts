import { type SQL, sql } from 'drizzle-orm'

/** Ten times faster than `extract`, which uses numeric. */
export const epochMs = (moment: string): SQL => sql.raw(`round(date_part('epoch', ${moment}) * 1000)`)
