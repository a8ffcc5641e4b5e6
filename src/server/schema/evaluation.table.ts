import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { building } from './building.table.ts'
import { instant, refColumn } from './columns.ts'
import { point } from './point.table.ts'

/** Problems and scores follow. Renaming `trouble` would stop a running former version. */
export const condition = pgTable(
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

export const buildingState = pgTable(
  'building_state',
  {
    buildingId: refColumn('building_id')
      .primaryKey()
      .references(() => building.id, { onDelete: 'cascade' }),
    /** Next time the building must be re-evaluated without new data. */
    dueAt: instant('due_at').notNull(),
    /** Shanghai day of the last full evaluation. */
    checkedDay: date('checked_day', { mode: 'string' }),
    /** Connected item types, by `accessOf`. */
    connected: integer('connected')
      .array()
      .notNull()
      .default(sql`'{}'::int[]`),
  },
  (t) => [index('building_state_due_idx').on(t.dueAt)],
)
