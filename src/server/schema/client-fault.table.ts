import { bigint, date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
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
    hiddenIn: text('hidden_in'),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    storedAt: storedAtColumn(),
  },
  (t) => [index('client_fault_last_seen_idx').on(t.lastSeenAt)],
)

export const clientFaultDay = pgTable(
  'client_fault_day',
  {
    fingerprint: text('fingerprint')
      .notNull()
      .references(() => clientFault.fingerprint, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.fingerprint, t.day] })],
)
