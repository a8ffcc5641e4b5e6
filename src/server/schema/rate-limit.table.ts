import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Counter by key, e.g. `signIn:account:unit01`. */
export const rateLimit = pgTable('rate_limit', {
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  windowEndsAt: instant('window_ends_at').notNull(),
  blockedUntil: instant('blocked_until'),
})
