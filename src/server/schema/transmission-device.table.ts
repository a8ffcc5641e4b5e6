import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { building } from './building.table.ts'
import { instant, refColumn } from './columns.ts'
import { provider } from './provider.table.ts'

/** 用户信息传输装置. Source: GB/T 26875.3. */
export const transmissionDevice = pgTable(
  'transmission_device',
  {
    /** Source address: a number of six bytes. */
    address: refColumn('address').primaryKey(),
    buildingId: refColumn('building_id')
      .notNull()
      .references(() => building.id, { onDelete: 'cascade' }),
    providerId: refColumn('provider_id')
      .notNull()
      .references(() => provider.id),
    /** A key of `protocols.ts`. */
    protocol: text('protocol').notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at'),
    /** When its first frame was accepted. */
    confirmedAt: instant('confirmed_at'),
    /** CIDR that its frames must come from, if registered. */
    network: text('network'),
    /** IP address of its first frame. */
    boundIp: text('bound_ip'),
  },
  (t) => [index('transmission_device_building_idx').on(t.buildingId)],
)
