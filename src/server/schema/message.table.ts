import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Audience } from '#contract/publishing.ts'
import { account } from './account.table.ts'
import { idColumn, instant, refColumn } from './columns.ts'

/** A notification's text; recipients are in {@link messageReceiver}. */
export const message = pgTable(
  'message',
  {
    id: idColumn(),
    title: text('title').notNull(),
    messageHtml: text('message_html').notNull(),
    /** When it was sent; for a draft, last saved. */
    sentAt: instant('sent_at').notNull(),
    /** 0 draft, 1 sent, 2 withdrawn. */
    state: integer('state').notNull().default(1),
    version: integer('version').notNull().default(1),
    /** Author within the authority; null for messages of the platform. */
    authorId: refColumn('author_id').references(() => account.id, { onDelete: 'set null' }),
    audience: jsonb('audience').$type<Audience>(),
  },
  (t) => [
    index('message_authored_idx')
      .on(t.sentAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.audience} is not null`),
  ],
)

export const messageReceiver = pgTable(
  'message_receiver',
  {
    id: idColumn(),
    messageId: refColumn('message_id')
      .notNull()
      .references(() => message.id, { onDelete: 'cascade' }),
    accountId: refColumn('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    sentAt: instant('sent_at').notNull(),
    readAt: instant('read_at'),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    uniqueIndex('message_receiver_key').on(t.messageId, t.accountId),
    index('message_receiver_box_idx').on(t.accountId, t.sentAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    // The unread badge is polled for every account; unread rows are few.
    index('message_receiver_unread_idx')
      .on(t.accountId)
      .where(sql`${t.readAt} is null and ${t.deletedAt} is null`),
  ],
)
