import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { building } from './building.table.ts'
import { idColumn, instant, refColumn } from './columns.ts'

/** A point (点位): one reporting device of a building, with its latest state. */
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
    /** Component type of GB/T 26875.3 table 5; 128 and above are our own. */
    deviceType: integer('device_type').notNull(),
    /** System category 1–14 and item type (apiId) of the left menu; apiType 1–6. */
    systemId: integer('system_id').notNull(),
    apiId: integer('api_id').notNull(),
    apiType: integer('api_type').notNull(),
    floor: text('floor'),
    zone: text('zone'),
    descript: text('descript'),
    online: boolean('online').notNull().default(false),
    /** Newest report including heartbeats: by the device's clock, and when received. */
    reportedAt: instant('reported_at'),
    receivedAt: instant('received_at'),
    /** Newest valid report by the device's clock; see `valid-report.ts`. */
    validAt: instant('valid_at'),
    /** As the documents' timelyData (pressure, level, powerState …), with the key of their reading. */
    latestAt: instant('latest_at'),
    latestSequence: integer('latest_sequence').notNull().default(0),
    latest: jsonb('latest').$type<Record<string, number | string>>().notNull().default({}),
    /** Gravest open record: 0 none, 1 alarm, 2 fault, 3 shield; maintained by triggers on `device_event`. */
    openRank: smallint('open_rank').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    /** The building left its provider while an alarm was open; the point is removed after the alarm. */
    releasedAt: instant('released_at'),
    transmitterAddress: refColumn('transmitter_address'),
    /** Incremented by every manual change: detects concurrent edits. */
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('point_number_key').on(t.buildingId, t.pointNumber),
    index('point_building_idx').on(t.buildingId, t.id),
    index('point_api_idx').on(t.buildingId, t.apiId, t.id),
    index('point_device_no_idx').on(t.deviceNo.op('text_pattern_ops')),
    index('point_open_idx')
      .on(t.buildingId, t.id)
      .where(sql`${t.openRank} > 0`),
    index('point_offline_idx')
      .on(t.buildingId)
      .where(sql`not ${t.online}`),
  ],
)
