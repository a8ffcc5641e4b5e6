import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, refColumn } from './columns.ts'

/** Nonces of signed requests, kept while the request's timestamp would be accepted. */
export const providerNonce = pgTable(
  'provider_nonce',
  {
    providerId: refColumn('provider_id').notNull(),
    nonce: text('nonce').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.nonce] }), index('provider_nonce_expires_idx').on(t.expiresAt)],
)

/** Like {@link providerNonce}, for units. */
export const unitNonce = pgTable(
  'unit_nonce',
  {
    unitId: refColumn('unit_id').notNull(),
    nonce: text('nonce').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.unitId, t.nonce] }), index('unit_nonce_expires_idx').on(t.expiresAt)],
)
