import { sql } from 'drizzle-orm'
import { check, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'

/** This installation: one row. The file store holds the same id, so that a database knows the store that is its own. */
export const installation = pgTable(
  'installation',
  {
    row: smallint('row').primaryKey().default(1),
    id: text('id').notNull(),
    /** A known text sealed under SECRET_KEY: tells a wrong key at the start. */
    keyCheck: text('key_check'),
    /** The private key that pushes are signed with, sealed: browsers subscribed to its public half. */
    pushKey: text('push_key'),
    /** Set by a restore: a copy owns no file store until it is given an id of its own. */
    restoredAt: instant('restored_at'),
  },
  (t) => [check('installation_one_row', sql`${t.row} = 1`)],
)
