import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, instant, refColumn } from './columns.ts'
import { organ } from './organ.table.ts'

/** Receives confirmed fires of the organ's area. */
export const webhook = pgTable(
  'webhook',
  {
    id: idColumn(),
    organId: refColumn('organ_id')
      .notNull()
      .references(() => organ.id, { onDelete: 'cascade' }),
    address: text('address').notNull(),
    /** Sealed. */
    secret: text('secret').notNull(),
    /** Sealed; also signs until `formerUntil`. */
    formerSecret: text('former_secret'),
    formerUntil: instant('former_until'),
    kinds: text('kinds', { enum: ['fire', 'correction'] })
      .array()
      .notNull()
      .default(sql`'{fire,correction}'::text[]`),
    createdAt: instant('created_at').notNull(),
    disabledAt: instant('disabled_at'),
  },
  (t) => [index('webhook_organ_idx').on(t.organId)],
)
