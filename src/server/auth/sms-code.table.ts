import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'

/** The latest code sent to a phone. Serves once, lives five minutes, five tries. Source: rulings, Sign-in. */
export const smsCode = pgTable('sms_code', {
  phone: text('phone').primaryKey(),
  codeHash: text('code_hash').notNull(),
  expiresAt: instant('expires_at').notNull(),
  triesLeft: integer('tries_left').notNull(),
})

/** A phone whose recovery passed step 1 and may set a password: from the same address, within ten minutes, once. */
export const recovery = pgTable('recovery', {
  phone: text('phone').primaryKey(),
  address: text('address').notNull(),
  expiresAt: instant('expires_at').notNull(),
  /** False where no account has this phone: step 1 does not tell. */
  known: boolean('known').notNull(),
})
