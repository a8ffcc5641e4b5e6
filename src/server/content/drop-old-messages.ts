import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'

const AT_ONCE = 5_000

export async function dropOldMessages(db: Db, before: Date): Promise<void> {
  let dropped: number
  do {
    const { rows } = await db.execute(sql`
      delete from delivery where id = any(array(select id from delivery
        where alarm_id is null and created_at < ${before.toISOString()}::timestamptz order by created_at limit ${AT_ONCE}))
      returning 1`)
    dropped = rows.length
  } while (dropped === AT_ONCE)
}
