import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { building } from './building.table.ts'
import { idColumn, instant, refColumn } from './columns.ts'

/**
 * A facility problem: opens once per point and condition, resolves when it ends. Source: rulings, Numbers and rules.
 */
export const problem = pgTable(
  'problem',
  {
    id: idColumn(),
    buildingId: refColumn('building_id')
      .notNull()
      .references(() => building.id, { onDelete: 'cascade' }),
    pointId: refColumn('point_id'),
    /** fault, offline, pressure-high, pressure-low, level-high, level-low, pump-manual, pump-power, alarm-unhandled, false-alarms */
    cause: text('cause').notNull(),
    systemId: integer('system_id').notNull(),
    /** Device numbers, comma separated. */
    deviceNo: text('device_no').notNull(),
    itemDesc: text('item_desc').notNull(),
    content: text('content'),
    advice: text('advice'),
    /** 1 can be processed by hand, 2 ends by itself. */
    problemType: integer('problem_type').notNull(),
    /** To-do: 0 unprocessed, 1 processed. */
    todoStatus: integer('todo_status').notNull().default(0),
    /** Set if a person processed it. */
    handledAt: instant('handled_at'),
    /** Account, which may since be deleted. */
    handledBy: refColumn('handled_by'),
    handledNote: text('handled_note'),
    happenedAt: instant('happened_at').notNull(),
    /** When the row was inserted, i.e. first visible. */
    openedAt: instant('opened_at')
      .notNull()
      .default(sql`now()`),
    solvedAt: instant('solved_at'),
    /** Set if `solved_at` is not the end of the condition. */
    closedFor: text('closed_for', { enum: ['point-removed', 'provider-released'] }),
  },
  (t) => [
    uniqueIndex('problem_open_key')
      .on(t.pointId, t.cause)
      .where(sql`${t.solvedAt} is null`),
    index('problem_building_idx').on(t.buildingId, t.happenedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('problem_open_idx')
      .on(t.buildingId, t.happenedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.solvedAt} is null`),
    index('problem_fault_idx')
      .on(t.buildingId)
      .where(sql`${t.solvedAt} is null and ${t.cause} not in ('offline', 'alarm-unhandled')`),
    index('problem_solved_idx')
      .on(t.buildingId, t.solvedAt)
      .where(sql`${t.solvedAt} is not null`),
  ],
)
