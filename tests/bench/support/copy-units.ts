import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open-db.ts'
import { unit } from '#server/schema/unit.table.ts'

const stored = Object.values(getTableColumns(unit)).filter(({ generated }) => !generated)
const columns = sql.join(
  stored.map(({ name }) => sql.identifier(name)),
  sql`, `,
)

/** @param changes a JSON object of `i` */
export async function copyUnits(db: Db, copies: number, changes: SQL): Promise<void> {
  await db.execute(sql`
    insert into unit (${columns}) select ${columns}
    from (select (jsonb_populate_record(u, ${changes})).* from generate_series(0, ${copies - 1}::int) i, unit u
      where u.id = (select min(id) from unit where profile_complete)) copy`)
}
