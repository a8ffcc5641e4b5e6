import { and, asc, eq, isNull, or } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'
import { dutyContact } from '../schema/duty-contact.table.ts'
import { organ } from '../schema/organ.table.ts'

export type Organ = typeof organ.$inferSelect

export async function findOrgan(db: Db, id: number): Promise<Organ | undefined> {
  const [row] = await db.select().from(organ).where(eq(organ.id, id))
  return row
}

export function findOrgansBy(db: Db, word: string): Promise<Organ[]> {
  const byId = /^[1-9]\d{0,14}$/.test(word) ? eq(organ.id, Number(word)) : undefined
  return db
    .select()
    .from(organ)
    .where(or(eq(organ.name, word), byId))
}

export const listOrgans = (db: Db): Promise<Organ[]> => db.select().from(organ).orderBy(asc(organ.level), asc(organ.id))

export async function contactlessOrgans(db: Db): Promise<number[]> {
  const rows = await db
    .select({ id: organ.id })
    .from(organ)
    .leftJoin(dutyContact, eq(dutyContact.organId, organ.id))
    .where(and(eq(organ.level, 3), isNull(dutyContact.id)))
  return rows.map(({ id }) => id)
}
