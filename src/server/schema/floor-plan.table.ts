import { doublePrecision, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { account } from './account.table.ts'
import { building } from './building.table.ts'
import { idColumn, instant, refColumn } from './columns.ts'
import { point } from './point.table.ts'

/** One picture per floor of a building. */
export const floorPlan = pgTable(
  'floor_plan',
  {
    id: idColumn(),
    buildingId: refColumn('building_id')
      .notNull()
      .references(() => building.id, { onDelete: 'cascade' }),
    /** As its points name it. */
    floor: text('floor').notNull(),
    fileKey: text('file_key').notNull(),
    contentType: text('content_type').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    /** Incremented by every change of picture or places: detects concurrent edits. */
    version: integer('version').notNull().default(1),
    accountId: refColumn('account_id').references(() => account.id, { onDelete: 'set null' }),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    uniqueIndex('floor_plan_floor_key').on(t.buildingId, t.floor),
    uniqueIndex('floor_plan_file_key').on(t.fileKey),
    index('floor_plan_account_idx').on(t.accountId),
  ],
)

/** Valid while the point is on the plan's floor. */
export const pointPlace = pgTable(
  'point_place',
  {
    pointId: refColumn('point_id')
      .primaryKey()
      .references(() => point.id, { onDelete: 'cascade' }),
    planId: refColumn('plan_id')
      .notNull()
      .references(() => floorPlan.id, { onDelete: 'cascade' }),
    /** Shares of width and height, from the top left. */
    x: doublePrecision('x').notNull(),
    y: doublePrecision('y').notNull(),
  },
  (t) => [index('point_place_plan_idx').on(t.planId)],
)
