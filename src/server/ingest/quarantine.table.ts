import { index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { idColumn, instant, refColumn, storedAtColumn } from '../db/columns.ts'
import { provider } from '../provider/provider.table.ts'

/** Items set aside instead of believed: dated ahead of our clock, or of a point nobody registered behind a gateway. */
export const quarantine = pgTable(
  'quarantine',
  {
    id: idColumn(),
    providerId: refColumn('provider_id')
      .notNull()
      .references(() => provider.id, { onDelete: 'cascade' }),
    buildingId: refColumn('building_id').notNull(),
    pointNumber: text('point_number').notNull(),
    reason: text('reason', { enum: ['future', 'unknown-point'] }).notNull(),
    /** `reading`, or the event's kind and phase. */
    itemKind: text('item_kind').notNull(),
    /** By the device's clock and by ours. */
    occurredAt: instant('occurred_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    storedAt: storedAtColumn(),
    /** What makes it one item, however often it is sent. */
    itemKey: text('item_key').notNull(),
    item: jsonb('item').$type<Record<string, unknown>>().notNull(),
  },
  (t) => [
    uniqueIndex('quarantine_item_key').on(t.buildingId, t.itemKey),
    index('quarantine_list_idx').on(t.providerId, t.receivedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('quarantine_received_idx').on(t.receivedAt),
  ],
)
