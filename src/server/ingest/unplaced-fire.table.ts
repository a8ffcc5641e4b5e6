import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { idColumn, instant, refColumn, storedAtColumn } from '../db/columns.ts'
import { TIME_MARKS } from '../record/record.table.ts'

/** A fire alarm whose building is not known: from an unknown transmission device, or for a building that is not the provider's. */
export const unplacedFire = pgTable(
  'unplaced_fire',
  {
    id: idColumn(),
    /** Who sent it, as the authority reads it. */
    source: text('source').notNull(),
    providerId: refColumn('provider_id'),
    pointNumber: text('point_number').notNull(),
    occurredAt: instant('occurred_at').notNull(),
    timeMark: text('time_mark', { enum: TIME_MARKS }),
    deviceTime: instant('device_time'),
    sequence: integer('sequence').notNull(),
    receivedAt: instant('received_at').notNull(),
    storedAt: storedAtColumn(),
    /** Equal for the same fire sent again. */
    itemKey: text('item_key').notNull(),
  },
  (t) => [
    uniqueIndex('unplaced_fire_item_key').on(t.source, t.itemKey),
    index('unplaced_fire_received_idx').on(t.receivedAt),
  ],
)
