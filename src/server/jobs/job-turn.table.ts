import { bigint, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'

/** Who takes a job's turn: however many processes run, one. */
export const jobTurn = pgTable('job_turn', {
  job: text('job').primaryKey(),
  begunAt: instant('begun_at').notNull(),
  /** Until then nobody else takes a turn; whoever has it puts this off while it works. */
  heldUntil: instant('held_until').notNull(),
  /** Turns taken; who holds one knows it by its number. */
  turns: bigint('turns', { mode: 'number' }).notNull(),
  /** The day for which a daily job is done, `2026-03-23`. */
  day: text('day'),
  /** When a turn last ended well, in whichever process. */
  doneAt: instant('done_at'),
})
