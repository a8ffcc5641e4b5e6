import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { account } from './account.table.ts'
import { idColumn, instant, refColumn } from './columns.ts'

/** `state`: 0 draft, 1 published, 2 withdrawn. */
const authored = () => ({
  state: integer('state').notNull().default(1),
  version: integer('version').notNull().default(1),
  authorId: refColumn('author_id').references(() => account.id, { onDelete: 'set null' }),
})

/** A public item: type 0 announcement, 1 technical standard, 2 law or regulation. */
export const information = pgTable(
  'information',
  {
    id: idColumn(),
    type: integer('type').notNull(),
    title: text('title').notNull(),
    /** Rich text; plain text has one paragraph per line. */
    body: text('body').notNull(),
    /** Above 0: pinned; higher values first. */
    sequence: integer('sequence').notNull().default(0),
    readNum: integer('read_num').notNull().default(0),
    modifiedAt: instant('modified_at').notNull(),
    ...authored(),
  },
  (t) => [
    index('information_list_idx').on(
      t.type,
      t.state,
      t.sequence.desc().nullsFirst(),
      t.modifiedAt.desc().nullsFirst(),
      t.id,
    ),
  ],
)

export const question = pgTable(
  'question',
  {
    id: idColumn(),
    question: text('question').notNull(),
    answerText: text('answer_text').notNull(),
    answerHtml: text('answer_html').notNull(),
    sequence: integer('sequence').notNull().default(0),
    modifiedAt: instant('modified_at').notNull(),
    ...authored(),
  },
  (t) => [index('question_list_idx').on(t.state, t.sequence, t.id)],
)

/** A notice on the landing page; without an organ it is for all. */
export const notice = pgTable(
  'notice',
  {
    id: idColumn(),
    title: text('title').notNull(),
    url: text('url').notNull(),
    organId: refColumn('organ_id'),
    createdAt: instant('created_at').notNull(),
    ...authored(),
  },
  (t) => [index('notice_list_idx').on(t.state, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())],
)
