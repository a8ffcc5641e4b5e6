import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { session } from '../auth/session.table.ts'
import { instant, refColumn } from '../db/columns.ts'

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

/** Items sent to a device whose writing transactions may have overlapped the sending: each item is sent once. */
export const pushDelivered = pgTable(
  'push_delivered',
  {
    endpoint: text('endpoint')
      .notNull()
      .references(() => pushSubscription.endpoint, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['problem', 'application', 'message'] }).notNull(),
    itemId: refColumn('item_id').notNull(),
    /** When the item was written. */
    writtenAt: instant('written_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.endpoint, t.kind, t.itemId] })],
)
