import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { account } from '../account/account.table.ts'
import { building } from '../building/building.table.ts'
import { idColumn, instant, refColumn } from '../db/columns.ts'

/** The alarm records of one building that people decide on together. At most one per building and kind is undecided. */
export const alarm = pgTable(
  'alarm',
  {
    id: idColumn(),
    /** Null: the building is unknown; `source` then names the sender. */
    buildingId: refColumn('building_id').references(() => building.id, { onDelete: 'cascade' }),
    source: text('source'),
    /** What the sender called the place, where no point of ours names it. */
    detail: text('detail'),
    kind: text('kind', { enum: ['fire', 'electrical'] }).notNull(),
    /** 1 two independent points, 2 one point, 3 electrical. */
    priority: smallint('priority').notNull(),
    /** Increases with every change. */
    version: integer('version').notNull().default(1),
    /** First record by the device's clock and by ours; newest record by the device's clock. */
    occurredAt: instant('occurred_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    lastAt: instant('last_at').notNull(),
    /** Point of the first record. */
    firstPointId: refColumn('first_point_id'),
    events: integer('events').notNull().default(0),
    points: integer('points').notNull().default(0),
    /** Whether two different points reported within three minutes. */
    second: boolean('second').notNull().default(false),
    ackedAt: instant('acked_at'),
    ackedAct: refColumn('acked_act'),
    /** 1 false, 2 real, 3 maintenance, 4 test. */
    verdict: smallint('verdict'),
    judgedAt: instant('judged_at'),
    judgedAct: refColumn('judged_act'),
    /** Rank of the author of the verdict, as in {@link alarmAct}. */
    judgedRank: smallint('judged_rank'),
    /** When the last of its records ended at the equipment. */
    endedAt: instant('ended_at'),
    /** The undecided alarm of the building that this one was merged into. */
    joinedTo: refColumn('joined_to'),
  },
  (t) => [
    uniqueIndex('alarm_open_key')
      .on(t.buildingId, t.kind)
      .where(sql`${t.judgedAt} is null and ${t.joinedTo} is null`),
    uniqueIndex('alarm_source_key')
      .on(t.source, t.kind)
      .where(sql`${t.buildingId} is null and ${t.judgedAt} is null and ${t.joinedTo} is null`),
    index('alarm_building_idx').on(t.buildingId, t.occurredAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('alarm_occurred_idx').on(t.occurredAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('alarm_real_idx')
      .on(t.buildingId)
      .where(sql`${t.verdict} = 2 and ${t.endedAt} is null`),
  ],
)

/** Which records an alarm is made of. A record belongs to one alarm. */
export const alarmEvent = pgTable(
  'alarm_event',
  {
    eventId: bigint('event_id', { mode: 'number' }).primaryKey(),
    alarmId: refColumn('alarm_id')
      .notNull()
      .references(() => alarm.id, { onDelete: 'cascade' }),
    occurredAt: instant('occurred_at').notNull(),
    pointId: refColumn('point_id').notNull(),
  },
  (t) => [
    index('alarm_event_alarm_idx').on(t.alarmId, t.occurredAt),
    index('alarm_event_point_idx').on(t.alarmId, t.pointId),
  ],
)

/** What was done about an alarm and by whom; rows are only added. */
export const alarmAct = pgTable(
  'alarm_act',
  {
    id: idColumn(),
    alarmId: refColumn('alarm_id')
      .notNull()
      .references(() => alarm.id, { onDelete: 'cascade' }),
    /** Set where the act is about one record: a provider's report of how it was handled. */
    eventId: refColumn('event_id'),
    act: text('act', { enum: ['ack', 'verdict', 'undo'] }).notNull(),
    verdict: smallint('verdict'),
    note: text('note'),
    /** Whose word outranks whose: 1 provider, 2 unit or property company, 3 authority. */
    rank: smallint('rank').notNull(),
    accountId: refColumn('account_id').references(() => account.id, { onDelete: 'set null' }),
    providerId: refColumn('provider_id'),
    /** Person and organisation as they were called then. */
    byName: text('by_name'),
    byOrganisation: text('by_organisation'),
    byPhone: text('by_phone'),
    /** When the person decided, and when the server stored it. */
    tappedAt: instant('tapped_at').notNull(),
    at: instant('at').notNull(),
    /** Arrived more than ten minutes after the decision. */
    late: boolean('late').notNull().default(false),
    /** Of an undo: the act it takes back. */
    undoes: refColumn('undoes'),
  },
  (t) => [
    index('alarm_act_alarm_idx').on(t.alarmId, t.id),
    uniqueIndex('alarm_act_event_key')
      .on(t.eventId, t.tappedAt, t.verdict)
      .where(sql`${t.eventId} is not null`),
    uniqueIndex('alarm_act_undoes_key')
      .on(t.undoes)
      .where(sql`${t.undoes} is not null`),
  ],
)
