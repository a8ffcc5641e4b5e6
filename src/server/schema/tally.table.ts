import type { SQL } from 'drizzle-orm'
import { type AnyPgColumn, date, index, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { refColumn } from './columns.ts'

/*
 * Aggregates as ledgers: triggers insert a row per change, so that writers do not block each other; `compactTallies` merges them. buildingType 0: none.
 */

/**
 * Points by district and building type; `alarms`, `faults`, `shields` count fire alarm equipment by its gravest open
 * record, `alarmsOffline` those offline without one.
 */
export const areaPoints = pgTable('area_points', {
  county: text('county').notNull(),
  buildingType: integer('building_type').notNull(),
  points: integer('points').notNull(),
  online: integer('online').notNull(),
  /** Of the items in FIRE_ALARM of `dashboard/equipment-kinds.store.ts`. */
  alarmPoints: integer('alarm_points').notNull(),
  alarms: integer('alarms').notNull().default(0),
  faults: integer('faults').notNull().default(0),
  shields: integer('shields').notNull().default(0),
  alarmsOffline: integer('alarms_offline').notNull().default(0),
})

const standing = () => ({
  buildingType: integer('building_type').notNull(),
  accessStatus: integer('access_status').notNull(),
  /** `-infinity` without a score. */
  scoredOn: date('scored_on', { mode: 'string' }).notNull(),
  buildings: integer('buildings').notNull(),
  weight: numeric('weight').notNull(),
  weighted: numeric('weighted').notNull(),
})

/**
 * Buildings by street, type, access status and day of the newest score; `weighted` is the sum of weight × newest score.
 */
export const areaBuildings = pgTable('area_buildings', {
  county: text('county').notNull(),
  streetNo: text('street_no').notNull(),
  ...standing(),
})

/** The same without streets (tens of rows): read for all but the ranking of streets. */
export const areaStanding = pgTable('area_standing', {
  county: text('county').notNull(),
  ...standing(),
})

export const areaServed = pgTable('area_served', {
  county: text('county').notNull(),
  buildingType: integer('building_type').notNull(),
  providerId: refColumn('provider_id').notNull(),
  buildings: integer('buildings').notNull(),
})

/** A day's scores by district and building type; `weighted` is the sum of weight × score. */
export const areaScoreDay = pgTable(
  'area_score_day',
  {
    day: date('day', { mode: 'string' }).notNull(),
    county: text('county').notNull(),
    buildingType: integer('building_type').notNull(),
    buildings: integer('buildings').notNull(),
    weight: numeric('weight').notNull(),
    weighted: numeric('weighted').notNull(),
  },
  (t) => [index('area_score_day_idx').on(t.day)],
)

/** Key of the city's aggregates; buildingType 0: none. */
export interface Cell {
  readonly county: string
  readonly buildingType: number
}

export interface Cells {
  where(of: { county: AnyPgColumn; buildingType: AnyPgColumn }): SQL
  holds(cell: Cell): boolean
  /** Cache key: equal for equal cells. */
  readonly key: string
}
