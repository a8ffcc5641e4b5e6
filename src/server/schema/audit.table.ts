import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { idColumn, instant, refColumn, storedAtColumn } from './columns.ts'

/** A trigger rejects updates, and deletions except of rows older than 180 days. */
export const audit = pgTable(
  'audit',
  {
    id: idColumn(),
    at: instant('at').notNull(),
    /** The call's id, e.g. `auth.signIn`. */
    action: text('action').notNull(),
    accountId: refColumn('account_id'),
    /** Account name at the time; accounts are renamed and deleted. */
    account: text('account'),
    /** At the time; that district's organ may read the row. */
    county: text('county'),
    /** Of the changed object, before and after; their organs may read it. */
    objectCounties: text('object_counties').array(),
    address: text('address'),
    requestId: text('request_id'),
    /** The object and its changes; excludes passwords, tokens, phones and ID numbers. */
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull(),
    storedAt: storedAtColumn(),
    /** Null until sealed. */
    number: bigint('number', { mode: 'number' }),
    hash: text('hash'),
  },
  (t) => [
    index('audit_at_idx').on(t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_account_idx').on(t.accountId, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_county_idx').on(t.county, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_object_counties_idx').using('gin', t.objectCounties),
    index('audit_action_idx').on(t.action, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    // Finds an object's rows by the id in `detail`.
    index('audit_object_idx').using('gin', t.detail.op('jsonb_path_ops')),
    uniqueIndex('audit_number_key').on(t.number),
    index('audit_unsealed_idx')
      .on(t.id)
      .where(sql`${t.number} is null`),
  ],
)

export interface KnownSpan {
  readonly from: number
  readonly to: number
  /** The next row continues from it. */
  readonly hash: string
  readonly digest: string
  /** ISO 8601. */
  readonly at: string
  readonly by: string
  readonly reason: string
}

export interface KnownSpans {
  readonly spans: readonly KnownSpan[]
  readonly mark: string
}

/** One row. The first row of the audit follows the anchor; the last sealed one is the head. */
export const auditChain = pgTable(
  'audit_chain',
  {
    row: smallint('row').primaryKey().default(1),
    /** Encrypted. */
    key: text('key').notNull(),
    anchorNumber: bigint('anchor_number', { mode: 'number' }).notNull().default(0),
    anchorHash: text('anchor_hash').notNull().default(''),
    headNumber: bigint('head_number', { mode: 'number' }).notNull().default(0),
    headHash: text('head_hash').notNull().default(''),
    /** The last row under a lost key. */
    lostNumber: bigint('lost_number', { mode: 'number' }).notNull().default(0),
    mark: text('mark').notNull(),
    /** Marked apart: the former version ignores them. */
    known: jsonb('known').$type<KnownSpans>(),
  },
  (t) => [check('audit_chain_one_row', sql`${t.row} = 1`)],
)

export type StoredChain = typeof auditChain.$inferSelect
