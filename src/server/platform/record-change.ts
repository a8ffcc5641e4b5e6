import { sql, type SQL } from 'drizzle-orm'
import type { ChangeData } from '../schema/change.table.ts'
import type { Db } from './db/open-db.ts'

export interface NewChange {
  readonly kind: string
  readonly buildingId?: number | null
  readonly unitId?: number | null
  readonly data?: ChangeData
}

const listeners = new Set<() => void>()

/** Its transaction may not have committed yet. */
export function onChangeRecorded(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** In the transaction of the change. */
export async function recordChange(tx: Db, { kind, buildingId = null, unitId = null, data }: NewChange): Promise<void> {
  await recordChanges(
    tx,
    kind,
    sql`select ${buildingId}::bigint, (select county from building where id = ${buildingId}::bigint), ${unitId}::bigint,
      null::bigint, null::int, ${data ? JSON.stringify(data) : null}::jsonb`,
  )
}

/** @param rows building_id, county, unit_id, alarm_id, version and data */
export async function recordChanges(tx: Db, kind: string, rows: SQL): Promise<void> {
  await tx.execute(sql`
    insert into change (kind, building_id, county, unit_id, alarm_id, version, data)
    select ${kind}, n.* from (${rows}) as n(building_id, county, unit_id, alarm_id, version, data)`)
  for (const listener of listeners) listener()
}
