import { is, Placeholder, type Query, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Db } from './open-db.ts'

const dialect = new PgDialect()

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

/** Parsed and planned once per connection. @param name unique */
export function statement<Row extends Record<string, unknown>>(name: string, query: SQL) {
  let built: Query | undefined
  return async (db: Db, values: Record<string, unknown>): Promise<Row[]> => {
    built ??= valuesOnce(dialect.sqlToQuery(query))
    const prepared = db._.session.prepareQuery(built, undefined, name, false)
    return ((await prepared.execute(values)) as { rows: Row[] }).rows
  }
}
