import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'
import { SYSTEMS } from '../reference/systems.ts'

const MUST = SYSTEMS.flatMap(({ id, apis }) =>
  apis.flatMap((api) => (api.must ? [{ systemId: id, apiId: api.id }] : [])),
)

/** Share of must-have item types connected in at least one of a provider's buildings: 100 % 1, some 2, none 0. */
export async function countDocking(db: Db): Promise<void> {
  await db.execute(sql`
    update provider v set must_percent = n.percent,
      access_status = case when n.percent = 100 then 1 when n.percent > 0 then 2 else 0 end
    from (
      select p.id, coalesce(round(100.0 * count(*) filter (where of.connected) / nullif(count(of.api_id), 0)), 0)::int as percent
      from provider p left join (
        select b.provider_id, m.api_id, bool_or(m.api_id = any(s.connected)) as connected
        from building b
        join building_state s on s.building_id = b.id
        join unnest(${sql.param(MUST.map(({ systemId }) => systemId))}::int[], ${sql.param(MUST.map(({ apiId }) => apiId))}::int[])
          as m(system_id, api_id) on exists (select 1 from point p where p.building_id = b.id and p.system_id = m.system_id)
        where b.provider_id is not null group by b.provider_id, m.api_id
      ) of on of.provider_id = p.id group by p.id
    ) n
    where v.id = n.id and (v.must_percent, v.access_status) is distinct from
      (n.percent, case when n.percent = 100 then 1 when n.percent > 0 then 2 else 0 end)`)
}
