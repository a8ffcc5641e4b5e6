import { sql } from 'drizzle-orm'
import { building } from '../schema/building.table.ts'

/** m². Must match `score_weight`. */
const UNKNOWN_AREA = 1000

export const weight = sql`coalesce(nullif(${building.area}, 0), ${sql.raw(String(UNKNOWN_AREA))})`
