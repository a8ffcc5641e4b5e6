import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Db } from '#server/platform/db/open-db.ts'

const dialect = new PgDialect()

/** Written, or last read. */
function nameOf(query: SQL): string {
  const { sql: text } = dialect.sqlToQuery(query)
  const written = /^\s*(insert) into "?(\w+)|^\s*(update) "?(\w+)|^\s*(delete) from "?(\w+)/.exec(text)
  if (written) return written.slice(1).filter(Boolean).join(' ')
  const read = Array.from(text.matchAll(/\bfrom "?(\w+)/g), ([, table]) => table).filter((table) => table !== 'unnest')
  return `select ${read.at(-1)}`
}

export function watchStatements(db: Db, statements: string[] = []): { readonly db: Db; readonly statements: string[] } {
  const execute = (query: SQL) => {
    statements.push(nameOf(query))
    return db.execute(query)
  }
  const transaction = (work: (tx: Db) => Promise<unknown>) =>
    db.transaction((tx) => work(watchStatements(tx, statements).db))
  const own: Partial<Record<string | symbol, unknown>> = { execute, transaction }
  return {
    statements,
    db: new Proxy(db, { get: (target, name): unknown => own[name] ?? Reflect.get(target, name, target) }),
  }
}
