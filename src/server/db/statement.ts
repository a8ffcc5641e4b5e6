import { is, Placeholder, type Query, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Db } from './open-db.ts'

const dialect = new PgDialect()

/** A value travels once, however often it stands in the text: a batch's are long. */
function valuesOnce({ sql, params }: Query): Query {
  const kept: unknown[] = []
  const places = params.map((param) => {
    const known = is(param, Placeholder)
      ? kept.findIndex((other) => is(other, Placeholder) && other.name === param.name)
      : -1
    return known < 0 ? kept.push(param) : known + 1
  })
  return { sql: sql.replaceAll(/\$(\d+)/g, (_, nth: string) => `$${places[Number(nth) - 1]}`), params: kept }
}

/**
 * A statement that is put together once, and parsed and planned by the database once a connection, for the few that run
 * with every batch that arrives.
 * @param name of this statement alone
 * @param query its values are `sql.placeholder(…)`
 */
export function statement<Row extends Record<string, unknown>>(name: string, query: SQL) {
  let built: Query | undefined
  return async (db: Db, values: Record<string, unknown>): Promise<Row[]> => {
    built ??= valuesOnce(dialect.sqlToQuery(query))
    const prepared = db._.session.prepareQuery(built, undefined, name, false)
    return ((await prepared.execute(values)) as { rows: Row[] }).rows
  }
}
