import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { account } from './account.table.ts'
import { approval } from './approval.table.ts'
import { idColumn, instant, refColumn, storedAtColumn } from './columns.ts'

/** Until attached to a declaration, visible to its sender only. */
export const upload = pgTable(
  'upload',
  {
    id: idColumn(),
    /** Last part of the URL; grants no access by itself. */
    token: text('token').notNull(),
    accountId: refColumn('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    approvalId: refColumn('approval_id').references(() => approval.id, { onDelete: 'set null' }),
    fileKey: text('file_key').notNull(),
    /** Sanitized, with the extension of the content type. */
    fileName: text('file_name').notNull(),
    contentType: text('content_type').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    createdAt: instant('created_at').notNull(),
    storedAt: storedAtColumn(),
  },
  (t) => [
    uniqueIndex('upload_token_key').on(t.token),
    index('upload_account_idx').on(t.accountId),
    index('upload_approval_idx').on(t.approvalId),
    index('upload_created_idx').on(t.createdAt),
  ],
)
