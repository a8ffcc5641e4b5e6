import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open-db.ts'

export interface Scope {
  readonly says: string
  readonly account: string
  /** SQL condition on `building b`. */
  readonly where: string
  /** `listInput`: the building list's. */
  readonly input: object
  readonly listInput: object
}

interface BuildingFact {
  readonly id: string
  readonly county: string
  readonly street: string
  readonly access: number
  readonly approve: number | null
  readonly provider: string | null
  readonly counts: boolean
}
interface PointFact {
  readonly id: string
  readonly building: string
  readonly api: number
  readonly system: number
  readonly online: boolean
  readonly open: string | null
  readonly gauge: string
  readonly pump: string
}
interface ProblemFact {
  readonly id: string
  readonly building: string
  readonly point: string | null
  readonly solved: boolean
}
interface EventFact {
  readonly id: string
  readonly building: string
  readonly api: number
  readonly kind: string
  readonly open: boolean
}
interface UnitFact {
  readonly id: string
  readonly type: number
  readonly fire: boolean
  readonly accountless: boolean
}
interface ProviderFact {
  readonly id: string
  readonly status: number
  readonly docking: number
}
interface TenantFact {
  readonly unit: string
  readonly type: number | null
}

/** Rows behind a scope's figures, classified by independent SQL. */
export interface Truth {
  readonly buildings: readonly BuildingFact[]
  readonly points: readonly PointFact[]
  readonly problems: readonly ProblemFact[]
  readonly events: readonly EventFact[]
  readonly tenants: readonly TenantFact[]
  readonly units: readonly UnitFact[]
  readonly providers: readonly ProviderFact[]
  readonly unread: readonly string[]
}

/** Any other handled record is closed. */
const OPEN = `e.ended_at is null and (e.state = 0 or (e.kind = 'fire' and e.state = 2))`
/** At once; its problem after two hours. */
const exceeds = (causes: string) =>
  `exists (select 1 from trouble x where x.point_id = p.id and x.cause in (${causes}))`
const measure = (name: string) => `coalesce(nullif(p.latest->>'${name}', ''), '0')`

export async function readTruth(db: Db, { where, account }: Scope): Promise<Truth> {
  const read = async <T>(query: string) => (await db.execute(sql.raw(query))).rows as unknown as T[]
  const isAuthority = ['zongdui', 'zhidui', 'jingan'].includes(account)
  return {
    buildings: await read<BuildingFact>(`
      select b.id::text as id, b.county, b.street_no as street, b.access_status as access, b.approve_status as approve,
        b.provider_id::text as provider, (b.registered or not ${isAuthority}) as counts
      from building b where ${where}`),
    points: await read<PointFact>(`
      select p.id::text as id, b.id::text as building, p.api_id as api, p.system_id as system, p.online,
        (select e.kind from device_event e where e.point_id = p.id and e.kind <> 'action' and ${OPEN}
          order by array_position(array['fire', 'fault', 'shield'], e.kind) limit 1) as open,
        case when not p.online then 'offline'
          when ${measure('alarmStatus')} = '1' or ${exceeds(`'pressure-low', 'level-low'`)} then 'low'
          when ${measure('alarmStatus')} <> '0' or ${exceeds(`'pressure-high', 'level-high'`)} then 'high'
          else 'normal' end as gauge,
        case when not p.online then 'offline' when ${measure('powerState')} <> '0' then 'dead'
          when ${measure('manualAutomaticState')} <> '0' then 'manual' else 'normal' end as pump
      from point p join building b on b.id = p.building_id where ${where}`),
    problems: await read<ProblemFact>(`
      select q.id::text as id, b.id::text as building, q.point_id::text as point, q.solved_at is not null as solved
      from problem q join building b on b.id = q.building_id where ${where}`),
    events: await read<EventFact>(`
      select e.id::text as id, b.id::text as building, e.api_id as api, e.kind, ${OPEN} as open
      from device_event e join building b on b.id = e.building_id where ${where}`),
    tenants: await read<TenantFact>(`
      select distinct u.id::text as unit, u.type from building b
      join building_unit t on t.building_id = b.id and t.kind = 'tenant' join unit u on u.id = t.unit_id where ${where}`),
    units: await read<UnitFact>(`
      select id::text as id, type, not exists (select 1 from account a where a.unit_id = u.id) as accountless,
        exists (select 1 from building b join building_unit t on t.building_id = b.id and t.kind = 'bound'
          join alarm f on f.building_id = b.id where t.unit_id = u.id and f.joined_to is null and ${where}
          and (f.judged_at is null or (f.verdict = 2 and f.ended_at is null))) as fire
      from unit u where ${account === 'jingan' ? `u.county = '310106'` : 'true'}`),
    providers: await read<ProviderFact>('select id::text as id, status, access_status as docking from provider'),
    unread: (
      await read<{ id: string }>(`
        select r.message_id::text as id from message_receiver r join account a on a.id = r.account_id
        where a.account = '${account}' and r.read_at is null and r.deleted_at is null`)
    ).map(({ id }) => id),
  }
}
