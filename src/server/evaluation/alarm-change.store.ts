import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'
import { recordChanges } from '../platform/record-change.ts'

export async function recordAlarms(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await recordChanges(
    tx,
    'alarm',
    sql`select a.building_id, b.county, null::bigint, a.id, a.version, null::jsonb
      from alarm a left join building b on b.id = a.building_id where a.id = any(${sql.param(ids)}::bigint[])`,
  )
}
