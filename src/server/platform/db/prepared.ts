import { createHash } from 'node:crypto'
import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Db } from './open-db.ts'

type Values = Record<string, unknown>
interface Prepared<Rows> {
  execute(values?: Values): Promise<Rows>
}
interface Query<Rows> {
  prepare(name: string): Prepared<Rows>
}

/** Built once, and parsed once per connection; within a transaction built each time. @param name unique */
export function prepared<Rows>(name: string, build: (db: Db) => Query<Rows>): (db: Db) => Prepared<Rows> {
  const ready = new WeakMap<Db, Prepared<Rows>>()
  return (db) => {
    let query = ready.get(db)
    if (!query) {
      query = build(db).prepare(name)
      ready.set(db, query)
    }
    return query
  }
}

const dialect = new PgDialect()
/** Limits memory if clients try all combinations of filters. */
const MOST_TEXTS = 100

interface Condition {
  readonly text: string
  readonly values: readonly unknown[]
}

const conditions = new WeakMap<SQL, Condition>()

function conditionOf(where: SQL | undefined): Condition {
  if (!where) return { text: '', values: [] }
  const known = conditions.get(where)
  if (known) return known
  const { sql: text, params: values } = dialect.sqlToQuery(where)
  const condition = { text, values }
  conditions.set(where, condition)
  return condition
}

const valueName = (index: number) => `where${index}`

function withHoles({ text, values }: Condition): SQL | undefined {
  if (text === '') return undefined
  const between = text.split(/\$\d+/)
  return sql.join(
    between.flatMap((part, index) => [
      sql.raw(part),
      ...(index < values.length ? [sql.placeholder(valueName(index))] : []),
    ]),
  )
}

/** A generic plan reads all rows, or ignores the index. */
const isPattern = (value: unknown) => typeof value === 'string' && value.includes('%')

function preparedByText<Rows>(name: string, build: (db: Db, where: SQL | undefined) => Query<Rows>) {
  const ready = new WeakMap<Db, Map<string, Prepared<Rows>>>()
  const nameOf = ({ text, values }: Condition) =>
    values.some(isPattern) ? '' : `${name}.${createHash('sha256').update(text).digest('base64url').slice(0, 12)}`
  const find = (db: Db, condition: Condition) => {
    const texts = ready.get(db) ?? new Map<string, Prepared<Rows>>()
    ready.set(db, texts)
    const known = texts.get(condition.text)
    if (known) return known
    const isKept = texts.size < MOST_TEXTS
    const query = build(db, withHoles(condition)).prepare(isKept ? nameOf(condition) : '')
    if (isKept) texts.set(condition.text, query)
    return query
  }
  return (db: Db, condition: Condition, values: Values): Promise<Rows> => {
    const inCondition = condition.values.map((value, index) => [valueName(index), value])
    return find(db, condition).execute({ ...values, ...Object.fromEntries(inCondition) })
  }
}

/** Built once per text of the condition, independent of its values. */
export function preparedWhere<Rows>(name: string, build: (db: Db, where: SQL | undefined) => Query<Rows>) {
  const query = preparedByText(name, build)
  return (db: Db, where: SQL | undefined, values: Values = {}): Promise<Rows> => query(db, conditionOf(where), values)
}

export interface Page {
  /** From 1. */
  readonly currentPage: number
  readonly pageSize: number
}

export const sliceOf = ({ currentPage, pageSize }: Page) => ({
  limit: pageSize,
  offset: (currentPage - 1) * pageSize,
})

interface Ordered<Row> {
  limit(most: Placeholder): { offset(before: Placeholder): Query<Row[]> }
}

/** @param queries `rows` without limit and offset; `count` reads one row with `total` */
export function preparedPage<Row>(
  name: string,
  queries: {
    readonly rows: (db: Db, where: SQL | undefined) => Ordered<Row>
    readonly count: (db: Db, where: SQL | undefined) => Query<{ total: number }[]>
  },
) {
  const readRows = preparedByText(name, (db, where) =>
    queries.rows(db, where).limit(sql.placeholder('limit')).offset(sql.placeholder('offset')),
  )
  const readCount = preparedByText(`${name}.count`, queries.count)
  return async (db: Db, where: SQL | undefined, page: Page, values: Values = {}) => {
    const condition = conditionOf(where)
    const rows = await readRows(db, condition, { ...values, ...sliceOf(page) })
    const [counted] = await readCount(db, condition, {})
    return { rows, total: counted?.total ?? 0 }
  }
}
