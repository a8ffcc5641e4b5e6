import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, instant, refColumn } from '../db/columns.ts'

/** A public item: type 0 announcement, 1 technical standard, 2 law or regulation. */
export const information = pgTable(
  'information',
  {
    id: idColumn(),
    type: integer('type').notNull(),
    title: text('title').notNull(),
    /** Paragraphs of plain text, from which the document is made. */
    body: text('body').notNull(),
    /** Above 0: pinned, the higher the earlier. */
    sequence: integer('sequence').notNull().default(0),
    readNum: integer('read_num').notNull().default(0),
    published: boolean('published').notNull().default(true),
    modifiedAt: instant('modified_at').notNull(),
  },
  (t) => [
    index('information_list_idx').on(t.type, t.sequence.desc().nullsFirst(), t.modifiedAt.desc().nullsFirst(), t.id),
  ],
)

/** A frequently asked question; they stand in the order of `sequence`. */
export const question = pgTable(
  'question',
  {
    id: idColumn(),
    question: text('question').notNull(),
    answerText: text('answer_text').notNull(),
    answerHtml: text('answer_html').notNull(),
    sequence: integer('sequence').notNull().default(0),
    modifiedAt: instant('modified_at').notNull(),
  },
  (t) => [index('question_list_idx').on(t.sequence, t.id)],
)

/** A notice of the landing page; without an organ it is for everybody. */
export const notice = pgTable(
  'notice',
  {
    id: idColumn(),
    title: text('title').notNull(),
    url: text('url').notNull(),
    organId: refColumn('organ_id'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('notice_list_idx').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())],
)
