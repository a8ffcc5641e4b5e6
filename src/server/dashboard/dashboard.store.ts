import { eq } from 'drizzle-orm'
import type { Db } from '../db/open-db.ts'
import { unit } from '../unit/unit.table.ts'

/** A unit by its id. */
export async function findUnit(db: Db, id: number): Promise<typeof unit.$inferSelect | undefined> {
  const [row] = await db.select().from(unit).where(eq(unit.id, id))
  return row
}
