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
import { instant, refColumn } from './columns.ts'

/** Reasons for using the server's time: the device's clock was ahead, older than the retention, or not set. */
export const TIME_MARKS = ['ahead', 'expired', 'unset'] as const

/** An event at a point. Partitioned by month of `occurred_at`. */
export const deviceEvent = pgTable(
  'device_event',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    pointId: refColumn('point_id').notNull(),
    buildingId: refColumn('building_id').notNull(),
    apiId: integer('api_id').notNull(),
    kind: text('kind', { enum: ['fire', 'fault', 'shield', 'action'] }).notNull(),
    /** Device time and server time. */
    occurredAt: instant('occurred_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** End of the condition: fault repaired, shield released. */
    endedAt: instant('ended_at'),
    /** Handling: 0 unprocessed, 1 false alarm, 2 real alarm or repaired, 3 maintenance, 4 test. */
    state: integer('state').notNull().default(0),
    handledAt: instant('handled_at'),
    handledBy: text('handled_by'),
    handledPhone: text('handled_phone'),
    /** Author of `state`: 0 provider, 2 unit or property company, 3 authority. */
    handledRank: smallint('handled_rank').notNull().default(0),
    /** Increases per point; distinguishes two events of the same second. */
    sequence: integer('sequence').notNull().default(0),
    /** The device's description at the time; filled by a trigger. Null: not registered. */
    pointNumber: text('point_number'),
    deviceNo: text('device_no'),
    deviceName: text('device_name'),
    deviceType: integer('device_type'),
    floor: text('floor'),
    zone: text('zone'),
    descript: text('descript'),
    /** Set if `occurred_at` is the server's time; `deviceTime` keeps the device's. */
    timeMark: text('time_mark', { enum: TIME_MARKS }),
    deviceTime: instant('device_time'),
    /** Not registered when stored; `point_id` then refers to `unlisted_point`. */
    unregistered: boolean('unregistered').notNull().default(false),
    /** Derived from {@link componentStatus}; `occurred_at` moves back when an older status arrives late. */
    fromStatus: boolean('from_status').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.occurredAt] }),
    index('device_event_building_idx').on(t.buildingId, t.apiId, t.occurredAt, t.id),
    index('device_event_point_idx').on(t.pointId, t.occurredAt, t.id),
    index('device_event_open_idx')
      .on(t.pointId, t.kind, t.occurredAt)
      .where(sql`${t.state} = 0 and ${t.endedAt} is null`),
    // Confirmed fires that have not ended are open too.
    index('device_event_real_idx')
      .on(t.pointId, t.occurredAt)
      .where(sql`${t.state} = 2 and ${t.endedAt} is null and ${t.kind} = 'fire'`),
    // Must match `is_open_event`.
    index('device_event_open_kind_idx')
      .on(t.buildingId, t.apiId, t.kind)
      .where(sql`is_open_event(${t.kind}, ${t.state}, ${t.endedAt})`),
    index('device_event_unhandled_idx')
      .on(t.pointId, t.occurredAt)
      .where(sql`${t.state} = 0 and (${t.kind} = 'fire' or ${t.apiId} = 12)`),
    // Deduplicates repeated and out-of-order sending.
    uniqueIndex('device_event_key').on(t.pointId, t.occurredAt, t.kind, t.sequence),
  ],
)

/**
 * End of all events of a kind at a point. An event ends with the first end at or after its start, whichever arrives
 * first. Partitioned by month of `ended_at`.
 */
export const deviceEventEnd = pgTable(
  'device_event_end',
  {
    pointId: refColumn('point_id').notNull(),
    kind: text('kind', { enum: ['fire', 'fault', 'shield', 'action'] }).notNull(),
    endedAt: instant('ended_at').notNull(),
    sequence: integer('sequence').notNull().default(0),
    receivedAt: instant('received_at').notNull(),
    /** Set if `ended_at` is the server's time. */
    deviceTime: instant('device_time'),
  },
  (t) => [primaryKey({ columns: [t.pointId, t.kind, t.endedAt, t.sequence] })],
)

/**
 * A component's status word: reported and lasting event kinds as bits in the order of `EVENT_KINDS`. The gateway's
 * records are derived from it. Partitioned by month of `at`.
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
    /** Number of the system or device. */
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

/** Partitioned by month of `at`; the key is the cursor of the time-series lists. */
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
