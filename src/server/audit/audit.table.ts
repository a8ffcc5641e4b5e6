import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, instant, refColumn } from '../db/columns.ts'

/** Who changed what, when and from where. Append-only: a trigger refuses updates and deletes. */
export const audit = pgTable(
  'audit',
  {
    id: idColumn(),
    at: instant('at').notNull(),
    /** The call's id, as `auth.signIn`. */
    action: text('action').notNull(),
    accountId: refColumn('account_id'),
    address: text('address'),
    requestId: text('request_id'),
    /** What it was done to and what changed; never a password, token, phone or ID number. */
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull(),
  },
  (t) => [index('audit_at_idx').on(t.at), index('audit_account_idx').on(t.accountId, t.at)],
)
