import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { FAULT_KINDS } from '#contract/fault.rules.ts'
import { instant, storedAtColumn } from './columns.ts'

export const clientFault = pgTable(
  'client_fault',
  {
    fingerprint: text('fingerprint').primaryKey(),
    kind: text('kind', { enum: FAULT_KINDS }).notNull(),
    name: text('name').notNull(),
    message: text('message').notNull(),
    place: text('place').notNull(),
    frames: text('frames').array().notNull(),
    builds: text('builds').array().notNull(),
    routes: text('routes').array().notNull(),
    devices: text('devices').array().notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    storedAt: storedAtColumn(),
  },
  (t) => [index('client_fault_last_seen_idx').on(t.lastSeenAt)],
)
