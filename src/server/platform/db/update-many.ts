import { getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './open-db.ts'

/** One statement. A column that some rows leave out keeps its value in them. */
export async function updateMany(
  tx: Db,
  table: PgTable,
  rows: readonly { readonly id: number; readonly set: Readonly<Record<string, unknown>> }[],
): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.entries(getTableColumns(table)).filter(([key]) =>
    rows.some(({ set }) => set[key] !== undefined),
  )
  const isEverywhere = (key: string) => rows.every(({ set }) => set[key] !== undefined)
  const content = rows.map(({ id, set }) => ({
    id,
    ...Object.fromEntries(columns.map(([key, { name }]) => [name, set[key]])),
  }))
  const sets = columns.map(([key, { name }]) => {
    const column = sql.identifier(name)
    return isEverywhere(key)
      ? sql`${column} = given.${column}`
      : sql`${column} = coalesce(given.${column}, ${table}.${column})`
  })
  await tx.execute(sql`update ${table} set ${sql.join(sets, sql`, `)}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(content)}::jsonb) as given
    where ${table}.id = given.id`)
}
