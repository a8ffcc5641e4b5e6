import { index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { idColumn, instant, refColumn, storedAtColumn } from './columns.ts'
import { provider } from './provider.table.ts'

/**
 * `future`, `unset`, `expired`: unusable device time. `unknown-point`: not registered, behind a gateway.
 * `out-of-range`: impossible value. `unknown-code`: not in this edition of the protocol.
 */
export const QUARANTINE_REASONS = [
  'future',
  'unset',
  'expired',
  'unknown-point',
  'out-of-range',
  'unknown-code',
] as const
export type QuarantineReason = (typeof QUARANTINE_REASONS)[number]

export const quarantine = pgTable(
  'quarantine',
  {
    id: idColumn(),
    providerId: refColumn('provider_id')
      .notNull()
      .references(() => provider.id, { onDelete: 'cascade' }),
    buildingId: refColumn('building_id').notNull(),
    pointNumber: text('point_number').notNull(),
    reason: text('reason', { enum: QUARANTINE_REASONS }).notNull(),
    /** `reading`, `status`, `operation`, or the event's kind and phase. */
    itemKind: text('item_kind').notNull(),
    /** Device time and server time; server time for both if the device's is not set. */
    occurredAt: instant('occurred_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    storedAt: storedAtColumn(),
    /** Deduplicates repeated sending. */
    itemKey: text('item_key').notNull(),
    item: jsonb('item').$type<Record<string, unknown>>().notNull(),
  },
  (t) => [
    uniqueIndex('quarantine_item_key').on(t.buildingId, t.itemKey),
    index('quarantine_list_idx').on(t.providerId, t.receivedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('quarantine_received_idx').on(t.receivedAt),
  ],
)
