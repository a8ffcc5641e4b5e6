import { and, asc, desc, eq, ilike, isNull, or, sql } from 'drizzle-orm'
import { holding } from '../db/holding.ts'
import type { Db } from '../db/open-db.ts'
import { listing, type Page } from '../db/prepared.ts'
import type { InformationHead, InformationRow } from './portal.present.ts'
import { information, notice, question } from './portal.table.ts'

export interface Rows<T> {
  readonly rows: T[]
  readonly total: number
}

/** Only what is published is anybody's to see. */
const PUBLISHED = 1

const total = sql<number>`count(*)::int`

const head = {
  id: information.id,
  title: information.title,
  sequence: information.sequence,
  readNum: information.readNum,
  modifiedAt: information.modifiedAt,
}

const informationPage = listing('information', {
  rows: (db, where) =>
    db
      .select(head)
      .from(information)
      .where(where)
      .orderBy(desc(information.sequence), desc(information.modifiedAt), asc(information.id)),
  count: (db, where) => db.select({ total }).from(information).where(where),
})

/** A page of one type's published items: pinned ones first, the higher the earlier, then the newest. */
export const listInformation = (db: Db, type: number, page: Page): Promise<Rows<InformationHead>> =>
  informationPage(db, and(eq(information.type, type), eq(information.state, PUBLISHED)), page)

/** A published item with its text, or null. */
export async function findInformation(db: Db, id: number): Promise<InformationRow | null> {
  const [row] = await db
    .select()
    .from(information)
    .where(and(eq(information.id, id), eq(information.state, PUBLISHED)))
  return row ?? null
}

/** One reader more. */
export async function countRead(db: Db, id: number): Promise<void> {
  await db
    .update(information)
    .set({ readNum: sql`${information.readNum} + 1` })
    .where(eq(information.id, id))
}

const questionPage = listing('questions', {
  rows: (db, where) => db.select().from(question).where(where).orderBy(asc(question.sequence), asc(question.id)),
  count: (db, where) => db.select({ total }).from(question).where(where),
})

/** A page of the questions whose question or answer holds the keyword, in their order. */
export function listQuestions(db: Db, keyword: string, page: Page): Promise<Rows<typeof question.$inferSelect>> {
  const pattern = holding(keyword)
  const where = and(
    eq(question.state, PUBLISHED),
    keyword === '' ? undefined : or(ilike(question.question, pattern), ilike(question.answerText, pattern)),
  )
  return questionPage(db, where, page)
}

const noticePage = listing('notices', {
  rows: (db, where) => db.select().from(notice).where(where).orderBy(desc(notice.createdAt), desc(notice.id)),
  count: (db, where) => db.select({ total }).from(notice).where(where),
})

/** A page of notices, newest first: all of them, or an organ's and those for everybody. */
export function listNotices(
  db: Db,
  organId: number | undefined,
  page: Page,
): Promise<Rows<typeof notice.$inferSelect>> {
  const where = and(
    eq(notice.state, PUBLISHED),
    organId === undefined ? undefined : or(eq(notice.organId, organId), isNull(notice.organId)),
  )
  return noticePage(db, where, page)
}
