import { and, asc, desc, eq, ilike, isNull, or, sql } from 'drizzle-orm'
import { likePattern } from '../platform/db/like-pattern.ts'
import type { Db } from '../platform/db/open-db.ts'
import { preparedPage, type Page } from '../platform/db/prepared.ts'
import type { InformationHead, InformationRow } from './portal.present.ts'
import { information, notice, question } from '../schema/portal.table.ts'

export interface Rows<T> {
  readonly rows: T[]
  readonly total: number
}

const PUBLISHED = 1

const total = sql<number>`count(*)::int`

const head = {
  id: information.id,
  title: information.title,
  sequence: information.sequence,
  readNum: information.readNum,
  modifiedAt: information.modifiedAt,
}

const informationPage = preparedPage('information', {
  rows: (db, where) =>
    db
      .select(head)
      .from(information)
      .where(where)
      .orderBy(desc(information.sequence), desc(information.modifiedAt), asc(information.id)),
  count: (db, where) => db.select({ total }).from(information).where(where),
})

export const listInformation = (db: Db, type: number, page: Page): Promise<Rows<InformationHead>> =>
  informationPage(db, and(eq(information.type, type), eq(information.state, PUBLISHED)), page)

export async function findInformation(db: Db, id: number): Promise<InformationRow | null> {
  const [row] = await db
    .select()
    .from(information)
    .where(and(eq(information.id, id), eq(information.state, PUBLISHED)))
  return row ?? null
}

export async function countRead(db: Db, id: number): Promise<void> {
  await db
    .update(information)
    .set({ readNum: sql`${information.readNum} + 1` })
    .where(eq(information.id, id))
}

const questionPage = preparedPage('questions', {
  rows: (db, where) => db.select().from(question).where(where).orderBy(asc(question.sequence), asc(question.id)),
  count: (db, where) => db.select({ total }).from(question).where(where),
})

export function listQuestions(db: Db, keyword: string, page: Page): Promise<Rows<typeof question.$inferSelect>> {
  const pattern = likePattern(keyword)
  const where = and(
    eq(question.state, PUBLISHED),
    keyword === '' ? undefined : or(ilike(question.question, pattern), ilike(question.answerText, pattern)),
  )
  return questionPage(db, where, page)
}

const noticePage = preparedPage('notices', {
  rows: (db, where) => db.select().from(notice).where(where).orderBy(desc(notice.createdAt), desc(notice.id)),
  count: (db, where) => db.select({ total }).from(notice).where(where),
})

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
