import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * The latest code for a phone and caller (browser or network), so that tries are counted per caller. Valid once, for
 * five minutes and five tries. Source: rulings, Sign-in and B6.
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

/** Used by the previous version, which may run at the same time; a later migration drops it. */
export const smsCode = pgTable('sms_code', {
  phone: text('phone').primaryKey(),
  codeHash: text('code_hash').notNull(),
  expiresAt: instant('expires_at').notNull(),
  triesLeft: integer('tries_left').notNull(),
})

/** A phone that passed step 1 of recovery: its client may set a password once, within ten minutes. */
export const recovery = pgTable('recovery', {
  phone: text('phone').primaryKey(),
  /** SHA-256 of the token in the client's cookie; null (unusable) in rows of the previous version. */
  tokenHash: text('token_hash'),
  address: text('address').notNull(),
  expiresAt: instant('expires_at').notNull(),
  /** False if the phone has no account; step 1 does not reveal it. */
  known: boolean('known').notNull(),
})
