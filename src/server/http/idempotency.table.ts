import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, refColumn, storedAtColumn } from '../db/columns.ts'

/** A change that was asked for under a key of the caller's: asked again, it answers the same and changes nothing. */
export const idempotency = pgTable(
  'idempotency',
  {
    accountId: refColumn('account_id').notNull(),
    key: text('key').notNull(),
    /** The call's id, and a digest of what was sent: a key stands for one change. */
    call: text('call').notNull(),
    fingerprint: text('fingerprint').notNull(),
    answer: jsonb('answer').$type<unknown>(),
    /** The version in which the change left what it changed. */
    leftVersion: text('left_version'),
    at: instant('at').notNull(),
    storedAt: storedAtColumn(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.key] }), index('idempotency_at_idx').on(t.at)],
)
