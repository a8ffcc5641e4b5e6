import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { building } from '../building/building.table.ts'
import { instant, refColumn } from '../db/columns.ts'
import { point } from '../point/point.table.ts'

/** What is wrong at a point at present, and since when: what problems and scores are made of. Causes: `cause.ts`. */
export const trouble = pgTable(
  'trouble',
  {
    pointId: refColumn('point_id')
      .notNull()
      .references(() => point.id, { onDelete: 'cascade' }),
    cause: text('cause').notNull(),
    buildingId: refColumn('building_id').notNull(),
    since: instant('since').notNull(),
  },
  (t) => [primaryKey({ columns: [t.pointId, t.cause] }), index('trouble_building_idx').on(t.buildingId)],
)

/** How far the platform has understood a building. */
export const buildingState = pgTable(
  'building_state',
  {
    buildingId: refColumn('building_id')
      .primaryKey()
      .references(() => building.id, { onDelete: 'cascade' }),
    /** The next moment at which something comes true by time alone. */
    dueAt: instant('due_at').notNull(),
    /** The Shanghai day on which it was last worked out from its records, whole; null never. */
    checkedDay: date('checked_day', { mode: 'string' }),
    /** Item types a report of which has arrived inside the expected interval. */
    connected: integer('connected')
      .array()
      .notNull()
      .default(sql`'{}'::int[]`),
  },
  (t) => [index('building_state_due_idx').on(t.dueAt)],
)
