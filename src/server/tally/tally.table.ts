import type { SQL } from 'drizzle-orm'
import { type AnyPgColumn, date, index, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { refColumn } from '../db/columns.ts'

/*
 * Sums over many rows, kept as ledgers: triggers add a row in the transaction of what changes the sum, so that no two
 * writers wait for each other; the figure is the sum of the rows; `compactTallies` folds them. A building of no
 * type counts as type 0.
 */

/**
 * How many points the buildings of a district and type have, how many are online, how many are fire alarm equipment,
 * and of these in how many an alarm, a fault or a shield is the gravest that is open, or which are offline without any.
 */
export const areaPoints = pgTable('area_points', {
  county: text('county').notNull(),
  buildingType: integer('building_type').notNull(),
  points: integer('points').notNull(),
  online: integer('online').notNull(),
  /** Of the items of `dashboard/equipment-kinds.store.ts`, FIRE_ALARM. */
  alarmPoints: integer('alarm_points').notNull(),
  alarms: integer('alarms').notNull().default(0),
  faults: integer('faults').notNull().default(0),
  shields: integer('shields').notNull().default(0),
  alarmsOffline: integer('alarms_offline').notNull().default(0),
})

/** How buildings of a type stand, of an area that the table names. */
const standing = () => ({
  buildingType: integer('building_type').notNull(),
  accessStatus: integer('access_status').notNull(),
  /** `-infinity` without one. */
  scoredOn: date('scored_on', { mode: 'string' }).notNull(),
  buildings: integer('buildings').notNull(),
  weight: numeric('weight').notNull(),
  weighted: numeric('weighted').notNull(),
})

/**
 * Buildings of a street and type by access status and the day of their newest score; of those that have one what they
 * weigh, and their newest scores times that.
 */
export const areaBuildings = pgTable('area_buildings', {
  county: text('county').notNull(),
  streetNo: text('street_no').notNull(),
  ...standing(),
})

/**
 * The same without streets, some tens of rows for the city: what everything but the ranking of streets is read from.
 */
export const areaStanding = pgTable('area_standing', {
  county: text('county').notNull(),
  ...standing(),
})

/** How many buildings of a district and type each provider serves. */
export const areaServed = pgTable('area_served', {
  county: text('county').notNull(),
  buildingType: integer('building_type').notNull(),
  providerId: refColumn('provider_id').notNull(),
  buildings: integer('buildings').notNull(),
})

/** A day's scores of the buildings of a district and type: what they weigh, and their scores times that. */
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

/** A district's buildings of one type (0 none): what figures of the city are added up from. */
export interface Cell {
  readonly county: string
  readonly buildingType: number
}

/** Which cells make up what a session may see of an area. */
export interface Cells {
  /** The condition for sums kept by district and type. */
  where(of: { county: AnyPgColumn; buildingType: AnyPgColumn }): SQL
  holds(cell: Cell): boolean
  /** The same for the same cells. */
  readonly key: string
}
