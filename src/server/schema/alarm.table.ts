import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { account } from './account.table.ts'
import { building } from './building.table.ts'
import { idColumn, instant, refColumn } from './columns.ts'

/** At most one undecided alarm per building and kind. */
export const alarm = pgTable(
  'alarm',
  {
    id: idColumn(),
    /** Null if the building is unknown; `source` then names the sender. */
    buildingId: refColumn('building_id').references(() => building.id, { onDelete: 'cascade' }),
    source: text('source'),
    /** The sender's description of the place, if the point is unknown. */
    detail: text('detail'),
    kind: text('kind', { enum: ['fire', 'electrical'] }).notNull(),
    /** 1 to 3, as in the contract. */
    priority: smallint('priority').notNull(),
    version: integer('version').notNull().default(1),
    /** First record: device time, server time; newest record: device time. */
    occurredAt: instant('occurred_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    lastAt: instant('last_at').notNull(),
    firstPointId: refColumn('first_point_id'),
    events: integer('events').notNull().default(0),
    points: integer('points').notNull().default(0),
    /** Two different points reported within three minutes. */
    second: boolean('second').notNull().default(false),
    /** A record was received within ten minutes of the device's time. */
    fresh: boolean('fresh').notNull().default(false),
    /** Reasons to call so far; 0: only replayed or shelved records. */
    wave: integer('wave').notNull().default(0),
    /** Server time of the newest wave. */
    waveAt: instant('wave_at'),
    /** Verdict to propose if its records were shelved: 3 maintenance, 4 test. */
    proposal: smallint('proposal'),
    ackedAt: instant('acked_at'),
    ackedAct: refColumn('acked_act'),
    /** 1 false, 2 real, 3 maintenance, 4 test. */
    verdict: smallint('verdict'),
    judgedAt: instant('judged_at'),
    judgedAct: refColumn('judged_act'),
    /** Rank of the verdict's author, as in {@link alarmAct}. */
    judgedRank: smallint('judged_rank'),
    endedAt: instant('ended_at'),
    /** The building's undecided alarm into which this one was merged. */
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
    index('alarm_received_idx').on(t.receivedAt),
    index('alarm_judged_idx')
      .on(t.judgedAt)
      .where(sql`${t.judgedAt} is not null`),
    index('alarm_ended_idx')
      .on(t.endedAt)
      .where(sql`${t.endedAt} is not null`),
    index('alarm_joined_idx')
      .on(t.joinedTo)
      .where(sql`${t.joinedTo} is not null`),
    index('alarm_real_idx')
      .on(t.buildingId)
      .where(sql`${t.verdict} = 2 and ${t.endedAt} is null`),
  ],
)

/** A record belongs to one alarm. */
export const alarmEvent = pgTable(
  'alarm_event',
  {
    eventId: bigint('event_id', { mode: 'number' }).primaryKey(),
    alarmId: refColumn('alarm_id')
      .notNull()
      .references(() => alarm.id, { onDelete: 'cascade' }),
    occurredAt: instant('occurred_at').notNull(),
    pointId: refColumn('point_id').notNull(),
    signal: text('signal', { enum: ['manual', 'summary'] }),
  },
  (t) => [
    index('alarm_event_alarm_idx').on(t.alarmId, t.occurredAt),
    index('alarm_event_point_idx').on(t.alarmId, t.pointId),
  ],
)

/** Append-only. */
export const alarmAct = pgTable(
  'alarm_act',
  {
    id: idColumn(),
    alarmId: refColumn('alarm_id')
      .notNull()
      .references(() => alarm.id, { onDelete: 'cascade' }),
    /** Set if the act is a provider's handling report of one record. */
    eventId: refColumn('event_id'),
    act: text('act', { enum: ['ack', 'verdict', 'undo'] }).notNull(),
    verdict: smallint('verdict'),
    note: text('note'),
    /** Precedence of the author: 1 provider, 2 unit or property company, 3 authority. */
    rank: smallint('rank').notNull(),
    accountId: refColumn('account_id').references(() => account.id, { onDelete: 'set null' }),
    providerId: refColumn('provider_id'),
    /** Duty contact who acted through a link. */
    contactId: refColumn('contact_id'),
    /** Names at the time of the act. */
    byName: text('by_name'),
    byOrganisation: text('by_organisation'),
    byPhone: text('by_phone'),
    /** Time of the decision (client) and of storage (server). */
    tappedAt: instant('tapped_at').notNull(),
    at: instant('at').notNull(),
    /** Received more than ten minutes after the decision. */
    late: boolean('late').notNull().default(false),
    /** For an undo: the reverted act. */
    undoes: refColumn('undoes'),
  },
  (t) => [
    index('alarm_act_alarm_idx').on(t.alarmId, t.id),
    index('alarm_act_at_idx').on(t.at),
    uniqueIndex('alarm_act_event_key')
      .on(t.eventId, t.tappedAt, t.verdict)
      .where(sql`${t.eventId} is not null`),
    uniqueIndex('alarm_act_undoes_key')
      .on(t.undoes)
      .where(sql`${t.undoes} is not null`),
  ],
)

export const alarmEnd = pgTable(
  'alarm_end',
  {
    id: idColumn(),
    alarmId: refColumn('alarm_id')
      .notNull()
      .references(() => alarm.id, { onDelete: 'cascade' }),
    rank: smallint('rank').notNull(),
    accountId: refColumn('account_id').references(() => account.id, { onDelete: 'set null' }),
    byName: text('by_name'),
    byOrganisation: text('by_organisation'),
    tappedAt: instant('tapped_at').notNull(),
    at: instant('at').notNull(),
    late: boolean('late').notNull().default(false),
  },
  (t) => [index('alarm_end_alarm_idx').on(t.alarmId, t.id), index('alarm_end_at_idx').on(t.at)],
)
