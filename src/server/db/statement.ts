import { type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Db } from './open-db.ts'

const dialect = new PgDialect()

/**
 * A statement that is put together once, and parsed and planned by the database once a connection, for the few that run
 * with every batch that arrives.
 * @param name of this statement alone
 * @param query its values are `sql.placeholder(…)`
 */
export function statement<Row extends Record<string, unknown>>(name: string, query: SQL) {
  let built: ReturnType<PgDialect['sqlToQuery']> | undefined
  return async (db: Db, values: Record<string, unknown>): Promise<Row[]> => {
    built ??= dialect.sqlToQuery(query)
    const prepared = db._.session.prepareQuery(built, undefined, name, false)
    return ((await prepared.execute(values)) as { rows: Row[] }).rows
  }
}
