import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { session } from '../auth/session.table.ts'
import { instant } from '../db/columns.ts'

/** A browser that wants to be told, as long as the session lives in which it said so. */
export const pushSubscription = pgTable(
  'push_subscription',
  {
    endpoint: text('endpoint').primaryKey(),
    tokenHash: text('token_hash')
      .notNull()
      .references(() => session.tokenHash, { onDelete: 'cascade' }),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** What came before was told or was there when it subscribed. */
    toldAt: instant('told_at').notNull(),
  },
  (t) => [index('push_subscription_session_idx').on(t.tokenHash)],
)
