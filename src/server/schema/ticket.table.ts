import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { account } from './account.table.ts'
import { instant, refColumn } from './columns.ts'

/** A sign-in ticket for use in a URL: valid once, within 60 seconds. Source: rulings, Sign-in. */
export const ticket = pgTable(
  'ticket',
  {
    ticketHash: text('ticket_hash').primaryKey(),
    accountId: refColumn('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('ticket_expires_idx').on(t.expiresAt)],
)
