import { date, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { instant, refColumn } from './columns.ts'
import { unit } from './unit.table.ts'

/** A unit's check-in on a Shanghai day: 1 made up, 2 signed. */
export const checkin = pgTable(
  'checkin',
  {
    unitId: refColumn('unit_id')
      .notNull()
      .references(() => unit.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    status: integer('status').notNull(),
    accountId: refColumn('account_id'),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.unitId, t.day] })],
)
