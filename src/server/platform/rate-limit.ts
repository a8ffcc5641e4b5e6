import { eq, isNull, lte, type Placeholder, sql, type SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { rateLimit } from '../schema/rate-limit.table.ts'

/** The last take locks the key for `blockSec` (0: until the window ends). */
export interface LimitRule {
  readonly points: number
  readonly windowSec: number
  readonly blockSec: number
}

/** `left`: points left. */
export interface LimitAnswer {
  readonly allowed: boolean
  readonly retryAfterSec: number
  readonly left: number
}

export interface Limits {
  /** A locked key counts nothing. */
  take(key: string, rule: LimitRule, now: Date): Promise<LimitAnswer>
  /** Also undoes the lock. Not for a refused take. */
  giveBack(key: string): Promise<void>
  clear(key: string): Promise<void>
  clearStarting(key: string): Promise<void>
  sweep(now: Date): Promise<number>
}

export type LimitDb = PgDatabase<PgQueryResultHKT, Record<string, unknown>>

interface TakeValues {
  readonly key: string | Placeholder
  readonly now: string | Placeholder
  readonly windowEnd: string | Placeholder
  readonly blockEnd: string | Placeholder
}

/** Tolerated clock difference between processes. */
const APART = sql.raw(`interval '1 minute'`)

/** @param from a row source that must not be empty */
export function takeOne({ points, blockSec }: LimitRule, values: TakeValues, from = sql``): SQL {
  const [now, windowEnd, blockEnd] = [values.now, values.windowEnd, values.blockEnd].map(
    (at) => sql`${at}::timestamptz`,
  )
  // An end later than a window starting now was written before the clock was set back.
  const isWindowOver = sql`(r.window_ends_at <= ${now} or r.window_ends_at > ${windowEnd} + ${APART})`
  const fresh = sql`(${isWindowOver} or r.blocked_until is not null)`
  const isLockOver = sql`(r.blocked_until <= ${now} or r.blocked_until > greatest(${windowEnd}, ${blockEnd}) + ${APART})`
  const counted = sql`case when ${fresh} then 1 else r.points + 1 end`
  const nextEnd = sql`case when ${fresh} then ${windowEnd} else r.window_ends_at end`
  return sql`
    insert into rate_limit as r (key, points, window_ends_at, blocked_until)
    select ${values.key}::text, 1, ${windowEnd}, ${points <= 1 ? blockEnd : sql`null::timestamptz`} ${from}
    on conflict (key) do update set points = ${counted}, window_ends_at = ${nextEnd},
      blocked_until = case when (${counted}) >= ${points}::int then ${blockSec > 0 ? blockEnd : nextEnd} end
    where r.blocked_until is null or ${isLockOver}
    returning r.points`
}

const rowsOf = async <Row>(db: LimitDb, statement: SQL) => ((await db.execute(statement)) as { rows: Row[] }).rows

/**
 * Concurrent takes cannot overdraw a key. Outside the transaction that may be rolled back with the failure it
 * counts.
 */
export function createLimits(db: LimitDb): Limits {
  const { key: keyColumn, points, windowEndsAt, blockedUntil } = rateLimit
  const unlocked = (now: Date) => sql`(${isNull(blockedUntil)} or ${lte(blockedUntil, now)})`

  return {
    async take(key, rule, now) {
      const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
      const windowEnd = later(rule.windowSec)
      const blockEnd = later(rule.blockSec > 0 ? rule.blockSec : rule.windowSec)
      const [row] = await rowsOf<{ points: number }>(
        db,
        takeOne(rule, {
          key,
          now: now.toISOString(),
          windowEnd: windowEnd.toISOString(),
          blockEnd: blockEnd.toISOString(),
        }),
      )
      if (row) return { allowed: true, retryAfterSec: 0, left: Math.max(rule.points - row.points, 0) }

      const [lock] = await db.select({ until: blockedUntil }).from(rateLimit).where(eq(keyColumn, key))
      const until = lock?.until ?? blockEnd
      return {
        allowed: false,
        retryAfterSec: Math.max(Math.ceil((until.getTime() - now.getTime()) / 1000), 1),
        left: 0,
      }
    },

    async giveBack(key) {
      await db
        .update(rateLimit)
        .set({ points: sql`greatest(${points} - 1, 0)`, blockedUntil: null })
        .where(eq(keyColumn, key))
    },

    async clear(key) {
      await db.delete(rateLimit).where(eq(keyColumn, key))
    },

    async clearStarting(key) {
      await db.delete(rateLimit).where(sql`${keyColumn} = ${key} or starts_with(${keyColumn}, ${`${key}:`})`)
    },

    async sweep(now) {
      const over = sql`${lte(windowEndsAt, now)} and ${unlocked(now)}`
      return (await db.delete(rateLimit).where(over).returning({ key: keyColumn })).length
    },
  }
}
