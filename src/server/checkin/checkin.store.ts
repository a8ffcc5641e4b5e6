import { and, desc, eq, gte, lte } from 'drizzle-orm'
import { type Marks, streakOf } from '#contract/checkin.rules.ts'
import { addDays } from '#contract/time.ts'
import type { Db } from '../db/open-db.ts'
import { checkin } from './checkin.table.ts'

/** Enough for the month and for most streaks; who has a longer one is read on. */
const FIRST_DAYS = 62

/** A unit's days from `from` to today. */
async function readMarks(db: Db, unitId: number, from: string, today: string): Promise<Marks> {
  const rows = await db
    .select({ day: checkin.day, status: checkin.status })
    .from(checkin)
    .where(and(eq(checkin.unitId, unitId), gte(checkin.day, from), lte(checkin.day, today)))
    .orderBy(desc(checkin.day))
  return new Map(rows.map(({ day, status }) => [day, status as 1 | 2]))
}

/** What a unit has checked in, back to the month's first day at least and beyond the begin of its streak. */
export async function marksAndStreak(db: Db, unitId: number, today: string): Promise<{ marks: Marks; streak: number }> {
  for (let back = FIRST_DAYS; ; back *= 8) {
    const marks = await readMarks(db, unitId, addDays(today, -back), today)
    const streak = streakOf(marks, today)
    if (streak < back) return { marks, streak }
  }
}

/** Writes a day's check-in. @returns whether the day was still free */
export async function addMark(tx: Db, row: typeof checkin.$inferInsert): Promise<boolean> {
  const added = await tx.insert(checkin).values(row).onConflictDoNothing().returning({ day: checkin.day })
  return added.length === 1
}
