import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { instant, refColumn } from '../db/columns.ts'

/** Why a record has the server's time: the device's clock was ahead of it, before everything that is kept, or not set. */
export const TIME_MARKS = ['ahead', 'expired', 'unset'] as const

/** Something that happened at a point: fire alarm, fault, shield or action. Partitioned by month of `occurred_at`. */
export const deviceEvent = pgTable(
  'device_event',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    pointId: refColumn('point_id').notNull(),
    buildingId: refColumn('building_id').notNull(),
    apiId: integer('api_id').notNull(),
    kind: text('kind', { enum: ['fire', 'fault', 'shield', 'action'] }).notNull(),
    /** By the device's clock and by ours. */
    occurredAt: instant('occurred_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** When the cause ended: fault repaired, shield released. */
    endedAt: instant('ended_at'),
    /** Handling: 0 unprocessed, 1 false alarm, 2 real alarm or repaired, 3 maintenance, 4 test. */
    state: integer('state').notNull().default(0),
    handledAt: instant('handled_at'),
    handledBy: text('handled_by'),
    handledPhone: text('handled_phone'),
    /** Whose word `state` is: 0 the provider's, 2 the unit's or property company's, 3 the authority's. */
    handledRank: smallint('handled_rank').notNull().default(0),
    /** Per point, increasing: tells two events of one second apart. */
    sequence: integer('sequence').notNull().default(0),
    /** The device as it was called when the record was stored; filled by a trigger. Null: the component was not registered. */
    pointNumber: text('point_number'),
    deviceNo: text('device_no'),
    deviceName: text('device_name'),
    deviceType: integer('device_type'),
    floor: text('floor'),
    zone: text('zone'),
    descript: text('descript'),
    /** Set where `occurred_at` is the server's time, and what the device's clock said. */
    timeMark: text('time_mark', { enum: TIME_MARKS }),
    deviceTime: instant('device_time'),
    /** Whether the component was not registered when the record was stored; `point_id` then names an `unlisted_point`. */
    unregistered: boolean('unregistered').notNull().default(false),
    /** Derived from {@link componentStatus}; `occurred_at` moves back when an older status arrives late. */
    fromStatus: boolean('from_status').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.occurredAt] }),
    index('device_event_building_idx').on(t.buildingId, t.apiId, t.occurredAt, t.id),
    index('device_event_point_idx').on(t.pointId, t.occurredAt, t.id),
    // What is open now: few rows of very many.
    index('device_event_open_idx')
      .on(t.pointId, t.kind, t.occurredAt)
      .where(sql`${t.state} = 0 and ${t.endedAt} is null`),
    // Confirmed fires that have not ended are open too.
    index('device_event_real_idx')
      .on(t.pointId, t.occurredAt)
      .where(sql`${t.state} = 2 and ${t.endedAt} is null and ${t.kind} = 'fire'`),
    // Open records of a building, counted by kind: the same condition as `is_open_event`.
    index('device_event_open_kind_idx')
      .on(t.buildingId, t.apiId, t.kind)
      .where(sql`is_open_event(${t.kind}, ${t.state}, ${t.endedAt})`),
    // Alarms nobody has handled: fire alarms, and what an electrical fire monitor reports (item 12).
    index('device_event_unhandled_idx')
      .on(t.pointId, t.occurredAt)
      .where(sql`${t.state} = 0 and (${t.kind} = 'fire' or ${t.apiId} = 12)`),
    // What makes one event of a point, however often and in whatever order it is sent.
    uniqueIndex('device_event_key').on(t.pointId, t.occurredAt, t.kind, t.sequence),
  ],
)

/**
 * The end of whatever of that kind went on at a point. An event ends with the first end at or after its beginning,
 * whichever of the two arrives first. Partitioned by month of `ended_at`.
 */
export const deviceEventEnd = pgTable(
  'device_event_end',
  {
    pointId: refColumn('point_id').notNull(),
    kind: text('kind', { enum: ['fire', 'fault', 'shield', 'action'] }).notNull(),
    endedAt: instant('ended_at').notNull(),
    sequence: integer('sequence').notNull().default(0),
    receivedAt: instant('received_at').notNull(),
    /** What the device's clock said, where `ended_at` is the server's time. */
    deviceTime: instant('device_time'),
  },
  (t) => [primaryKey({ columns: [t.pointId, t.kind, t.endedAt, t.sequence] })],
)

/**
 * A status word of a component: which kinds of event it told of and which of them lasted, as bits in the order of
 * `EVENT_KINDS`. Records of the gateway are derived from these. Partitioned by month of `at`.
 */
export const componentStatus = pgTable(
  'component_status',
  {
    pointId: refColumn('point_id').notNull(),
    at: instant('at').notNull(),
    sequence: integer('sequence').notNull(),
    told: smallint('told').notNull(),
    lasting: smallint('lasting').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.pointId, t.at, t.sequence] })],
)

/** An operation at a controller or transmission device: reset, silence, test … Partitioned by month of `at`. */
export const controllerOperation = pgTable(
  'controller_operation',
  {
    buildingId: refColumn('building_id').notNull(),
    /** Number of the system or device it was made at. */
    place: text('place').notNull(),
    at: instant('at').notNull(),
    sequence: integer('sequence').notNull(),
    bits: integer('bits').notNull(),
    operator: integer('operator').notNull(),
    /** Ends fires and actions of all components of the system. */
    resets: boolean('resets').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.buildingId, t.place, t.at, t.sequence] })],
)

/** A reading of a point's measures. Partitioned by month of `at`; the key is the cursor of the time-series lists. */
export const reading = pgTable(
  'reading',
  {
    pointId: refColumn('point_id').notNull(),
    at: instant('at').notNull(),
    sequence: integer('sequence').notNull().default(0),
    buildingId: refColumn('building_id').notNull(),
    apiId: integer('api_id').notNull(),
    receivedAt: instant('received_at').notNull(),
    measures: jsonb('measures').$type<Record<string, number | string>>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.pointId, t.at, t.sequence] }),
    index('reading_building_idx').on(t.buildingId, t.apiId, t.at, t.pointId, t.sequence),
  ],
)
