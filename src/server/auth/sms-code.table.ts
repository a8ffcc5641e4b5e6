import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'

/**
 * The latest code sent to a phone for a caller, a browser or a network: no other caller's tries count against it. Serves
 * once, lives five minutes, five tries. Source: rulings, Sign-in and B6.
 */
export const phoneCode = pgTable(
  'phone_code',
  {
    phone: text('phone').notNull(),
    caller: text('caller').notNull(),
    codeHash: text('code_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
    triesLeft: integer('tries_left').notNull(),
  },
  (t) => [primaryKey({ columns: [t.phone, t.caller] })],
)

/** Codes of the version before, which may run beside this one; swept, and dropped by a later step. */
export const smsCode = pgTable('sms_code', {
  phone: text('phone').primaryKey(),
  codeHash: text('code_hash').notNull(),
  expiresAt: instant('expires_at').notNull(),
  triesLeft: integer('tries_left').notNull(),
})

/** A phone whose recovery passed step 1 and may set a password: by the client that passed it, within ten minutes, once. */
export const recovery = pgTable('recovery', {
  phone: text('phone').primaryKey(),
  /** SHA-256 of the token in the client's cookie; null in rows of the version before, which open nothing. */
  tokenHash: text('token_hash'),
  address: text('address').notNull(),
  expiresAt: instant('expires_at').notNull(),
  /** False where no account has this phone: step 1 does not tell. */
  known: boolean('known').notNull(),
})
