import { and, asc, desc, eq, ilike, isNotNull, max, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { PublicationKind } from '#contract/publishing.ts'
import { isDocument, isNotice, isQuestion } from '#contract/publishing.rules.ts'
import { account } from '../schema/account.table.ts'
import { wordsOf } from '../platform/html-blocks.ts'
import { likePattern } from '../platform/db/like-pattern.ts'
import type { Db } from '../platform/db/open-db.ts'
import { message, messageReceiver } from '../schema/message.table.ts'
import { information, notice, question } from '../schema/portal.table.ts'
import type {
  PublicationChange,
  PublicationFilter,
  PublicationHead,
  PublicationItem,
  PublicationStore,
} from './publication.present.ts'

type Table = typeof information | typeof question | typeof notice | typeof message
type Fields<T> = { readonly [K in keyof T]: PgColumn | SQL<T[K]> }

interface Kept {
  readonly table: Table
  readonly head: Omit<Fields<PublicationHead>, 'id' | 'state' | 'version' | 'authorName'>
  readonly body: Fields<Omit<PublicationItem, keyof PublicationHead>>
  readonly order: readonly SQL[]
  within(kind: PublicationKind): SQL | undefined
  columns(change: PublicationChange, kind: PublicationKind | undefined): Record<string, unknown>
}

const none = <T>() => sql<T>`null`
const zero = sql<number>`0`
const noText = sql<string>`''`

/** Also those who deleted it. */
const received = sql`from ${messageReceiver} r where r.message_id = ${message.id}
  and (r.deleted_at is null or (${message.state} = 1 and r.sent_at = ${message.sentAt}))`
const receivers = sql<number>`(select count(*)::int ${received})`
const readers = sql<number>`(select count(*)::int ${received} and r.read_at is not null)`

const authored = ({ state, version, authorId }: PublicationChange) => ({ state, version, authorId })

const INFORMATION: Kept = {
  table: information,
  head: {
    title: information.title,
    sequence: information.sequence,
    readNum: information.readNum,
    receiverNum: none(),
    modifiedAt: information.modifiedAt,
  },
  body: { bodyHtml: information.body, url: noText, organId: none(), audience: none() },
  order: [desc(information.sequence), desc(information.modifiedAt), asc(information.id)],
  within: (kind) => eq(information.type, kind),
  columns: ({ title, bodyHtml, sequence, at, ...rest }, type) => ({
    ...authored(rest),
    type,
    title,
    body: bodyHtml,
    sequence,
    modifiedAt: at,
  }),
}

const QUESTION: Kept = {
  table: question,
  head: {
    title: question.question,
    sequence: question.sequence,
    readNum: none(),
    receiverNum: none(),
    modifiedAt: question.modifiedAt,
  },
  body: { bodyHtml: question.answerHtml, url: noText, organId: none(), audience: none() },
  order: [asc(question.sequence), asc(question.id)],
  within: () => undefined,
  columns: ({ title, bodyHtml, sequence, at, ...rest }) => ({
    ...authored(rest),
    question: title,
    answerHtml: bodyHtml,
    answerText: bodyHtml === undefined ? undefined : wordsOf(bodyHtml),
    sequence,
    modifiedAt: at,
  }),
}

const NOTICE: Kept = {
  table: notice,
  head: { title: notice.title, sequence: zero, readNum: none(), receiverNum: none(), modifiedAt: notice.createdAt },
  body: { bodyHtml: noText, url: notice.url, organId: notice.organId, audience: none() },
  order: [desc(notice.createdAt), desc(notice.id)],
  within: () => undefined,
  columns: ({ title, url, organId, at, ...rest }) => ({ ...authored(rest), title, url, organId, createdAt: at }),
}

const NOTIFICATION: Kept = {
  table: message,
  head: {
    title: message.title,
    sequence: zero,
    readNum: readers,
    receiverNum: receivers,
    modifiedAt: message.sentAt,
  },
  body: { bodyHtml: message.messageHtml, url: noText, organId: none(), audience: message.audience },
  order: [desc(message.sentAt), desc(message.id)],
  // Platform messages have no audience.
  within: () => isNotNull(message.audience),
  columns: ({ title, bodyHtml, audience, at, ...rest }) => ({
    ...authored(rest),
    title,
    messageHtml: bodyHtml,
    audience,
    sentAt: at,
  }),
}

function shelfOver({ table: kept, head, body, order, within, columns }: Kept): PublicationStore {
  // The four tables share these columns.
  const table = kept as typeof information
  const heads = { id: table.id, state: table.state, version: table.version, authorName: account.name, ...head }
  const author = eq(account.id, table.authorId)
  const set = (change: PublicationChange, kind?: PublicationKind) =>
    columns(change, kind) as Partial<typeof information.$inferInsert>
  return {
    async list(db, kind, { state, search, currentPage, pageSize }: PublicationFilter) {
      const where = and(
        within(kind),
        state === undefined ? undefined : eq(table.state, state),
        search === '' ? undefined : ilike(head.title as PgColumn, likePattern(search)),
      )
      const rows = await db
        .select(heads)
        .from(table)
        .leftJoin(account, author)
        .where(where)
        .orderBy(...order)
        .limit(pageSize)
        .offset((currentPage - 1) * pageSize)
      return { rows: rows as unknown as PublicationHead[], total: await db.$count(table, where) }
    },
    async find(db, kind, id, lock) {
      const query = db
        .select({ ...heads, ...body })
        .from(table)
        .leftJoin(account, author)
        .where(and(within(kind), eq(table.id, id)))
      const [row] = await (lock ? query.for('update', { of: table }) : query)
      return (row as unknown as PublicationItem | undefined) ?? null
    },
    async add(tx, kind, item) {
      const values = set(item, kind) as typeof information.$inferInsert
      const [row] = await tx.insert(table).values(values).returning({ id: table.id })
      if (!row) throw new Error('nothing was written')
      return row.id
    },
    async change(tx, id, change) {
      await tx.update(table).set(set(change)).where(eq(table.id, id))
    },
    async remove(tx, id) {
      await tx.delete(table).where(eq(table.id, id))
    },
  }
}

const SHELVES = [INFORMATION, QUESTION, NOTICE, NOTIFICATION].map(shelfOver) as [
  PublicationStore,
  PublicationStore,
  PublicationStore,
  PublicationStore,
]

export function publicationStore(kind: PublicationKind): PublicationStore {
  if (isDocument(kind)) return SHELVES[0]
  if (isQuestion(kind)) return SHELVES[1]
  return isNotice(kind) ? SHELVES[2] : SHELVES[3]
}

export async function lastQuestion(db: Db): Promise<number> {
  const [row] = await db.select({ last: max(question.sequence) }).from(question)
  return row?.last ?? 0
}
