import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { session } from './session.table.ts'
import { instant, refColumn } from './columns.ts'

/** A browser's push subscription; ends with its session. */
export const pushSubscription = pgTable(
  'push_subscription',
  {
    endpoint: text('endpoint').primaryKey(),
    tokenHash: text('token_hash')
      .notNull()
      .references(() => session.tokenHash, { onDelete: 'cascade' }),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** Earlier items were sent, or existed at the subscription. */
    toldAt: instant('told_at').notNull(),
  },
  (t) => [index('push_subscription_session_idx').on(t.tokenHash)],
)

/** Sent items that a later run may read again because transactions overlap: prevents duplicates. */
export const pushDelivered = pgTable(
  'push_delivered',
  {
    endpoint: text('endpoint')
      .notNull()
      .references(() => pushSubscription.endpoint, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['problem', 'application', 'message'] }).notNull(),
    itemId: refColumn('item_id').notNull(),
    writtenAt: instant('written_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.endpoint, t.kind, t.itemId] })],
)
