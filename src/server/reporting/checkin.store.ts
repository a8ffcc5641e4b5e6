import { and, desc, eq, gte, lte } from 'drizzle-orm'
import { nextMonth, type Marks, streakOf } from '#contract/checkin.rules.ts'
import { addDays } from '#contract/time.ts'
import { notThere } from '../platform/app-error.ts'
import type { Db } from '../platform/db/open-db.ts'
import { unit } from '../schema/unit.table.ts'
import { checkin } from '../schema/checkin.table.ts'

/** The month and most streaks. */
const FIRST_DAYS = 62

async function readMarks(db: Db, unitId: number, from: string, to: string): Promise<Marks> {
  const rows = await db
    .select({ day: checkin.day, status: checkin.status })
    .from(checkin)
    .where(and(eq(checkin.unitId, unitId), gte(checkin.day, from), lte(checkin.day, to)))
    .orderBy(desc(checkin.day))
  return new Map(rows.map(({ day, status }) => [day, status as 1 | 2]))
}

export async function marksAndStreak(db: Db, unitId: number, today: string): Promise<{ marks: Marks; streak: number }> {
  for (let back = FIRST_DAYS; ; back *= 8) {
    const marks = await readMarks(db, unitId, addDays(today, -back), today)
    const streak = streakOf(marks, today)
    if (streak < back) return { marks, streak }
  }
}

/** @param month `yyyy-MM` */
export const marksOfMonth = (db: Db, unitId: number, month: string): Promise<Marks> =>
  readMarks(db, unitId, `${month}-01`, addDays(`${nextMonth(month, 1)}-01`, -1))

/** @throws AppError 404 */
export async function registrationOf(db: Db, unitId: number): Promise<Date> {
  const [row] = await db.select({ createdAt: unit.createdAt }).from(unit).where(eq(unit.id, unitId))
  if (!row) throw notThere()
  return row.createdAt
}

/** @returns false if checked in */
export async function addMark(tx: Db, row: typeof checkin.$inferInsert): Promise<boolean> {
  const added = await tx.insert(checkin).values(row).onConflictDoNothing().returning({ day: checkin.day })
  return added.length === 1
}
