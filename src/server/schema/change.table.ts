import { sql } from 'drizzle-orm'
import { bigint, customType, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, refColumn } from './columns.ts'

export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

/** The accounts that a change without a building concerns. */
export interface ChangeData {
  readonly accounts?: readonly number[]
  /** In place of `accounts` if they are many. */
  readonly roles?: readonly string[]
  readonly providerId?: number
}

/** The change feed: rows are written in the transaction of the change and kept for two days. */
export const change = pgTable(
  'change',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    /** Readers continue by transaction, because `seq` is assigned before commit. */
    xid: xid8('xid')
      .notNull()
      .default(sql`pg_current_xact_id()`),
    /** Database clock. */
    at: instant('at')
      .notNull()
      .default(sql`clock_timestamp()`),
    kind: text('kind').notNull(),
    buildingId: refColumn('building_id'),
    county: text('county'),
    unitId: refColumn('unit_id'),
    alarmId: refColumn('alarm_id'),
    version: integer('version'),
    data: jsonb('data').$type<ChangeData>(),
  },
  (t) => [index('change_xid_idx').on(t.xid, t.seq), index('change_at_idx').on(t.at)],
)
