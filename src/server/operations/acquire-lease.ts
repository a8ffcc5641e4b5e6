import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'
import { jobTurn } from '../schema/job-turn.table.ts'

/** After it the holder is dead. */
const HELD_SEC = 120

/** Or once per Shanghai day. */
export type Due = { readonly everyMs: number } | 'daily'

const dayOf = (instant: SQL) => sql`(${instant} at time zone 'Asia/Shanghai')::date::text`

/** By the database clock. @returns fencing number */
export async function acquireLease(db: Db, job: string, due: Due): Promise<number | null> {
  // 10% for timer drift. A future time is from before a clock was set back.
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

export async function renewLease(db: Db, job: string, turn: number): Promise<void> {
  await db.execute(sql`
    update job_turn set held_until = clock_timestamp() + make_interval(secs => ${HELD_SEC})
    where job = ${job} and turns = ${turn}`)
}

/** `day` only on success: a failed daily job is due again. */
export async function releaseLease(db: Db, job: string, turn: number, due: Due, isDone: boolean): Promise<void> {
  const done = sql`, done_at = clock_timestamp(), day = ${due === 'daily' ? dayOf(sql`begun_at`) : null}`
  await db.execute(sql`
    update job_turn set held_until = clock_timestamp()${isDone ? done : sql``}
    where job = ${job} and turns = ${turn}`)
}

export async function lastDone(db: Db, job: string): Promise<Date | null> {
  const [row] = await db.select({ at: jobTurn.doneAt }).from(jobTurn).where(eq(jobTurn.job, job))
  return row?.at ?? null
}
