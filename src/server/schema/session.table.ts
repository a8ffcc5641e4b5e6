import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { account } from './account.table.ts'
import { instant, refColumn } from './columns.ts'

/** Stores the token's SHA-256 only; at most one live session per account. */
export const session = pgTable(
  'session',
  {
    tokenHash: text('token_hash').primaryKey(),
    accountId: refColumn('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    endedAt: instant('ended_at'),
    /** replaced, signed-out, password, disabled, role, expired */
    endReason: text('end_reason'),
    address: text('address'),
  },
  (t) => [
    uniqueIndex('session_live_key')
      .on(t.accountId)
      .where(sql`${t.endedAt} is null`),
    index('session_account_idx').on(t.accountId),
  ],
)

/** A CAPTCHA: valid once, for five minutes. */
export const picture = pgTable(
  'picture_code',
  {
    token: text('token').primaryKey(),
    codeHash: text('code_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('picture_code_expires_idx').on(t.expiresAt)],
)
