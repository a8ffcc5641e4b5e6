import { sql } from 'drizzle-orm'
import { check, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { xid8 } from './change.table.ts'
import { instant } from './columns.ts'

/** One row. The file store holds the same id, to detect a foreign store. */
export const installation = pgTable(
  'installation',
  {
    row: smallint('row').primaryKey().default(1),
    id: text('id').notNull(),
    /** A known text: detects a wrong key at startup. */
    keyCheck: text('key_check'),
    /** VAPID private key, encrypted. */
    pushKey: text('push_key'),
    /** Of device keys, encrypted. */
    deriveKey: text('derive_key'),
    /** Set by a restore: a copy needs an id of its own for a file store. */
    restoredAt: instant('restored_at'),
    /** Part of every cursor of the change feed; renewed by a restore. */
    feedEpoch: text('feed_epoch')
      .notNull()
      .default(sql`gen_random_uuid()::text`),
    /** Newest transaction of the removed changes: an older cursor has missed some. */
    feedRemoved: xid8('feed_removed')
      .notNull()
      .default(sql`'0'`),
  },
  (t) => [check('installation_one_row', sql`${t.row} = 1`)],
)
