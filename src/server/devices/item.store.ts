import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'

export type ItemType = Pick<ItemCount, 'systemId' | 'apiId' | 'apiType'>

/** Times in ms. */
export interface ItemCount {
  readonly systemId: number
  readonly apiId: number
  readonly apiType: number
  readonly points: number
  readonly online: number
  readonly problems: number
  /** Null for measured types with points. */
  readonly openRecords: number | null
  readonly reportedAt: number | null
  readonly receivedAt: number | null
  /** As of the building's last evaluation. */
  readonly connected: boolean
}

export interface CountedItems {
  readonly counted: readonly ItemCount[]
  readonly exempt: ReadonlySet<number>
}

export async function countWithExempt(db: Db, buildingId: number, types: readonly ItemType[]): Promise<CountedItems> {
  const { rows } = await db.execute<{ api: number }>(sql`
    select distinct (way->>2)::int as api from approval a cross join lateral jsonb_array_elements(a.types) as way
    where a.building_id = ${buildingId} and a.kind = 'access' and a.status = 1 and a.withdrawn_at is null
      and jsonb_array_length(way) = 3`)
  return { counted: await countItems(db, buildingId, types), exempt: new Set(rows.map(({ api }) => api)) }
}

export async function countItems(db: Db, buildingId: number, types: readonly ItemType[]): Promise<ItemCount[]> {
  const { rows } = await db.execute<ItemCount & Record<string, unknown>>(sql`
    select p.system_id as "systemId", p.api_id as "apiId", min(p.api_type) as "apiType",
      count(*)::int as points, (count(*) filter (where p.online))::int as online,
      coalesce(sum(q.problems), 0)::int as problems,
      case when min(p.api_type) between 1 and 4 then (
        select count(*)::int from device_event e where e.building_id = ${buildingId} and e.api_id = p.api_id
          and e.kind = (array['fire', 'fault', 'shield', 'action'])[min(p.api_type)]
          and is_open_event(e.kind, e.state, e.ended_at)
      ) end as "openRecords",
      (extract(epoch from max(p.reported_at)) * 1000)::float8 as "reportedAt",
      (extract(epoch from max(p.received_at)) * 1000)::float8 as "receivedAt",
      coalesce(p.api_id = any(max(s.connected)), false) as connected
    from point p
    left join (select point_id, count(*) as problems from problem where building_id = ${buildingId} and solved_at is null group by 1) q
      on q.point_id = p.id
    left join building_state s on s.building_id = p.building_id
    where p.building_id = ${buildingId}
    group by p.system_id, p.api_id order by p.system_id, p.api_id`)
  const known = new Set(rows.map(({ apiId }) => apiId))
  const others = await itemsWithoutPoints(db, buildingId, types)
  return [...rows, ...others.filter(({ apiId }) => !known.has(apiId))]
}

async function itemsWithoutPoints(db: Db, buildingId: number, types: readonly ItemType[]): Promise<ItemCount[]> {
  const numbers = (pick: (type: ItemType) => number) => sql`${sql.param(types.map(pick))}::int[]`
  const { rows } = await db.execute<
    Pick<ItemCount, 'systemId' | 'apiId' | 'apiType' | 'openRecords'> & Record<string, unknown>
  >(sql`
    select a.system_id as "systemId", a.api_id as "apiId", a.api_type as "apiType",
      case when a.api_type between 1 and 4 then (
        select count(*)::int from device_event e where e.building_id = ${buildingId} and e.api_id = a.api_id
          and e.kind = (array['fire', 'fault', 'shield', 'action'])[a.api_type] and is_open_event(e.kind, e.state, e.ended_at)
      ) else 0 end as "openRecords"
    from unnest(${numbers(({ systemId }) => systemId)}, ${numbers(({ apiId }) => apiId)}, ${numbers(({ apiType }) => apiType)})
      as a(system_id, api_id, api_type)
    where exists (select 1 from unlisted_point where building_id = ${buildingId})
      and (exists (select 1 from device_event e where e.building_id = ${buildingId} and e.api_id = a.api_id)
        or exists (select 1 from reading r where r.building_id = ${buildingId} and r.api_id = a.api_id))`)
  return rows.map((row) => ({
    ...row,
    points: 0,
    online: 0,
    problems: 0,
    reportedAt: null,
    receivedAt: null,
    connected: false,
  }))
}
