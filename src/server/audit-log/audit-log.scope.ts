import { or, sql, type SQL } from 'drizzle-orm'
import { audit } from '../audit/audit.table.ts'
import type { Session } from '../auth/session.ts'
import { districtOf, inDistrictsOf } from '../building/building.scope.ts'

/**
 * Which rows an authority may read: the first condition of every query. A district's organ those that accounts of its
 * district made and those about what lies, or lay, in it; the others all; nobody else any.
 */
export function readableBy(session: Session): SQL {
  const made = inDistrictsOf(session, audit.county)
  const county = districtOf(session)
  return (county === null ? made : or(made, sql`${audit.objectCounties} @> array[${county}]::text[]`)) ?? made
}
