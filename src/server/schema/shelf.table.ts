import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { account } from './account.table.ts'
import { building } from './building.table.ts'
import { idColumn, instant, refColumn } from './columns.ts'

/** Announced work (检修登记): alarms of the building, a system or a point call no person meanwhile. */
export const shelf = pgTable(
  'shelf',
  {
    id: idColumn(),
    buildingId: refColumn('building_id')
      .notNull()
      .references(() => building.id, { onDelete: 'cascade' }),
    /** Both null: the whole building. */
    systemId: integer('system_id'),
    pointId: refColumn('point_id'),
    reason: text('reason', { enum: ['test', 'maintenance'] }).notNull(),
    note: text('note'),
    fromAt: instant('from_at').notNull(),
    untilAt: instant('until_at').notNull(),
    accountId: refColumn('account_id').references(() => account.id, { onDelete: 'set null' }),
    byName: text('by_name').notNull(),
    byOrganisation: text('by_organisation'),
    createdAt: instant('created_at').notNull(),
    /** Ended by hand before `untilAt`. */
    endedAt: instant('ended_at'),
    endedBy: text('ended_by'),
    /** When its end was handled: undecided alarms are called, and its author is notified. */
    closedAt: instant('closed_at'),
  },
  (t) => [
    index('shelf_building_idx').on(t.buildingId, t.untilAt),
    index('shelf_unclosed_idx')
      .on(t.untilAt)
      .where(sql`${t.closedAt} is null`),
  ],
)
