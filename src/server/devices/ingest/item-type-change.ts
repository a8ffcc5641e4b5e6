import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open-db.ts'
import { condition } from '#server/schema/evaluation.table.ts'
import { refused } from './item-result.ts'

export const ITEM_TYPE_IN_USE = refused('点位有未结束的异常或报警，不能修改接口类型，请在其结束后再修改')

interface Registered {
  readonly buildingId: number
  readonly pointNumber: string
  readonly apiId: number
}

export const pointKey = ({ buildingId, pointNumber }: Omit<Registered, 'apiId'>) => `${buildingId}|${pointNumber}`

/** A condition, problem or record is open that only a report of the old type ends. Locks them. */
export async function fixedItemTypes(tx: Db, rows: readonly Registered[]): Promise<ReadonlySet<string>> {
  const { rows: found } = await tx.execute<{ key: string; is_open: boolean }>(sql`
    select concat(p.building_id, '|', p.point_number) as key,
      p.open_rank > 0 or exists (select 1 from ${condition} t where t.point_id = p.id and t.cause <> 'mute')
        or exists (select 1 from problem q where q.point_id = p.id and q.solved_at is null) as is_open
    from unnest(${sql.param(rows.map(({ buildingId }) => buildingId))}::bigint[],
      ${sql.param(rows.map(({ pointNumber }) => pointNumber))}::text[],
      ${sql.param(rows.map(({ apiId }) => apiId))}::int[]) as r(building_id, point_number, api_id)
    join point p on p.building_id = r.building_id and p.point_number = r.point_number and p.api_id <> r.api_id
    order by p.id for no key update of p`)
  return new Set(found.flatMap(({ key, is_open }) => (is_open ? [key] : [])))
}
