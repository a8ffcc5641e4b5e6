import { date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { idColumn, instant, refColumn } from './columns.ts'

/** Review status that allows signed requests. */
export const PASSED = 1
export const PENDING = 2
export const REJECTED = 3

/** An IoT service provider (服务商): the documents' isv. */
export const provider = pgTable(
  'provider',
  {
    id: idColumn(),
    name: text('name').notNull(),
    creditCode: text('credit_code'),
    companyAddress: text('company_address'),
    provinceNo: text('province_no'),
    cityNo: text('city_no'),
    county: text('county'),
    legalName: text('legal_name'),
    legalPhone: text('legal_phone'),
    linkMan: text('link_man'),
    linkManPhone: text('link_man_phone'),
    /** Review: 0 not certified, 1 passed, 2 pending review, 3 rejected. */
    status: integer('status').notNull().default(0),
    reason: text('reason'),
    /** Docking: 0 not docked, 1 docked, 2 docking. */
    accessStatus: integer('access_status').notNull().default(0),
    /** Percentage of the must-have item types docked. */
    mustPercent: integer('must_percent').notNull().default(0),
    /** 1: holds the data-transmission certificate. */
    certificationState: integer('certification_state').notNull().default(0),
    certificationKey: text('certification_key'),
    licenseKey: text('license_key'),
    bookKey: text('book_key'),
    appKey: text('app_key').notNull(),
    /** Encrypted (see `../secrets.ts`); key for signed requests. */
    secret: text('secret').notNull(),
    formerSecret: text('former_secret'),
    formerUntil: instant('former_until'),
    /** Start and reason of a suspension; null while requests are accepted. */
    suspendedAt: instant('suspended_at'),
    suspendReason: text('suspend_reason'),
    /** CIDRs that frames of its transmission devices must come from; empty: any. */
    networks: text('networks').array().notNull().default([]),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('provider_app_key').on(t.appKey),
    uniqueIndex('provider_credit_code').on(t.creditCode),
    index('provider_link_phone').on(t.linkManPhone),
  ],
)

/** A yellow (1) or red (2) card. */
export const providerRule = pgTable(
  'provider_rule',
  {
    id: idColumn(),
    providerId: refColumn('provider_id')
      .notNull()
      .references(() => provider.id, { onDelete: 'cascade' }),
    ruleType: integer('rule_type').notNull(),
    content: text('content').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [index('provider_rule_idx').on(t.providerId, t.at)],
)

export const providerActivity = pgTable(
  'provider_activity',
  {
    id: idColumn(),
    providerId: refColumn('provider_id')
      .notNull()
      .references(() => provider.id, { onDelete: 'cascade' }),
    eventName: text('event_name').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [index('provider_activity_idx').on(t.providerId, t.day)],
)
