import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { account } from './account.table.ts'
import { instant, refColumn } from './columns.ts'

/** Grace period after the first download: the same browser may fetch the file again. */
export const HELD_MS = 10 * 60_000

/** A pending download: its ticket is valid once within 60 seconds. Source: rulings, Addresses and windows. */
export const download = pgTable(
  'download',
  {
    /** SHA-256 of the ticket; after the first download, of the ticket and the browser's cookie. */
    ticketHash: text('ticket_hash').primaryKey(),
    fileKey: text('file_key').notNull(),
    fileName: text('file_name').notNull(),
    contentType: text('content_type').notNull(),
    disposition: text('disposition', { enum: ['attachment', 'inline'] })
      .notNull()
      .default('attachment'),
    /** The file outlives its tickets. */
    kept: boolean('kept').notNull().default(false),
    accountId: refColumn('account_id').references(() => account.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('download_expires_idx').on(t.expiresAt)],
)
