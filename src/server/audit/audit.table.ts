import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, instant, refColumn, storedAtColumn } from '../db/columns.ts'

/** Who changed what, when and from where. Append-only: a trigger refuses every change, and every
 * deletion but the sweep's of rows beyond 180 days. */
export const audit = pgTable(
  'audit',
  {
    id: idColumn(),
    at: instant('at').notNull(),
    /** The call's id, as `auth.signIn`. */
    action: text('action').notNull(),
    accountId: refColumn('account_id'),
    /** The name they signed in with then: accounts are renamed and deleted, what they did stays theirs. */
    account: text('account'),
    /** The district that account belonged to then: a district's organ reads its own. */
    county: text('county'),
    /** The districts of what it was done to, before and after: their organs read it too. */
    objectCounties: text('object_counties').array(),
    address: text('address'),
    requestId: text('request_id'),
    /** What it was done to and what changed; never a password, token, phone or ID number. */
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull(),
    storedAt: storedAtColumn(),
  },
  (t) => [
    index('audit_at_idx').on(t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_account_idx').on(t.accountId, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_county_idx').on(t.county, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_object_counties_idx').using('gin', t.objectCounties),
    index('audit_action_idx').on(t.action, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    // What it was done to is found by the id in `detail`, whatever the action.
    index('audit_object_idx').using('gin', t.detail.op('jsonb_path_ops')),
  ],
)
