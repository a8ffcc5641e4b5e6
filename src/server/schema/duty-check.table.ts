import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { account } from './account.table.ts'
import { building } from './building.table.ts'
import { idColumn, instant, refColumn } from './columns.ts'
import { organ } from './organ.table.ts'

/** Repeated once per interval, at a random moment. */
export const dutyCheckPlan = pgTable(
  'duty_check_plan',
  {
    id: idColumn(),
    organId: refColumn('organ_id')
      .notNull()
      .references(() => organ.id, { onDelete: 'cascade' }),
    buildingIds: refColumn('building_ids').array().notNull(),
    everyMinutes: integer('every_minutes').notNull(),
    answerMinutes: integer('answer_minutes').notNull(),
    /** Minutes of the day in Shanghai; equal: all day; `from` after `to`: over midnight. */
    hoursFrom: integer('hours_from').notNull(),
    hoursTo: integer('hours_to').notNull(),
    accountId: refColumn('account_id').references(() => account.id, { onDelete: 'set null' }),
    /** When the next question is due, and when the interval after it begins. */
    dueAt: instant('due_at').notNull(),
    nextAt: instant('next_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('duty_check_plan_organ_idx').on(t.organId), index('duty_check_plan_due_idx').on(t.dueAt)],
)

/** A question to one building whether a person is on duty. */
export const dutyCheck = pgTable(
  'duty_check',
  {
    id: idColumn(),
    buildingId: refColumn('building_id')
      .notNull()
      .references(() => building.id, { onDelete: 'cascade' }),
    organId: refColumn('organ_id')
      .notNull()
      .references(() => organ.id, { onDelete: 'cascade' }),
    planId: refColumn('plan_id').references(() => dutyCheckPlan.id, { onDelete: 'set null' }),
    askedBy: text('asked_by').notNull(),
    askedAt: instant('asked_at').notNull(),
    dueAt: instant('due_at').notNull(),
    /** People the question was sent to. */
    recipients: smallint('recipients').notNull().default(0),
    /** When a gateway or push service first accepted a message. */
    reachedAt: instant('reached_at'),
    answeredAt: instant('answered_at'),
    answeredBy: text('answered_by'),
    answeredOrganisation: text('answered_organisation'),
    /** Not answered in time; a later answer is kept, too. */
    missedAt: instant('missed_at'),
  },
  (t) => [
    index('duty_check_building_idx').on(t.buildingId, t.askedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('duty_check_asked_idx').on(t.askedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('duty_check_open_idx')
      .on(t.dueAt)
      .where(sql`${t.answeredAt} is null and ${t.missedAt} is null`),
  ],
)

export const dutyCheckTransmitter = pgTable(
  'duty_check_transmitter',
  {
    checkId: refColumn('check_id')
      .notNull()
      .references(() => dutyCheck.id, { onDelete: 'cascade' }),
    address: refColumn('address').notNull(),
    state: text('state', { enum: ['queued', 'sending', 'confirmed', 'denied', 'silent', 'answered'] })
      .notNull()
      .default('queued'),
    tries: integer('tries').notNull().default(0),
    heldUntil: instant('held_until'),
    sentAt: instant('sent_at'),
    /** By the device's clock. */
    answerTime: instant('answer_time'),
    operator: smallint('operator'),
  },
  (t) => [
    primaryKey({ columns: [t.checkId, t.address] }),
    index('duty_check_transmitter_address_idx').on(t.address, t.checkId.desc().nullsFirst()),
  ],
)
