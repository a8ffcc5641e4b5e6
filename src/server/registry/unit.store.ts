import { and, eq, type SQL } from 'drizzle-orm'
import { organ } from '../schema/organ.table.ts'
import type { Session } from '../platform/session.ts'
import type { Db } from '../platform/db/open-db.ts'
import { unit } from '../schema/unit.table.ts'

export async function findOwnUnit(db: Db, session: Session): Promise<typeof unit.$inferSelect | undefined> {
  if (session.unitId === null) return undefined
  const [row] = await db.select().from(unit).where(eq(unit.id, session.unitId))
  return row
}

/** Locks a unit in scope until the transaction ends. */
export async function lockUnit(tx: Db, unitId: number, inSight?: SQL): Promise<typeof unit.$inferSelect | undefined> {
  const [row] = await tx
    .select()
    .from(unit)
    .where(and(inSight, eq(unit.id, unitId)))
    .for('update')
  return row
}

export async function findBrigade(db: Db, organId: number): Promise<{ id: number } | undefined> {
  const [row] = await db
    .select({ id: organ.id })
    .from(organ)
    .where(and(eq(organ.id, organId), eq(organ.level, 3)))
  return row
}

export function listBrigades(db: Db): Promise<{ id: number; name: string }[]> {
  return db
    .select({ id: organ.id, name: organ.name })
    .from(organ)
    .where(eq(organ.level, 3))
    .orderBy(organ.county, organ.id)
}
