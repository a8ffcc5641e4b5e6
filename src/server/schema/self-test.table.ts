import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable } from 'drizzle-orm/pg-core'
import { building } from './building.table.ts'
import { instant, refColumn } from './columns.ts'
import { point } from './point.table.ts'

/** District of the self-test building, its unit and provider: outside every organ's area, also the city's. */
export const SELF_TEST_COUNTY = '000000'

/** The building whose device tests the way of an alarm; at most one row. All times are the database's. */
export const selfTest = pgTable('self_test', {
  row: boolean('row').primaryKey().default(true),
  buildingId: refColumn('building_id')
    .notNull()
    .references(() => building.id, { onDelete: 'cascade' }),
  pointId: refColumn('point_id')
    .notNull()
    .references(() => point.id, { onDelete: 'cascade' }),
  everyMinutes: integer('every_minutes').notNull(),
  createdAt: instant('created_at')
    .notNull()
    .default(sql`clock_timestamp()`),
  startedAt: instant('started_at'),
  /** The running test's alarm was handed to a channel. */
  passedAt: instant('passed_at'),
  /** From the report to the channel's acceptance. */
  tookMs: integer('took_ms'),
  /** When people were last called about its silence. */
  rangAt: instant('rang_at'),
})
