import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/open-db.ts'
import { jobTurn } from './job-turn.table.ts'

/** A holder that says nothing for so long is dead. */
const HELD_SEC = 120

/** When a job is due: so often, or once for each new day of Shanghai's. */
export type Due = { readonly everyMs: number } | 'daily'

const dayOf = (instant: SQL) => sql`(${instant} at time zone 'Asia/Shanghai')::date::text`

/**
 * Takes a job's turn if it is due and nobody has it. The database's clock decides, so that the processes' clocks need
 * not agree.
 * @returns the turn's number, or null
 */
export async function takeTurn(db: Db, job: string, due: Due): Promise<number | null> {
  // A tenth of the time is let off: timers of several processes drift. What lies ahead was written before a clock
  // was put back, and binds nobody.
  const isDue =
    due === 'daily'
      ? sql`t.day is distinct from ${dayOf(sql`clock_timestamp()`)}`
      : sql`(t.begun_at <= clock_timestamp() - make_interval(secs => ${(due.everyMs / 1000) * 0.9}::float8)
          or t.begun_at > clock_timestamp())`
  const isFree = sql`(t.held_until <= clock_timestamp()
    or t.held_until > clock_timestamp() + make_interval(secs => ${2 * HELD_SEC}))`
  const { rows } = await db.execute<{ turns: string }>(sql`
    insert into job_turn as t (job, begun_at, held_until, turns)
    values (${job}, clock_timestamp(), clock_timestamp() + make_interval(secs => ${HELD_SEC}), 1)
    on conflict (job) do update set begun_at = excluded.begun_at, held_until = excluded.held_until, turns = t.turns + 1
    where ${isFree} and ${isDue}
    returning turns`)
  return rows[0] ? Number(rows[0].turns) : null
}

/** Keeps a turn while its work goes on. */
export async function holdTurn(db: Db, job: string, turn: number): Promise<void> {
  await db.execute(sql`
    update job_turn set held_until = clock_timestamp() + make_interval(secs => ${HELD_SEC})
    where job = ${job} and turns = ${turn}`)
}

/** Ends a turn. The day it began on is done for a daily job only now: whose turn failed or was cut off is due again. */
export async function endTurn(db: Db, job: string, turn: number, due: Due, isDone: boolean): Promise<void> {
  const done = sql`, done_at = clock_timestamp(), day = ${due === 'daily' ? dayOf(sql`begun_at`) : null}`
  await db.execute(sql`
    update job_turn set held_until = clock_timestamp()${isDone ? done : sql``}
    where job = ${job} and turns = ${turn}`)
}

/** When a turn last ended well, in whichever process; null: none has. */
export async function lastDone(db: Db, job: string): Promise<Date | null> {
  const [row] = await db.select({ at: jobTurn.doneAt }).from(jobTurn).where(eq(jobTurn.job, job))
  return row?.at ?? null
}
