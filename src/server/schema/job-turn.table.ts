import { bigint, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Lease of a job: one process at a time runs it. */
export const jobTurn = pgTable('job_turn', {
  job: text('job').primaryKey(),
  begunAt: instant('begun_at').notNull(),
  /** Lease expiry; the holder extends it while it works. */
  heldUntil: instant('held_until').notNull(),
  /** Fencing number: identifies the present lease. */
  turns: bigint('turns', { mode: 'number' }).notNull(),
  /** The day for which a daily job is done, `2026-03-23`. */
  day: text('day'),
  /** Last success, in any process. */
  doneAt: instant('done_at'),
})
