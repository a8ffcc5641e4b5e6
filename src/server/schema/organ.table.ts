import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, refColumn } from './columns.ts'

/** An organ of the fire authority. Level 1: the whole, 2: the city, 3: a district. */
export const organ = pgTable('organ', {
  id: idColumn(),
  name: text('name').notNull(),
  level: integer('level').notNull(),
  parentId: refColumn('parent_id'),
  /** Six-digit district code; only at level 3. */
  county: text('county'),
})
