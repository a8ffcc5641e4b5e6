import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Audience } from '#contract/publishing.ts'
import { account } from '../account/account.table.ts'
import { idColumn, instant, refColumn } from '../db/columns.ts'

/** A notification's text; who gets it stands in {@link messageReceiver}. */
export const message = pgTable(
  'message',
  {
    id: idColumn(),
    title: text('title').notNull(),
    messageHtml: text('message_html').notNull(),
    /** When it was sent; of a draft, when it was saved last. */
    sentAt: instant('sent_at').notNull(),
    /** 0 draft, 1 sent, 2 withdrawn. */
    state: integer('state').notNull().default(1),
    version: integer('version').notNull().default(1),
    /** Who of the authority wrote it; what the platform tells by itself has no author. */
    authorId: refColumn('author_id').references(() => account.id, { onDelete: 'set null' }),
    /** Whom its author addresses it to. */
    audience: jsonb('audience').$type<Audience>(),
  },
  (t) => [
    index('message_authored_idx')
      .on(t.sentAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.audience} is not null`),
  ],
)

/** A notification in someone's box: unread, read or deleted. */
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
    // The badge asks for every account every few minutes; unread is little of what a box holds.
    index('message_receiver_unread_idx')
      .on(t.accountId)
      .where(sql`${t.readAt} is null and ${t.deletedAt} is null`),
  ],
)
