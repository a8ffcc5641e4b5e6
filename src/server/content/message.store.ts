import { and, desc, eq, ilike, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { Session } from '../platform/session.ts'
import { likePattern } from '../platform/db/like-pattern.ts'
import type { Db } from '../platform/db/open-db.ts'
import { preparedWhere, preparedPage } from '../platform/db/prepared.ts'
import type { MessageHeadRow, MessageRow } from './message.present.ts'
import { message, messageReceiver } from '../schema/message.table.ts'

export interface MessageFilter {
  readonly readState?: 0 | 1 | undefined
  readonly search: string
  readonly currentPage: number
  readonly pageSize: number
}

const inBox = (session: Session): SQL | undefined =>
  and(eq(messageReceiver.accountId, session.accountId), isNull(messageReceiver.deletedAt))

const total = sql<number>`count(*)::int`
const head = {
  id: messageReceiver.id,
  title: message.title,
  sentAt: messageReceiver.sentAt,
  readAt: messageReceiver.readAt,
  /** The first link to a page of this site. */
  path: sql<string | null>`substring(${message.messageHtml} from '<a href="(/[^/"][^"]*)"')`,
}

const messageCount = preparedWhere('message-count', (db, where) =>
  db.select({ total }).from(messageReceiver).where(where),
)

export async function countUnread(db: Db, session: Session): Promise<number> {
  const [row] = await messageCount(db, and(inBox(session), isNull(messageReceiver.readAt)))
  return row?.total ?? 0
}

const messagePage = preparedPage('messages', {
  rows: (db, where) =>
    db
      .select(head)
      .from(messageReceiver)
      .innerJoin(message, eq(message.id, messageReceiver.messageId))
      .where(where)
      .orderBy(desc(messageReceiver.sentAt), desc(messageReceiver.id)),
  count: (db, where) =>
    db
      .select({ total })
      .from(messageReceiver)
      .innerJoin(message, eq(message.id, messageReceiver.messageId))
      .where(where),
})

/** Newest first. */
export async function listMessages(
  db: Db,
  session: Session,
  { readState, search, currentPage, pageSize }: MessageFilter,
): Promise<{ rows: MessageHeadRow[]; total: number }> {
  const where = and(
    inBox(session),
    readState === undefined
      ? undefined
      : readState === 1
        ? isNotNull(messageReceiver.readAt)
        : isNull(messageReceiver.readAt),
    search === '' ? undefined : ilike(message.title, likePattern(search)),
  )
  return messagePage(db, where, { currentPage, pageSize })
}

export async function findMessage(db: Db, session: Session, id: number): Promise<MessageRow | null> {
  const [row] = await db
    .select({ ...head, messageHtml: message.messageHtml })
    .from(messageReceiver)
    .innerJoin(message, eq(message.id, messageReceiver.messageId))
    .where(and(inBox(session), eq(messageReceiver.id, id)))
  return row ?? null
}

export async function markRead(tx: Db, session: Session, id: number, at: Date): Promise<void> {
  await tx
    .update(messageReceiver)
    .set({ readAt: at })
    .where(and(inBox(session), eq(messageReceiver.id, id), isNull(messageReceiver.readAt)))
}

export async function removeMessage(tx: Db, session: Session, id: number, at: Date): Promise<boolean> {
  const gone = await tx
    .update(messageReceiver)
    .set({ deletedAt: at })
    .where(and(inBox(session), eq(messageReceiver.id, id)))
    .returning({ id: messageReceiver.id })
  return gone.length === 1
}

/** @param ids null: all @returns those that were unread */
export async function markManyRead(tx: Db, session: Session, ids: readonly number[] | null, at: Date) {
  const listed = ids === null ? undefined : inArray(messageReceiver.id, [...ids])
  const rows = await tx
    .update(messageReceiver)
    .set({ readAt: at })
    .where(and(inBox(session), isNull(messageReceiver.readAt), listed))
    .returning({ id: messageReceiver.id })
  return rows.map(({ id }) => id)
}

export async function removeMany(tx: Db, session: Session, ids: readonly number[], at: Date) {
  const rows = await tx
    .update(messageReceiver)
    .set({ deletedAt: at })
    .where(and(inBox(session), inArray(messageReceiver.id, [...ids])))
    .returning({ id: messageReceiver.id })
  return rows.map(({ id }) => id)
}
