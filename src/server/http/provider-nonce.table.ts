import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, refColumn } from '../db/columns.ts'

/** Nonces of signed requests, for as long as the request's time would let it in again. */
export const providerNonce = pgTable(
  'provider_nonce',
  {
    providerId: refColumn('provider_id').notNull(),
    nonce: text('nonce').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.nonce] }), index('provider_nonce_expires_idx').on(t.expiresAt)],
)

/** As {@link providerNonce}, of requests signed with a unit's key. */
export const unitNonce = pgTable(
  'unit_nonce',
  {
    unitId: refColumn('unit_id').notNull(),
    nonce: text('nonce').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.unitId, t.nonce] }), index('unit_nonce_expires_idx').on(t.expiresAt)],
)
