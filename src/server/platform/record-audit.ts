import { sql, type SQL } from 'drizzle-orm'
import { account } from '../schema/account.table.ts'
import { organ } from '../schema/organ.table.ts'
import { building } from '../schema/building.table.ts'
import type { Db } from './db/open-db.ts'
import { provider } from '../schema/provider.table.ts'
import { unit } from '../schema/unit.table.ts'
import { audit } from '../schema/audit.table.ts'
import { withoutPersonal } from './changes-between.ts'

/** jsonb rejects lone surrogates and NUL: they must not roll back the change. */
const storable = (detail: Record<string, unknown>) =>
  JSON.parse(
    JSON.stringify(detail, (_, value: unknown) =>
      typeof value === 'string' ? Buffer.from(value).toString().replaceAll('\0', '') : value,
    ),
  ) as Record<string, unknown>

const isText = (value: unknown): value is string => typeof value === 'string'
const isId = (value: unknown): value is number => typeof value === 'number'
const asObject = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>

function districtsIn(detail: Record<string, unknown>): SQL {
  const asked = asObject(detail['asked'])
  const named = [detail['before'], detail['after'], asked['before'], asked['after']].map(
    (one) => asObject(one)['county'],
  )
  const buildings = [detail['buildingId'], ...[detail['buildingIds']].flat()].filter(isId)
  const of = (table: typeof building | typeof unit | typeof provider, ids: readonly number[]) =>
    sql`select ${table.county} from ${table} where ${table.id} = any(${sql.param(ids)}::bigint[])`
  return sql`(select array_agg(distinct of.county) from (
    ${of(building, buildings)} union ${of(unit, [detail['unitId']].filter(isId))}
    union ${of(provider, [detail['providerId']].filter(isId))}
    union select unnest(${sql.param(named.filter(isText))}::text[])) as of(county) where of.county is not null)`
}

export interface AuditedObject {
  readonly detail: Record<string, unknown>
  readonly counties: readonly string[]
}

const OBJECTS_AT_ONCE = 500

/** In the transaction of the change. @param objects further rows, one for each object of a change of many */
export async function recordAudit(
  tx: Db,
  row: {
    at: Date
    action: string
    accountId: number | null
    address: string
    requestId: string
    detail: Record<string, unknown>
  },
  objects: readonly AuditedObject[] = [],
): Promise<void> {
  const ofAccount = (value: ReturnType<typeof sql>) => sql`(select ${value} from ${account}
    left join ${unit} on ${unit.id} = ${account.unitId} left join ${organ} on ${organ.id} = ${account.organId}
    left join ${provider} on ${provider.id} = ${account.providerId} where ${account.id} = ${row.accountId}::bigint)`
  const known = row.accountId !== null && {
    account: ofAccount(sql`${account.account}`),
    county: ofAccount(sql`coalesce(${unit.county}, ${organ.county}, ${provider.county})`),
  }
  const [added] = await tx
    .insert(audit)
    .values({
      ...row,
      ...known,
      objectCounties: districtsIn(row.detail),
      detail: storable(withoutPersonal(row.detail)),
    })
    .returning({ account: audit.account, county: audit.county })
  for (let at = 0; at < objects.length; at += OBJECTS_AT_ONCE)
    await tx.insert(audit).values(
      objects.slice(at, at + OBJECTS_AT_ONCE).map(({ detail, counties }) => ({
        ...row,
        ...added,
        objectCounties: [...counties],
        detail: storable(withoutPersonal(detail)),
      })),
    )
}
