import { integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { building } from './building.table.ts'
import { instant, refColumn } from './columns.ts'

/**
 * A component with records that was removed or never registered. Registering its number again reuses the id and so its
 * records.
 */
export const unlistedPoint = pgTable(
  'unlisted_point',
  {
    /** From the sequence of `point.id`. */
    id: refColumn('id').primaryKey(),
    buildingId: refColumn('building_id')
      .notNull()
      .references(() => building.id, { onDelete: 'cascade' }),
    /** Null if removed before this table existed. */
    pointNumber: text('point_number'),
    /** Description when removed; null if never registered. */
    deviceNo: text('device_no'),
    deviceName: text('device_name'),
    deviceType: integer('device_type'),
    apiId: integer('api_id'),
    floor: text('floor'),
    zone: text('zone'),
    descript: text('descript'),
    removedAt: instant('removed_at'),
    removedBy: text('removed_by', { enum: ['unit', 'provider', 'release'] }),
  },
  (t) => [uniqueIndex('unlisted_point_number_key').on(t.buildingId, t.pointNumber)],
)
