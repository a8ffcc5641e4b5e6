import { sql } from 'drizzle-orm'
import type { Db } from '../db/open-db.ts'
import { refused } from './outcome.ts'

export const ITEM_TYPE_IN_USE = refused('点位有未结束的异常或报警，不能修改接口类型，请在其结束后再修改')

interface Registered {
  readonly buildingId: number
  readonly pointNumber: string
  readonly apiId: number
}

/** Building and number of a point, as one text. */
export const pointKey = ({ buildingId, pointNumber }: Omit<Registered, 'apiId'>) => `${buildingId}|${pointNumber}`

/**
 * Points whose item type may not be changed to the registered one, because something is open at them: only a report ends
 * a trouble. A point that never gave a valid report has nothing to end. The points whose item type changes stay locked.
 * @returns their keys
 */
export async function fixedItemTypes(tx: Db, rows: readonly Registered[]): Promise<ReadonlySet<string>> {
  const { rows: found } = await tx.execute<{ key: string; is_open: boolean }>(sql`
    select concat(p.building_id, '|', p.point_number) as key,
      p.open_rank > 0 or exists (select 1 from trouble t where t.point_id = p.id and t.cause <> 'mute')
        or exists (select 1 from problem q where q.point_id = p.id and q.solved_at is null) as is_open
    from unnest(${sql.param(rows.map(({ buildingId }) => buildingId))}::bigint[],
      ${sql.param(rows.map(({ pointNumber }) => pointNumber))}::text[],
      ${sql.param(rows.map(({ apiId }) => apiId))}::int[]) as r(building_id, point_number, api_id)
    join point p on p.building_id = r.building_id and p.point_number = r.point_number and p.api_id <> r.api_id
    order by p.id for no key update of p`)
  return new Set(found.flatMap(({ key, is_open }) => (is_open ? [key] : [])))
}
