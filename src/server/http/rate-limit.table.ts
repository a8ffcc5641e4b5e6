import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'

/** One counted thing, as `signIn:account:unit01`: what it used up in its window, and until when it is locked. */
export const rateLimit = pgTable('rate_limit', {
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  windowEndsAt: instant('window_ends_at').notNull(),
  blockedUntil: instant('blocked_until'),
})
