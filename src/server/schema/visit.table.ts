import { bigint, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { DEVICE_CLASSES } from '#contract/fault.rules.ts'

export const visitDay = pgTable(
  'visit_day',
  {
    day: date('day', { mode: 'string' }).notNull(),
    build: text('build').notNull(),
    route: text('route').notNull(),
    device: text('device', { enum: DEVICE_CLASSES }).notNull(),
    measure: text('measure').notNull(),
    counts: bigint('counts', { mode: 'number' }).array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.build, t.route, t.device, t.measure] })],
)
