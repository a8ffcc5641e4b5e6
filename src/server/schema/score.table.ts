import { date, doublePrecision, index, integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { building } from './building.table.ts'
import { refColumn } from './columns.ts'

export interface ScoreItem {
  readonly rule: string
  readonly systemId: number | null
  readonly deduction: number
  readonly describe: string
  readonly pointId: number | null
  readonly since: string | null
}

/** A building's safety score on a Shanghai day, 0–100, with its deductions. */
export const scoreDay = pgTable(
  'score_day',
  {
    buildingId: refColumn('building_id')
      .notNull()
      .references(() => building.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    score: doublePrecision('score').notNull(),
    items: jsonb('items').$type<ScoreItem[]>().notNull().default([]),
    /** Card of the day: 1 yellow, 2 red. */
    card: integer('card'),
    /** Percentage of the must-have item types connected that day; null if not recorded. */
    mustPercent: integer('must_percent'),
  },
  (t) => [primaryKey({ columns: [t.buildingId, t.day] }), index('score_day_day_idx').on(t.day, t.buildingId)],
)
