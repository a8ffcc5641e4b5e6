import { sql } from 'drizzle-orm'
import { building } from '../building/building.table.ts'

/** What a building of unknown area counts for in a weighted mean, in m². `score_weight` of the database says the same. */
const UNKNOWN_AREA = 1000

/** What a building counts for in a mean. */
export const weight = sql`coalesce(nullif(${building.area}, 0), ${sql.raw(String(UNKNOWN_AREA))})`
