import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Audience } from '#contract/publishing.ts'
import { account } from '../schema/account.table.ts'
import { organ } from '../schema/organ.table.ts'
import type { Db } from '../platform/db/open-db.ts'
import { provider } from '../schema/provider.table.ts'
import { unit } from '../schema/unit.table.ts'

const district = sql<string>`coalesce(${unit.county}, ${organ.county}, ${provider.county})`

export function addressedBy({ roles, counties, unitIds }: Audience): SQL {
  if (unitIds.length > 0) return inArray(account.unitId, [...unitIds])
  if (roles.length === 0) return sql`false`
  const inDistricts = counties.length > 0 ? inArray(district, [...counties]) : undefined
  return and(inArray(account.role, [...roles]), inDistricts) ?? sql`false`
}

/** Enabled accounts only. */
export const fromAccounts = (to: SQL): SQL => sql`
  from ${account} left join ${unit} on ${unit.id} = ${account.unitId} left join ${organ} on ${organ.id} = ${account.organId}
    left join ${provider} on ${provider.id} = ${account.providerId}
  where ${eq(account.status, 0)} and (${to})`

export async function countAddressed(db: Db, audience: Audience): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n ${fromAccounts(addressedBy(audience))}`,
  )
  return rows[0]?.n ?? 0
}
