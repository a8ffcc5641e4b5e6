import { and, asc, desc, eq, ilike, isNull, or, sql, type SQL } from 'drizzle-orm'
import { holding } from '../db/holding.ts'
import type { Db } from '../db/open-db.ts'
import type { InformationHead, InformationRow } from './portal.present.ts'
import { information, notice, question } from './portal.table.ts'

interface Page {
  readonly currentPage: number
  readonly pageSize: number
}

export interface Rows<T> {
  readonly rows: T[]
  readonly total: number
}

/** Only what is published is anybody's to see. */
const PUBLISHED = 1

const total = sql<number>`count(*)::int`
const skipped = ({ currentPage, pageSize }: Page) => (currentPage - 1) * pageSize

const head = {
  id: information.id,
  title: information.title,
  sequence: information.sequence,
  readNum: information.readNum,
  modifiedAt: information.modifiedAt,
}

/** A page of one type's published items: pinned ones first, the higher the earlier, then the newest. */
export async function listInformation(db: Db, type: number, page: Page): Promise<Rows<InformationHead>> {
  const where = and(eq(information.type, type), eq(information.state, PUBLISHED))
  const rows = await db
    .select(head)
    .from(information)
    .where(where)
    .orderBy(desc(information.sequence), desc(information.modifiedAt), asc(information.id))
    .limit(page.pageSize)
    .offset(skipped(page))
  const [count] = await db.select({ total }).from(information).where(where)
  return { rows, total: count?.total ?? 0 }
}

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

/** A page of the questions whose question or answer holds the keyword, in their order. */
export async function listQuestions(db: Db, keyword: string, page: Page): Promise<Rows<typeof question.$inferSelect>> {
  const pattern = holding(keyword)
  const where: SQL | undefined = and(
    eq(question.state, PUBLISHED),
    keyword === '' ? undefined : or(ilike(question.question, pattern), ilike(question.answerText, pattern)),
  )
  const rows = await db
    .select()
    .from(question)
    .where(where)
    .orderBy(asc(question.sequence), asc(question.id))
    .limit(page.pageSize)
    .offset(skipped(page))
  const [count] = await db.select({ total }).from(question).where(where)
  return { rows, total: count?.total ?? 0 }
}

/** A page of notices, newest first: all of them, or an organ's and those for everybody. */
export async function listNotices(
  db: Db,
  organId: number | undefined,
  page: Page,
): Promise<Rows<typeof notice.$inferSelect>> {
  const where = and(
    eq(notice.state, PUBLISHED),
    organId === undefined ? undefined : or(eq(notice.organId, organId), isNull(notice.organId)),
  )
  const rows = await db
    .select()
    .from(notice)
    .where(where)
    .orderBy(desc(notice.createdAt), desc(notice.id))
    .limit(page.pageSize)
    .offset(skipped(page))
  const [count] = await db.select({ total }).from(notice).where(where)
  return { rows, total: count?.total ?? 0 }
}
