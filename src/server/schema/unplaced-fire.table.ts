import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { idColumn, instant, refColumn, storedAtColumn } from './columns.ts'
import { TIME_MARKS } from './record.table.ts'

/**
 * A fire alarm of an unknown building: from an unknown transmission device, or of a building the provider does not
 * serve.
 */
export const unplacedFire = pgTable(
  'unplaced_fire',
  {
    id: idColumn(),
    source: text('source').notNull(),
    providerId: refColumn('provider_id'),
    pointNumber: text('point_number').notNull(),
    occurredAt: instant('occurred_at').notNull(),
    timeMark: text('time_mark', { enum: TIME_MARKS }),
    deviceTime: instant('device_time'),
    sequence: integer('sequence').notNull(),
    receivedAt: instant('received_at').notNull(),
    storedAt: storedAtColumn(),
    /** Deduplicates repeated sending. */
    itemKey: text('item_key').notNull(),
  },
  (t) => [
    uniqueIndex('unplaced_fire_item_key').on(t.source, t.itemKey),
    index('unplaced_fire_received_idx').on(t.receivedAt),
  ],
)
