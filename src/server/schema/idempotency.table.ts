import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, refColumn, storedAtColumn } from './columns.ts'

export const idempotency = pgTable(
  'idempotency',
  {
    accountId: refColumn('account_id').notNull(),
    key: text('key').notNull(),
    /** The call's id and a digest of its input: a key identifies one request. */
    call: text('call').notNull(),
    fingerprint: text('fingerprint').notNull(),
    answer: jsonb('answer').$type<unknown>(),
    /** Version of the changed object after the change. */
    leftVersion: text('left_version'),
    at: instant('at').notNull(),
    storedAt: storedAtColumn(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.key] }), index('idempotency_at_idx').on(t.at)],
)
