import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { account } from '../account/account.table.ts'
import { instant, refColumn } from '../db/columns.ts'

/** How long after an address served its browser may fetch the same file again. */
export const HELD_MS = 10 * 60_000

/** A file waiting to be fetched: its ticket serves once within 60 seconds. Source: rulings, Addresses and windows. */
export const download = pgTable(
  'download',
  {
    /** SHA-256 of the ticket; once it served, of the ticket and the served browser's cookie. */
    ticketHash: text('ticket_hash').primaryKey(),
    fileKey: text('file_key').notNull(),
    fileName: text('file_name').notNull(),
    contentType: text('content_type').notNull(),
    /** Saved as a file, or shown in the window. */
    disposition: text('disposition', { enum: ['attachment', 'inline'] })
      .notNull()
      .default('attachment'),
    /** The file outlives its tickets: it was not made for one of them. */
    kept: boolean('kept').notNull().default(false),
    accountId: refColumn('account_id').references(() => account.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('download_expires_idx').on(t.expiresAt)],
)
