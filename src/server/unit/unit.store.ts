import { eq } from 'drizzle-orm'
import type { Session } from '../auth/session.ts'
import type { Db } from '../db/open-db.ts'
import { unit } from './unit.table.ts'

/** The unit the session belongs to, if it belongs to one. */
export async function findOwnUnit(db: Db, session: Session): Promise<typeof unit.$inferSelect | undefined> {
  if (session.unitId === null) return undefined
  const [row] = await db.select().from(unit).where(eq(unit.id, session.unitId))
  return row
}
