import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { idColumn, instant, refColumn } from './columns.ts'
import { organ } from './organ.table.ts'
import { provider } from './provider.table.ts'
import { unit } from './unit.table.ts'

/** Belongs to exactly one unit, organ or provider. */
export const account = pgTable(
  'account',
  {
    id: idColumn(),
    account: text('account').notNull(),
    name: text('name').notNull(),
    role: text('role', { enum: ['unit', 'property', 'government', 'provider'] }).notNull(),
    unitId: refColumn('unit_id').references(() => unit.id),
    organId: refColumn('organ_id').references(() => organ.id),
    providerId: refColumn('provider_id').references(() => provider.id),
    /** For sign-in by SMS and recovery; written only by `login-phone.ts`. */
    phone: text('phone'),
    passwordHash: text('password_hash').notNull(),
    mustChangePassword: boolean('must_change_password').notNull().default(true),
    /** 0 enabled, otherwise disabled. Source: document 2, section 4. */
    status: integer('status').notNull().default(0),
    credentialVersion: integer('credential_version').notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('account_account_key').on(t.account),
    // Names that differ only in case are confused when spoken.
    uniqueIndex('account_lower_account_key').on(sql`lower(${t.account})`),
    index('account_unit_idx').on(t.unitId),
    uniqueIndex('account_phone_key').on(t.phone),
    check('account_belongs_once', sql`num_nonnulls(${t.unitId}, ${t.organId}, ${t.providerId}) = 1`),
  ],
)
