import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { building } from '../building/building.table.ts'
import { idColumn, instant, refColumn } from '../db/columns.ts'

/** A point (点位): one piece of equipment of a building that reports, with its latest state. */
export const point = pgTable(
  'point',
  {
    id: idColumn(),
    buildingId: refColumn('building_id')
      .notNull()
      .references(() => building.id, { onDelete: 'cascade' }),
    deviceNo: text('device_no').notNull(),
    pointNumber: text('point_number').notNull(),
    deviceName: text('device_name').notNull(),
    /** Device type: a component type code of GB/T 26875.3 table 5, or 128 and above for ours. */
    deviceType: integer('device_type').notNull(),
    /** System category 1–14 and item type (apiId) of the left menu; apiType 1–6. */
    systemId: integer('system_id').notNull(),
    apiId: integer('api_id').notNull(),
    apiType: integer('api_type').notNull(),
    floor: text('floor'),
    zone: text('zone'),
    descript: text('descript'),
    online: boolean('online').notNull().default(false),
    /** Time of its newest report, heartbeats included, by its own clock; and when that was received. */
    reportedAt: instant('reported_at'),
    receivedAt: instant('received_at'),
    /** Time of its newest valid report, by its own clock: see `valid-report.ts`. */
    validAt: instant('valid_at'),
    /** Latest measures, as the documents' timelyData: pressure, level, powerState … and which reading they are. */
    latestAt: instant('latest_at'),
    latestSequence: integer('latest_sequence').notNull().default(0),
    latest: jsonb('latest').$type<Record<string, number | string>>().notNull().default({}),
    /** The gravest of its open records: 0 none, 1 alarm, 2 fault, 3 shield; kept by triggers on `device_event`. */
    openRank: smallint('open_rank').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    /** Kept after the building left its provider, because an alarm was open; removed once that is over. */
    releasedAt: instant('released_at'),
    /** Goes up with every change a person makes, so that two who edit at once are told. */
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('point_number_key').on(t.buildingId, t.pointNumber),
    index('point_building_idx').on(t.buildingId, t.id),
    index('point_api_idx').on(t.buildingId, t.apiId, t.id),
    // What is open now: few points of very many.
    index('point_open_idx')
      .on(t.buildingId, t.id)
      .where(sql`${t.openRank} > 0`),
  ],
)
