import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { building } from '../building/building.table.ts'
import { instant, refColumn } from '../db/columns.ts'
import { provider } from '../provider/provider.table.ts'

/** A user information transmission device (用户信息传输装置) and the building it speaks for. Source: GB/T 26875.3. */
export const transmissionDevice = pgTable(
  'transmission_device',
  {
    /** Its source address, a number of six bytes. */
    address: refColumn('address').primaryKey(),
    buildingId: refColumn('building_id')
      .notNull()
      .references(() => building.id, { onDelete: 'cascade' }),
    providerId: refColumn('provider_id')
      .notNull()
      .references(() => provider.id),
    /** Which table of codes it speaks: a key of `protocols.ts`. */
    protocol: text('protocol').notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at'),
    /** When its first frame was accepted; null: nothing proves yet that the device exists. */
    confirmedAt: instant('confirmed_at'),
    /** The network its frames may come from (CIDR), as the provider registered it. */
    network: text('network'),
    /** The IP address its first frame came from. */
    boundIp: text('bound_ip'),
  },
  (t) => [index('transmission_device_building_idx').on(t.buildingId)],
)
