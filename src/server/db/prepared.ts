import type { Db } from './open-db.ts'

interface Query<Prepared> {
  prepare(name: string): Prepared
}

/**
 * A query that is put together once, and parsed by the database once a connection: for a short one both cost more than
 * to run it. A transaction is a database of its own to the query builder, so that one puts it together anew.
 * @param name of this query alone
 * @param build its values are `sql.placeholder(…)`
 */
export function prepared<Prepared>(name: string, build: (db: Db) => Query<Prepared>): (db: Db) => Prepared {
  const ready = new WeakMap<Db, Prepared>()
  return (db) => {
    let query = ready.get(db)
    if (!query) {
      query = build(db).prepare(name)
      ready.set(db, query)
    }
    return query
  }
}
