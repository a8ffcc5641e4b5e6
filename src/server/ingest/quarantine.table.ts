import { index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { idColumn, instant, refColumn, storedAtColumn } from '../db/columns.ts'
import { provider } from '../provider/provider.table.ts'

/**
 * `future`, `unset`, `expired`: the device's time cannot be used. `unknown-point`: behind a gateway, not registered.
 * `out-of-range`: no such value is possible. `unknown-code`: the edition of the protocol does not know the code.
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

/** Items that were kept and not used. */
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
    /** By the device's clock and by ours; ours for both where the device's is not set. */
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
