import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { idColumn, instant, refColumn } from './columns.ts'
import { provider } from './provider.table.ts'

export const refusedBatch = pgTable(
  'refused_batch',
  {
    id: idColumn(),
    providerId: refColumn('provider_id')
      .notNull()
      .references(() => provider.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['points', 'events', 'readings'] }).notNull(),
    code: integer('code').notNull(),
    message: text('message').notNull(),
    batches: integer('batches').notNull(),
    items: integer('items').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (t) => [
    uniqueIndex('refused_batch_reason').on(t.providerId, t.kind, t.code, t.message),
    index('refused_batch_list').on(t.providerId, t.lastAt),
    index('refused_batch_last').on(t.lastAt),
  ],
)
